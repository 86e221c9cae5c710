//! The progress line: on a terminal one that moves, elsewhere a plain one now and then.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressDrawTarget, ProgressStyle};

use super::number::{duration, many};
use super::shown;
use super::stream::say;

/// The time between two plain lines.
const EVERY: Duration = Duration::from_secs(10);

/// A line that moves, with these words before the time that is left.
fn style(unit: &str, bound: &str) -> ProgressStyle {
    let done = "{bar:14} {percent:>3} %  {human_pos} of {human_len}";
    let units = many(unit);
    let style = format!("{done} {units}  {{prefix}}  {bound}{{eta_precise}} left   {{wide_msg}}");
    let style = ProgressStyle::with_template(&style).expect("the template is well formed");
    style.progress_chars("━╸─")
}

/// The progress of a run over its blocks.
pub struct ProgressBar {
    bar: indicatif::ProgressBar,
    /// Blocks and hands that were played before, in another sitting.
    before: (u64, u64),
    /// Of plain lines: what a block is called, and when the next line is due.
    plain: Option<(String, Mutex<Instant>)>,
    /// What stands before the time that is left.
    bound: &'static str,
}

impl ProgressBar {
    /// A line for a run of so many blocks, which are called so, and of which so many are done with so many
    /// hands; none if no line is wanted.
    pub fn new((blocks, unit): (u64, &str), before: (u64, u64), wanted: bool) -> Self {
        let target =
            if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = indicatif::ProgressBar::with_draw_target(Some(blocks), target);
        bar.set_style(style(unit, ""));
        bar.set_position(before.0);
        bar.reset_eta();
        let is_plain = wanted && bar.is_hidden();
        let plain = is_plain.then(|| (unit.to_owned(), Mutex::new(Instant::now() + EVERY)));
        Self { bar, before, plain, bound: "" }
    }

    /// The same for a run that a decision may end before: the time that is left is an upper bound.
    pub fn may_end_early(self, unit: &str) -> Self {
        self.bar.set_style(style(unit, "at most "));
        Self { bound: "at most ", ..self }
    }

    /// Whether the line moves on a terminal, so that it has to be exact at any time.
    pub fn is_watched(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// So many blocks and hands are done; `leaders` says who leads, and is asked now and then.
    pub fn update(&self, blocks: u64, hands: u64, leaders: impl FnOnce() -> String) {
        if let Some((unit, due)) = &self.plain {
            let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
            if Instant::now() >= *due {
                *due = Instant::now() + EVERY;
                say(&self.plain_line((blocks, unit), hands, &leaders()));
            }
        } else if self.is_watched() {
            if hands > 0 {
                self.bar.set_prefix(format!("{} hands/s", self.rate(hands)));
            }
            self.bar.set_message(shown::lines(&leaders()));
            self.bar.set_position(blocks);
        }
    }

    /// Hands a second of this sitting.
    fn rate(&self, hands: u64) -> HumanCount {
        HumanCount(((hands - self.before.1) as f64 / self.seconds()) as u64)
    }

    /// The length of this sitting.
    fn seconds(&self) -> f64 {
        self.bar.elapsed().max(Duration::from_millis(1)).as_secs_f64()
    }

    fn plain_line(&self, (blocks, unit): (u64, &str), hands: u64, leaders: &str) -> String {
        let all = self.bar.length().unwrap_or(blocks);
        let mut line = format!("{} of {} {}", HumanCount(blocks), HumanCount(all), many(unit));
        if hands > 0 {
            line += &format!(" · {} hands/s", self.rate(hands));
        }
        let here = blocks.saturating_sub(self.before.0);
        if here > 0 {
            let left = self.seconds() * all.saturating_sub(blocks) as f64 / here as f64;
            line += &format!(" · {}about {} left", self.bound, duration(left));
        }
        if leaders.is_empty() { line } else { format!("{line} · {leaders}") }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_of_a_run_that_may_end_early_is_an_upper_bound() {
        for (may_end, due) in [(false, " · about "), (true, " · at most about ")] {
            let mut bar = ProgressBar::new((1_000, "block"), (0, 0), true);
            if may_end {
                bar = bar.may_end_early("block");
            }
            let line = bar.plain_line((10, "block"), 0, "");
            assert!(line.contains(due) && line.ends_with(" left"), "{line}");
        }
    }
}
