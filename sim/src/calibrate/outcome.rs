//! What came out of a calibration: its tables, and its summary on the terminal.

use serde_json::Value;

use super::findings::Findings;
use super::promises::Promises;
use super::runs::Runs;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::play::duel::Duel;
use crate::stats::Failures;
use crate::tables::Table;
use crate::terminal::number::plural;

/// What came out of a calibration.
pub(super) struct CalibrateOutcome<'a> {
    pub(super) findings: Findings<'a>,
    /// The number of the first run, which in a shard need not be 0.
    pub(super) first: u64,
    pub(super) seed: u64,
    pub(super) played: u64,
    pub(super) hands: u64,
    pub(super) forfeits: u64,
    pub(super) failures: Failures,
}

impl Outcome for CalibrateOutcome<'_> {
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        let (findings, first) = (&self.findings, self.first);
        let runs = Runs { findings, first, trials: findings.calibration.trials() };
        vec![Box::new(runs), Box::new(Promises(findings))]
    }

    fn headline(&self) -> &'static str {
        "calibration.csv"
    }

    fn json(&self, _: &Sitting) -> Value {
        let mut json = self.findings.json();
        json["hands"] = self.hands.into();
        json["forfeits"] = self.forfeits.into();
        json
    }

    fn text(&self, sitting: &Sitting) -> String {
        let Findings { variant, bot, blocks, .. } = self.findings;
        format!(
            "{variant} · {bot} against itself · {} of {} = {}, {} · {}{}",
            plural(self.findings.runs(), "run"),
            plural(blocks, "block"),
            plural(Duel::matches(self.played), "match"),
            plural(self.hands, "hand"),
            sitting.end_of_line(self.seed),
            self.findings.text(),
        )
    }

    fn answer(&self) -> String {
        self.findings.conclusion()
    }

    fn notes(&self) -> String {
        self.findings.remarks()
    }

    fn can_be_told(&self) -> bool {
        self.findings.runs() > 0
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        vec![Failed { bot: self.findings.bot, matches: self.forfeits, failures: self.failures }]
    }
}
