//! What the run's own command says of its results, from the sums that the folder keeps.

use serde_json::Value;
use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use super::folder::Folder;
use crate::experiment::again::{finished_sums, prepare_again};
use crate::experiment::contract::Design;
use crate::experiment::sitting::Sitting;
use crate::folder::manifest::Written;
use crate::games::named::with_named_game;
use crate::runs::kinds::{KindVisitor, results, with_kind};
use crate::terminal::failure::Failure;
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
    pub(super) fn of(lab: &impl Registry, folder: &Folder) -> Option<Self> {
        let written = &folder.written;
        with_kind(written.run(), Ask { lab, written })?.ok()?
    }
}

struct Ask<'a, R> {
    lab: &'a R,
    written: &'a Written,
}

impl<R: Registry> KindVisitor for Ask<'_, R> {
    type Output = Result<Option<Answer>, Failure>;

    fn visit<D: Design>(self) -> Self::Output {
        let Self { lab, written } = self;
        let settings: D = written.settings()?;
        let game = settings.stage().game.clone();
        with_named_game(lab, &game, InGame { written, settings })?
    }
}

struct InGame<'a, D> {
    written: &'a Written,
    settings: D,
}

impl<D: Design> Visitor for InGame<'_, D> {
    type Output = Result<Option<Answer>, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let Self { written, settings } = self;
        let experiment = prepare_again(settings, bots, written)?;
        let Some(sums) = finished_sums(&*experiment, written, &results())? else {
            return Ok(None);
        };
        let outcome = experiment.outcome(&sums);
        // How long the run took is no part of the page.
        let (results_hash, finished) = (String::new(), Some(String::new()));
        let sitting = Sitting { threads: 1, results_hash, finished, ..Sitting::default() };
        Ok(Some(Answer {
            words: lines(&outcome.answer()),
            notes: lines(&outcome.notes()),
            summary: outcome.json(&sitting),
        }))
    }
}
