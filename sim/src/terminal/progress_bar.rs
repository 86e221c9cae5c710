//! The progress line, on a terminal only.

use std::time::Duration;

use indicatif::{HumanCount, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::shown;

/// The progress of a run over its blocks.
pub struct ProgressBar {
    bar: indicatif::ProgressBar,
    /// Hands that were played before, in another sitting.
    hands_before: u64,
}

impl ProgressBar {
    /// A line for a run of so many blocks, which are called so, and of which so many are done with so many
    /// hands; an unseen one if no line is wanted, or if standard error is no terminal.
    pub fn new((blocks, unit): (u64, &str), done: (u64, u64), wanted: bool) -> Self {
        let target =
            if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = indicatif::ProgressBar::with_draw_target(Some(blocks), target);
        bar.set_style(style(unit, "   {wide_msg}"));
        let (blocks_before, hands_before) = done;
        bar.set_position(blocks_before);
        bar.reset_eta();
        Self { bar, hands_before }
    }

    /// The same with what is said on lines of its own below.
    #[must_use]
    pub fn with_lines(self, unit: &str) -> Self {
        self.bar.set_style(style(unit, "\n{msg}"));
        self
    }

    /// Whether anyone sees the line, so that the text is worth making.
    pub fn is_seen(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// So many blocks and hands are done; `leaders` says who leads, and is asked now and then.
    pub fn update(&self, blocks: u64, hands: u64, leaders: impl FnOnce() -> String) {
        if !self.is_seen() {
            return;
        }
        let seconds = self.bar.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        if hands > 0 {
            let rate = HumanCount(((hands - self.hands_before) as f64 / seconds) as u64);
            self.bar.set_prefix(format!("{rate} hands/s"));
        }
        self.bar.set_message(shown::lines(&leaders()));
        self.bar.set_position(blocks);
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// The line's look, with what a block is called and what is said at its end.
fn style(unit: &str, end: &str) -> ProgressStyle {
    let eta = |state: &ProgressState, f: &mut dyn std::fmt::Write| {
        let seconds = state.eta().as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        let _ = write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60);
    };
    let done = "{bar:14} {percent:>3} %  {human_pos} of {human_len}";
    ProgressStyle::with_template(&format!("{done} {unit}s  {{prefix}}  {{eta_left}} left{end}"))
        .expect("the template is well formed")
        .with_key("eta_left", eta)
        .progress_chars("━╸─")
}
