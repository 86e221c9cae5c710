//! The results in words, as the run's command prints them, from the sums in the folder.

use serde_json::Value;
use threehand_play::Catalog;

use super::folder::Folder;
use crate::experiment::finished::finished_sums;
use crate::experiment::status::RunStatus;
use crate::runs::kinds::experiment_of;
use crate::terminal::shown::lines;

/// The results in words.
#[derive(Debug)]
pub(super) struct Answer {
    /// A sentence a line, and lines of a word and a figure, which begin with a blank.
    pub(super) words: String,
    /// Remarks, a sentence a line.
    pub(super) notes: String,
    /// The summary as `--json` prints it.
    pub(super) summary: Value,
}

impl Answer {
    /// The answer of a run; `None` where the folder lacks the sums, or this version can't read them.
    pub(super) fn of(catalog: &Catalog<'_>, folder: &Folder) -> Option<Self> {
        let written = &folder.written;
        let experiment = experiment_of(catalog, written).ok()?;
        let fold = finished_sums(&experiment, written).ok()??;
        let outcome = fold.outcome();
        // The page does not say how long the run took.
        let (results_hash, finished) = (String::new(), Some(String::new()));
        let status = RunStatus { threads: 1, results_hash, finished, ..RunStatus::default() };
        Some(Self {
            words: lines(&outcome.answer()),
            notes: lines(&outcome.notes()),
            summary: outcome.json(&status),
        })
    }
}
