//! What a reader is shown at the end of a tournament, and while it runs.

use indicatif::HumanCount;
use threehand_stats::Estimate;

use crate::experiment::forfeits::forfeits_text;
use crate::play::schedule::Format;
use crate::terminal::number::{percent, plural, signed};
use crate::terminal::unit::Unit;

use super::TournamentFold;

/// The leading bots whose standings go on the progress line.
const LEADING: usize = 4;

impl TournamentFold<'_> {
    pub(super) fn label(&self, bot: usize) -> &str {
        &self.of.players[bot].label
    }

    /// The answer: who failed, and how much more each bot wins than the next.
    pub(super) fn answer(&self) -> String {
        let mut text = self.failures_text();
        text.extend(self.neighbours().map(|(bot, other)| self.difference_text(bot, other)));
        if let [bot, other] = self.tally.ranking()[..]
            && let Some(alone) = self.tally.alone(bot, other)
        {
            text += &format!(
                "One {} against two of {} wins {} of the matches; parity is 33.3 %.\n",
                self.label(bot),
                self.label(other),
                Unit::Share.text(&alone)
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

    /// How to read the table, and what else the results say.
    pub(super) fn notes(&self) -> String {
        let interval = match self.tally.blocks {
            0 | 1 => "",
            _ => {
                "± is half a 95 % interval over blocks; brackets hold its ends where they are not equally far.\n"
            }
        };
        let most = match self.of.settings.format {
            Some(Format::Pairs | Format::Gauntlet) => ", and in pairs of bots 66.7 % is the most",
            _ => "",
        };
        let share =
            format!("Win share is over all seats in which a bot sat: 33.3 % is parity{most}.\n");
        format!("{interval}{share}{}", self.remarks())
    }

    /// What sharing cards was worth, shares without an error, and unusual ends of matches.
    pub(super) fn remarks(&self) -> String {
        let tally = &self.tally;
        let mut text = String::new();
        if let Some((bot, other)) = self.neighbours().next() {
            text += &self.gain_text(bot, other).unwrap_or_default();
        }
        for bot in tally.ranking().into_iter().filter(|_| tally.blocks > 1) {
            let Estimate { mean, se: None, lo, .. } = tally.win_share(bot) else { continue };
            let bound = lo.map_or("there is no interval", |_| "only a one-sided bound is shown");
            let (bot, mean) = (self.label(bot), percent(mean));
            text += &format!("{bot}: every block gave {mean} %, so {bound}.\n");
        }
        for (count, what) in [
            (tally.truncated, "reached the cap on hands and went to whoever was ahead"),
            (tally.shared, "ended with a shared win"),
        ] {
            if count > 0 {
                text += &format!("{} {what}.\n", plural(count, "match"));
            }
        }
        text
    }

    /// Who failed, and how often: such figures say nothing of how the bot plays.
    fn failures_text(&self) -> String {
        let tally = &self.tally;
        let failed = (0..tally.bots()).filter(|&bot| tally.forfeits(bot) > 0).map(|bot| {
            let forfeits = forfeits_text(tally.forfeits(bot), tally.failures(bot));
            let of = HumanCount(tally.matches_of(bot));
            format!("{} failed and forfeited {forfeits} of the {of} it played.\n", self.label(bot))
        });
        failed.collect()
    }

    fn difference_text(&self, bot: usize, other: usize) -> String {
        let Estimate { mean, se, lo, hi } = self.tally.difference(bot, other).estimate;
        let (bot, other, mean) = (self.label(bot), self.label(other), percent(mean));
        let interval = lo.zip(hi).map(|(lo, hi)| format!("{} to {}", percent(lo), percent(hi)));
        match interval {
            Some(interval) if lo > Some(0.0) => {
                format!(
                    "{bot} wins {mean} percentage points more than {other} (95 %: {interval}).\n"
                )
            }
            Some(interval) => format!(
                "No difference shows between {bot} and {other}: {mean} percentage points (95 %: {interval}).\n"
            ),
            None if self.tally.blocks < 2 => {
                format!("One block shows no difference between {bot} and {other}: play more.\n")
            }
            None if se > Some(0.0) => format!(
                "{bot} wins {mean} percentage points more than {other} so far, which rests on too few results for an \
                 interval.\n"
            ),
            None => format!(
                "{bot} and {other}: every block gave the same difference, {mean} percentage points, so there is no \
                 interval.\n"
            ),
        }
    }

    /// What sharing cards was worth for the difference of two bots.
    fn gain_text(&self, bot: usize, other: usize) -> Option<String> {
        let difference = self.tally.difference(bot, other);
        let (ratio, rho) = (difference.variance_ratio()?, difference.rho?);
        let naive = difference.naive_se?;
        let half = 100.0 * Estimate::new(0.0, Some(naive), self.tally.blocks).hi.unwrap_or(naive);
        let rho = format!("correlation {}", signed(rho, 2).trim());
        let pair = format!("{} and {}", self.label(bot), self.label(other));
        Some(if ratio > 0.95 {
            format!(
                "Sharing cards made the difference of {pair} as precise as {ratio:.1} times as many independent matches \
                 ({rho}; with as many: ± {half:.1}).\n"
            )
        } else {
            format!(
                "Counted as independent matches, the difference of {pair} would have too small an error: ± {half:.1} \
                 ({rho}).\n"
            )
        })
    }

    /// The leading bots while a run goes on. In brackets the ends of an interval that holds at any stop, if there is one.
    pub(super) fn standings(&self) -> String {
        let figure = |bot: usize| {
            let mean = percent(self.tally.win_share(bot).mean);
            let interval = self.live.as_ref().map(|live| live[bot].interval());
            let interval =
                interval.map(|(lo, hi)| format!(" ({} to {})", percent(lo), percent(hi)));
            format!("{} {mean} %{}", self.label(bot), interval.unwrap_or_default())
        };
        let leading = self.tally.ranking().into_iter().take(LEADING);
        leading.map(figure).collect::<Vec<_>>().join(" · ")
    }
}
