//! What a person reads at the end of a tournament, and while it runs.

use std::fmt::Write;

use crate::experiment::contract::forfeits_text;
use crate::play::players::Player;
use crate::stats::{ConfidenceSequence, Estimate, Tally};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{self, percent, plural, signed};

/// A role of the game: its name, and what heads its column under the rules that were played.
#[derive(Clone, Debug)]
pub(super) struct Role {
    pub name: &'static str,
    pub heading: String,
}

/// What the tables of a run are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary<'a> {
    /// The game.
    pub game: &'static str,
    /// What the rules that were played are called.
    pub variant: &'a str,
    /// The roles of the game.
    pub roles: &'a [Role],
    /// The bots.
    pub players: &'a [Player],
    /// The sums over all blocks.
    pub tally: &'a Tally,
}

/// Bots whose standings go on the progress line itself.
pub(super) const IN_A_LINE: usize = 4;
/// Bots whose standings go on lines below it.
const MOST_LINES: usize = 16;

fn points(estimate: Option<&Estimate>) -> String {
    let points = |estimate: &Estimate| number::points(estimate.mean, estimate.half_width());
    estimate.map_or_else(|| "–".to_owned(), points)
}

/// `61.2 % ± 1.0`, with a second decimal where the error needs it; no error where there is none. An interval that
/// reaches further to one side is told by its ends, `99.2 % (96.1 to 99.8)`.
pub(super) fn share(estimate: &Estimate) -> String {
    let mean = 100.0 * estimate.mean;
    if let Some((lo, hi)) = estimate.lo.zip(estimate.hi).filter(|_| !estimate.is_even()) {
        return format!("{mean:.1} % ({} to {})", percent(lo), percent(hi));
    }
    match estimate.half_width().map(|half| 100.0 * half) {
        None => format!("{mean:.1} %"),
        Some(half) if half < 0.095 => format!("{mean:.2} % ± {half:.2}"),
        Some(half) => format!("{mean:.1} % ± {half:.1}"),
    }
}

