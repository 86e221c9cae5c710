//! What a person reads at the end of a tournament, and while it runs.

use std::fmt::Write;

use super::summary::Summary;
use crate::stats::{Difference, Estimate, Live};
use crate::terminal::grid::{grid, lines};
use crate::terminal::number::{percent, plural, share, signed};

/// Bots whose standings go on the progress line itself.
pub(super) const IN_A_LINE: usize = 4;
/// Bots whose standings go on lines below it.
const MOST_LINES: usize = 16;

fn points(estimate: Option<&Estimate>) -> String {
    let Some(estimate) = estimate else {
        return "–".to_owned();
    };
    let mean = signed(estimate.mean, 2);
    estimate.half_width().map_or(mean.clone(), |half| format!("{mean} ± {half:.2}"))
}

impl Summary<'_> {
    /// The table: a line a bot, by falling win share.
    pub(super) fn table(&self) -> String {
        let roles = self.roles.iter().map(|role| role.heading.clone());
        let head = ["bot", "win share", "score", "a hand"].map(str::to_owned);
        let mut grid = grid(head.into_iter().chain(roles));
        for bot in self.tally.ranking() {
            let in_role = |role| points(self.tally.role(bot, role).1.as_ref());
            let fixed = [
                self.players[bot].label.clone(),
                share(&self.tally.win_share(bot)),
                signed(self.tally.mean_score(bot), 2),
                points(self.tally.points_per_hand(bot).as_ref()),
            ];
            grid.add_row(fixed.into_iter().chain((0..self.roles.len()).map(in_role)));
        }
        lines(grid, 1..4 + self.roles.len())
    }

    /// What the table means, in words.
    pub(super) fn findings(&self) -> String {
        let mut text = String::new();
        let ranking = self.tally.ranking();
        for pair in ranking.windows(2) {
            let (bot, other) = (pair[0], pair[1]);
            if self.tally.ahead(bot, other).is_none() {
                continue;
            }
            self.tell_difference(bot, other, &mut text);
        }
        self.tell_constants(&ranking, &mut text);
        if ranking.len() == 2
            && let Some(alone) = self.tally.alone(ranking[0], ranking[1])
        {
            let (bot, other) = (&self.players[ranking[0]].label, &self.players[ranking[1]].label);
            let _ = writeln!(
                text,
                "One {bot} against two of {other} wins {} of the matches; parity is 33.3 %.",
                share(&alone)
            );
        }
        self.tell_accidents(&mut text);
        if self.tally.blocks() > 1 {
            text.push_str("± is half a 95 % interval over blocks; brackets hold its ends where they are not equally far.\n");
        }
        text
    }

    fn tell_difference(&self, bot: usize, other: usize, text: &mut String) {
        let difference = self.tally.difference(bot, other);
        let (bot, other) = (&self.players[bot].label, &self.players[other].label);
        let Estimate { mean, lo, hi, .. } = difference.estimate;
        let mean = percent(mean);
        let Some((lo, hi)) = lo.zip(hi) else {
            let _ = if self.tally.blocks() < 2 {
                writeln!(text, "One block shows no difference of {bot} and {other}: play more.")
            } else {
                writeln!(
                    text,
                    "{bot} and {other}: the difference was {mean} points of share in every block \
                     alike, so there is no spread to take an error from."
                )
            };
            return;
        };
        let interval = format!("(95 %: {} to {})", percent(lo), percent(hi));
        let _ = if lo > 0.0 {
            write!(text, "{bot} wins {mean} points of share more than {other} {interval}.")
        } else {
            write!(
                text,
                "Between {bot} and {other} no difference shows: {mean} points of share {interval}."
            )
        };
        let _ = writeln!(text, "{}", self.gain(&difference));
    }

    /// What the same cards did for a difference.
    fn gain(&self, difference: &Difference) -> String {
        let figures = (difference.variance_ratio(), difference.rho, difference.naive_se);
        let (Some(ratio), Some(rho), Some(naive)) = figures else { return String::new() };
        let half = 100.0 * Estimate::new(0.0, Some(naive), self.tally.blocks()).hi.unwrap_or(naive);
        let rho = format!("ρ {}", signed(rho, 2).trim());
        if ratio > 1.05 {
            format!(
                " The same cards made that worth {ratio:.1} times as many separate matches ({rho}; \
                 those would give ± {half:.1})."
            )
        } else if ratio < 0.95 {
            format!(" As separate matches it would look surer than it is: ± {half:.1} ({rho}).")
        } else {
            format!(" Separate matches would have shown it as well ({rho}).")
        }
    }

    fn tell_constants(&self, ranking: &[usize], text: &mut String) {
        let same = ranking.iter().filter(|&&bot| self.tally.win_share(bot).se.is_none());
        let same: Vec<_> = same.map(|&bot| self.players[bot].label.as_str()).collect();
        if !same.is_empty() && self.tally.blocks() > 1 {
            let _ = writeln!(
                text,
                "The share of {} was the same in every block: there is no spread to take an error \
                 from, and an interval only where the share can't be larger or smaller.",
                same.join(", ")
            );
        }
    }

    fn tell_accidents(&self, text: &mut String) {
        let matches = |count: u64| plural(count, "match");
        if self.tally.truncated() > 0 {
            let count = matches(self.tally.truncated());
            let _ =
                writeln!(text, "{count} reached the cap on hands and went to the highest score.");
        }
        if self.tally.shared() > 0 {
            let _ = writeln!(text, "{} ended with a shared win.", matches(self.tally.shared()));
        }
        for (bot, player) in self.players.iter().enumerate() {
            if self.tally.forfeits(bot) > 0 {
                let count = matches(self.tally.forfeits(bot));
                let _ = writeln!(text, "{} failed and forfeited {count}.", player.label);
            }
        }
    }

    /// The standings while a run goes on: on its line, or with more bots than fit there below it.
    pub(super) fn standings(&self, live: &Live) -> String {
        let ranking = self.tally.ranking();
        let figure = |&bot: &usize| {
            let (mean, off) = live.share(self.tally, bot);
            format!("{} {:.1} ± {:.1}", self.players[bot].label, 100.0 * mean, 100.0 * off)
        };
        if ranking.len() <= IN_A_LINE {
            return ranking.iter().map(figure).collect::<Vec<_>>().join(" · ");
        }
        let shown = ranking.iter().take(MOST_LINES).map(|bot| format!("  {}", figure(bot)));
        let more = ranking.len().saturating_sub(MOST_LINES);
        let more = (more > 0).then(|| format!("  and {more} more"));
        shown.chain(more).collect::<Vec<_>>().join("\n")
    }
}
