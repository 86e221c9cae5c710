//! What the run's own command says of its results, from the sums that the folder keeps.

use serde_json::Value;
use threehand_play::Catalog;

use super::folder::Folder;
use crate::experiment::again::{finished_sums, prepare_again};
use crate::experiment::life::settings_of;
use crate::experiment::sitting::Sitting;
use crate::games::named::game_named;
use crate::runs::kinds::{kind, results};
use crate::terminal::shown::lines;

/// What is said.
#[derive(Debug)]
pub(super) struct Answer {
    /// The answer: a sentence a line, and lines of a word and a figure, which begin with a blank.
    pub(super) words: String,
    /// What else is said, a sentence a line.
    pub(super) notes: String,
    /// The summary as `--json` prints it.
    pub(super) summary: Value,
}

impl Answer {
    /// What the command says; `None` where the folder does not keep the sums of its results in a form that this
    /// version reads, as those of some earlier versions do not.
    pub(super) fn of(catalog: &Catalog<'_>, folder: &Folder) -> Option<Self> {
        let written = &folder.written;
        let settings = settings_of(kind(written.run())?, written).ok()?;
        let game = game_named(catalog, &settings.stage().game).ok()?;
        let experiment = prepare_again(&*settings, game, written).ok()?;
        let fold = finished_sums(&*experiment, written, &results()).ok()??;
        let outcome = fold.outcome();
        // How long the run took is no part of the page.
        let (results_hash, finished) = (String::new(), Some(String::new()));
        let sitting = Sitting { threads: 1, results_hash, finished, ..Sitting::default() };
        Some(Self {
            words: lines(&outcome.answer()),
            notes: lines(&outcome.notes()),
            summary: outcome.json(&sitting),
        })
    }
}
