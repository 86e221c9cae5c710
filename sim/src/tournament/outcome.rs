//! What came out of a tournament: its tables, its summary for programs, and what a person reads.

use indicatif::HumanCount;
use serde_json::Value;

use super::settings::TournamentSettings;
use super::text::Summary;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::stats::Ratings;
use crate::tables::Table;
use crate::terminal::number::plural;

/// What came out of a tournament.
pub(super) struct TournamentOutcome<'a> {
    pub(super) settings: &'a TournamentSettings,
    pub(super) summary: Summary<'a>,
    pub(super) ratings: Ratings,
    /// The bot whose rating is given, and that rating.
    pub(super) anchor: Option<(usize, f64)>,
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
        let tally = self.summary.tally;
        let shard = self.settings.shard.map(|shard| format!(" · shard {shard}"));
        format!(
            "{}{} · {} line-ups a block · {} = {} matches, {} hands · {}{}\n{}\n{}{}",
            self.summary.variant,
            shard.unwrap_or_default(),
            tally.matches() / tally.blocks.max(1),
            plural(tally.blocks, "block"),
            HumanCount(tally.matches()),
            HumanCount(tally.hands),
            sitting.end_of_line(self.settings.stage.seed),
            self.summary.answer(),
            self.summary.table(),
            self.summary.notes(),
            self.standings_text(),
        )
    }

    fn answer(&self) -> String {
        self.summary.answer()
    }

    fn notes(&self) -> String {
        self.summary.remarks() + &self.rating_remarks()
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Summary { players, tally, .. } = self.summary;
        let bots = players.iter().enumerate();
        let failed = bots.map(|(bot, player)| Failed {
            bot: &player.label,
            matches: tally.forfeits(bot),
            failures: *tally.failures(bot),
        });
        failed.collect()
    }
}
