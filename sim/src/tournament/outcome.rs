//! The outcome of a tournament: its tables, its summary for programs, and what a reader is shown.

use indicatif::HumanCount;
use serde_json::Value;

use super::text::Summary;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::stats::Ratings;
use crate::tables::Table;
use crate::terminal::number::plural;

/// The outcome of a tournament.
pub(super) struct TournamentOutcome<'a> {
    pub(super) summary: Summary<'a>,
    pub(super) ratings: Ratings,
}

impl Outcome for TournamentOutcome<'_> {
    fn tables(&self) -> Vec<Table<'_>> {
        self.tables()
    }

    fn headline(&self) -> &'static str {
        "summary.csv"
    }

    fn json(&self, sitting: &Sitting) -> Value {
        self.json(sitting)
    }

    fn text(&self, sitting: &Sitting) -> String {
        let Summary { of, tally } = self.summary;
        let shard = of.settings.shard.map(|shard| format!(" · shard {shard}"));
        format!(
            "{}{} · {} line-ups a block · {} = {} matches, {} hands · {}{}\n{}\n{}{}{}",
            of.variant,
            shard.unwrap_or_default(),
            tally.matches() / tally.blocks.max(1),
            plural(tally.blocks, "block"),
            HumanCount(tally.matches()),
            HumanCount(tally.hands),
            sitting.end_of_line(of.settings.stage.seed),
            self.summary.answer(),
            self.summary.table(),
            self.summary.notes(),
            self.ratings_text(),
            self.who_pays_text(),
        )
    }

    fn answer(&self) -> String {
        self.summary.answer()
    }

    fn notes(&self) -> String {
        self.summary.remarks() + &self.rating_remarks()
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let tally = self.summary.tally;
        let failed = (0..tally.bots()).map(|bot| Failed {
            bot: self.label(bot),
            matches: tally.forfeits(bot),
            failures: *tally.failures(bot),
        });
        failed.collect()
    }
}
