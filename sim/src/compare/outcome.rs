//! What came out of a comparison: its tables, and its summary on the terminal.

use serde_json::Value;

use super::characters::Characters;
use super::differences::Differences;
use super::distributions::Distributions;
use super::findings::Comparison;
use super::verdicts::Verdicts;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::tables::Table;
use crate::terminal::number::plural;

/// What came out of a comparison.
pub(super) struct CompareOutcome<'a> {
    pub(super) comparison: Comparison<'a>,
    pub(super) seed: u64,
}

impl Outcome for CompareOutcome<'_> {
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        vec![
            Box::new(Characters(&self.comparison)),
            Box::new(Distributions(&self.comparison)),
            Box::new(Differences(&self.comparison)),
            Box::new(Verdicts(&self.comparison)),
        ]
    }

    fn headline(&self) -> &'static str {
        "differences.csv"
    }

    fn json(&self, _: &Sitting) -> Value {
        self.comparison.json()
    }

    fn text(&self, sitting: &Sitting) -> String {
        let Comparison { game, variants, rungs, study, .. } = &self.comparison;
        format!(
            "{game} · {} · {} · {}: {}, {} · {}{}",
            plural(variants.len() as u64, "variant"),
            plural(rungs.len() as u64, "rung"),
            plural(study.blocks(), "block"),
            plural(study.matches(), "match"),
            plural(study.hands(), "hand"),
            sitting.end_of_line(self.seed),
            self.comparison.text(),
        )
    }

    fn answer(&self) -> String {
        self.comparison.conclusion()
    }

    fn notes(&self) -> String {
        self.comparison.remarks()
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Comparison { rungs, study, .. } = &self.comparison;
        let bots = rungs.iter().enumerate();
        let failed = bots.map(|(rung, player)| Failed {
            bot: &player.label,
            matches: study.forfeits(rung),
            failures: study.failures(rung),
        });
        failed.collect()
    }
}
