//! What came out of a tournament: its tables, and its summary on the terminal.

use indicatif::HumanCount;
use serde_json::Value;

use super::crosstable::Crosstable;
use super::fit::FitTable;
use super::ratings::RatingsTable;
use super::settings::TournamentSettings;
use super::standings::Standings;
use super::summary::Summary;
use super::who_pays::WhoPays;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::tables::Table;
use crate::terminal::number::plural;

/// What came out of a tournament.
pub(super) struct TournamentOutcome<'a> {
    settings: &'a TournamentSettings,
    summary: Summary<'a>,
    standings: Standings<'a>,
}

impl<'a> TournamentOutcome<'a> {
    pub(super) fn new(
        settings: &'a TournamentSettings,
        summary: Summary<'a>,
        anchor: Option<(usize, f64)>,
    ) -> Self {
        Self { settings, summary, standings: Standings::new(&summary, anchor) }
    }
}

impl Outcome for TournamentOutcome<'_> {
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        vec![
            Box::new(self.summary),
            Box::new(Crosstable(&self.summary)),
            Box::new(RatingsTable(&self.standings)),
            Box::new(FitTable(&self.standings)),
            Box::new(WhoPays(&self.standings)),
        ]
    }

    fn headline(&self) -> &'static str {
        "summary.csv"
    }

    fn json(&self, sitting: &Sitting) -> Value {
        let mut json = self.summary.json(sitting.seconds, &sitting.results_hash);
        self.standings.add_json(&mut json);
        json
    }

    fn text(&self, sitting: &Sitting) -> String {
        let tally = self.summary.tally;
        let shard = self.settings.shard.map(|shard| format!(" · shard {shard}"));
        format!(
            "{}{} · {} line-ups a block · {} = {} matches, {} hands · {}{}\n{}\n{}{}",
            self.summary.variant,
            shard.unwrap_or_default(),
            tally.matches() / tally.blocks().max(1),
            plural(tally.blocks(), "block"),
            HumanCount(tally.matches()),
            HumanCount(tally.hands()),
            sitting.end_of_line(self.settings.stage.seed),
            self.summary.answer(),
            self.summary.table(),
            self.summary.notes(),
            self.standings.text(),
        )
    }

    fn answer(&self) -> String {
        self.summary.answer()
    }

    fn notes(&self) -> String {
        self.summary.remarks() + &self.standings.remarks()
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