impl Summary<'_> {
    /// The table: a line a bot, by falling win share.
    pub(super) fn table(&self) -> String {
        let roles = self.roles.iter().map(|role| numbers(role.heading.clone()).goes(2));
        let head = [
            words("bot"),
            numbers("win share"),
            numbers("score").goes(1),
            numbers("a hand").goes(1),
        ];
        let mut grid = Grid::new(head.into_iter().chain(roles));
        for bot in self.tally.ranking() {
            let in_role = |role| points(self.tally.role(bot, role).1.as_ref());
            let fixed = [
                self.players[bot].label.clone(),
                share(&self.tally.win_share(bot)),
                signed(self.tally.mean_score(bot), 2),
                points(self.tally.points_per_hand(bot).as_ref()),
            ];
            grid.row(fixed.into_iter().chain((0..self.roles.len()).map(in_role)));
        }
        grid.text()
    }

    /// The answer: how much more each bot wins than the next.
    pub(super) fn answer(&self) -> String {
        let mut text = String::new();
        for (bot, other) in self.neighbours() {
            self.tell_difference(bot, other, &mut text);
        }
        if let [bot, other] = self.tally.ranking()[..]
            && let Some(alone) = self.tally.alone(bot, other)
        {
            let (bot, other) = (&self.players[bot].label, &self.players[other].label);
            let _ = writeln!(
                text,
                "One {bot} against two of {other} wins {} of the matches; parity is 33.3 %.",
                share(&alone)
            );
        }
        text
    }

    /// Each bot with the next in the ranking, if they sat together.
    fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> {
        let ranking = self.tally.ranking();
        let pairs: Vec<_> = ranking.windows(2).map(|pair| (pair[0], pair[1])).collect();
        pairs.into_iter().filter(|&(bot, other)| self.tally.ahead(bot, other).is_some())
    }

    /// What has to be said of the table and of the run.
    pub(super) fn notes(&self) -> String {
        let mut text = String::new();
        if self.tally.blocks > 1 {
            text.push_str(
                "± is half a 95 % interval over blocks; brackets hold its ends where they are not equally far.\n",
            );
        }
        text.push_str("Win share is over all seats in which a bot sat: 33.3 % is parity.\n");
        text + &self.remarks()
    }

    /// What has to be said of the results.
    pub(super) fn remarks(&self) -> String {
        let mut text = String::new();
        if let Some((bot, other)) = self.neighbours().next() {
            self.tell_gain(bot, other, &mut text);
        }
        self.tell_constants(&self.tally.ranking(), &mut text);
        self.tell_accidents(&mut text);
        text
    }

    fn tell_difference(&self, bot: usize, other: usize, text: &mut String) {
        let difference = self.tally.difference(bot, other);
        let (bot, other) = (&self.players[bot].label, &self.players[other].label);
        let Estimate { mean, lo, hi, .. } = difference.estimate;
        let mean = percent(mean);
        let Some((lo, hi)) = lo.zip(hi) else {
            let _ = if self.tally.blocks < 2 {
                writeln!(text, "One block shows no difference of {bot} and {other}: play more.")
            } else if difference.estimate.se.is_some_and(|se| se > 0.0) {
                writeln!(
                    text,
                    "{bot} and {other}: the difference is {mean} points of share so far, and rests on too few results for an \
                     interval."
                )
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
            writeln!(text, "{bot} wins {mean} points of share more than {other} {interval}.")
        } else {
            writeln!(
                text,
                "Between {bot} and {other} no difference shows: {mean} points of share {interval}."
            )
        };
    }

    /// What the same cards did for the difference of two bots.
    fn tell_gain(&self, bot: usize, other: usize, text: &mut String) {
        let difference = self.tally.difference(bot, other);
        let figures = (difference.variance_ratio(), difference.rho, difference.naive_se);
        let (Some(ratio), Some(rho), Some(naive)) = figures else { return };
        let half = 100.0 * Estimate::new(0.0, Some(naive), self.tally.blocks).hi.unwrap_or(naive);
        let rho = format!("ρ {}", signed(rho, 2).trim());
        let (bot, other) = (&self.players[bot].label, &self.players[other].label);
        let _ = if ratio > 1.05 {
            writeln!(
                text,
                "By the same cards the difference of {bot} and {other} is as certain as from {ratio:.1} times as many \
                 separate matches ({rho}; as many separate ones would give ± {half:.1})."
            )
        } else if ratio < 0.95 {
            writeln!(
                text,
                "Counted as separate matches, the difference of {bot} and {other} would have too small an error: \
                 ± {half:.1} ({rho})."
            )
        } else {
            writeln!(
                text,
                "Separate matches would have told {bot} and {other} apart just as well ({rho})."
            )
        };
    }

    fn tell_constants(&self, ranking: &[usize], text: &mut String) {
        let same = ranking.iter().filter(|&&bot| self.tally.win_share(bot).se.is_none());
        let same: Vec<_> = same.map(|&bot| self.players[bot].label.as_str()).collect();
        if !same.is_empty() && self.tally.blocks > 1 {
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
        if self.tally.truncated > 0 {
            let count = matches(self.tally.truncated);
            let _ =
                writeln!(text, "{count} reached the cap on hands and went to the highest score.");
        }
        if self.tally.shared > 0 {
            let _ = writeln!(text, "{} ended with a shared win.", matches(self.tally.shared));
        }
        for (bot, player) in self.players.iter().enumerate() {
            if self.tally.forfeits(bot) > 0 {
                let told = forfeits_text(self.tally.forfeits(bot), self.tally.failures(bot));
                let _ = writeln!(text, "{} failed and forfeited {told}.", player.label);
            }
        }
    }

    /// The standings while a run goes on: on its line, or with more bots than fit there below it. In brackets the ends
    /// of an interval that holds whenever one stops, if there is one.
    pub(super) fn standings(&self, live: Option<&[ConfidenceSequence]>) -> String {
        let ranking = self.tally.ranking();
        let figure = |&bot: &usize| {
            let name = &self.players[bot].label;
            let mean = percent(self.tally.win_share(bot).mean);
            let Some(live) = live else { return format!("{name} {mean} %") };
            let (lo, hi) = live[bot].interval();
            format!("{name} {mean} % ({} to {})", percent(lo), percent(hi))
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
