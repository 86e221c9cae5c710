//! The outcome of a comparison: its tables, its summary for programs, and what a reader is shown.

use std::path::Path;

use serde_json::Value;

use super::columns::{self, Cell};
use super::findings::Comparison;
use super::settings::CompareSettings;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::status::RunStatus;
use crate::tables::page::PageContent;
use crate::terminal::listener::TableRows;
use crate::terminal::number::plural;

/// The results of a comparison.
pub(super) struct CompareOutcome<'a> {
    pub(super) comparison: Comparison<'a>,
    pub(super) settings: &'a CompareSettings,
}

impl Outcome for CompareOutcome<'_> {
    fn tables(&self) -> Vec<TableRows> {
        let of = &self.comparison;
        vec![
            of.characters(),
            columns::distributions().table(of.cells().flat_map(Cell::counted)),
            columns::differences().table(of.differences()),
            columns::verdicts().table(of.judged()),
        ]
    }

    fn headline(&self) -> &'static str {
        "differences.csv"
    }

    fn json(&self, _: &RunStatus) -> Value {
        columns::summary().object(&&self.comparison).into()
    }

    fn text(&self, status: &RunStatus) -> String {
        let Comparison { design, study, .. } = &self.comparison;
        format!(
            "{} · {} · {} · {}: {}, {} · {}{}",
            design.game.name(),
            plural(design.variants.len() as u64, "variant"),
            plural(design.rungs.len() as u64, "bot"),
            plural(study.blocks, "block"),
            plural(study.matches, "match"),
            plural(study.hands, "hand"),
            status.end_of_line(design.seeds.0),
            self.comparison.text(),
        )
    }

    fn answer(&self) -> String {
        self.comparison.conclusion()
    }

    fn page(&self, _: &Path) -> anyhow::Result<PageContent> {
        Ok(self.comparison.page_content(self.settings))
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Comparison { design, study, .. } = &self.comparison;
        let failed = design.rungs.iter().zip(&study.forfeits).zip(&study.failures);
        let failed = failed.map(|((player, &matches), &failures)| Failed {
            bot: &player.label,
            matches,
            of: study.blocks.saturating_mul(design.variants.len() as u64),
            failures,
        });
        failed.collect()
    }
}
