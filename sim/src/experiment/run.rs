//! A run of an experiment: where its blocks begin, and how its folder and its sums go on from there.

use std::path::PathBuf;
use std::time::Instant;

use super::contract::{Experiment, Fold, Outcome, Stop};
use super::files::Files;
use crate::files::error::FolderError;
use crate::files::manifest::{Manifest, Written};
use crate::files::place::{Place, TALLY};
use crate::files::run_folder::RunFolder;
use crate::play::external::ExternalBots;
use crate::settings::how::How;
use crate::tables::export::Exports;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::heed_interrupts;
use threehand_play::referee::Referee;

/// An experiment that is being run.
pub(super) struct Run<'a> {
    pub(super) experiment: &'a Experiment<'a>,
    pub(super) how: &'a How,
    pub(super) exports: Exports,
    /// Who keeps the limits, if there are any.
    pub(super) referee: Option<Referee>,
    pub(super) manifest: Manifest,
    pub(super) is_shard: bool,
    pub(super) started: Instant,
}

/// How playing ended.
pub(super) enum Ending {
    /// All blocks are played, or no more are needed.
    Done,
    /// A bot failed, and that was to end the experiment.
    BotFailed,
    /// A signal of this number came.
    Interrupted(u8),
    /// The experiment can't be done.
    Refused(Failure),
}

impl From<Stop> for Ending {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Decided => Self::Done,
            Stop::BotFailed => Self::BotFailed,
            Stop::Refused(failure) => Self::Refused(failure),
        }
    }
}

impl Run<'_> {
    pub(super) fn start(self) -> Result<(), Failure> {
        self.heed()?;
        let take = |dir: &PathBuf| Place::take(dir, self.how.force);
        let files = match self.how.out.as_ref().map(take).transpose()? {
            None => Files::None,
            // A run that may have to start anew needs a folder from the first block on.
            Some(place) if self.experiment.probation > 0 && self.referee.is_none() => {
                Files::Promised(place, Vec::new())
            }
            Some(place) => Files::Begun(self.begin(place)?),
        };
        let fold = self.experiment.play.fold();
        self.go_on(files, fold)
    }

    /// Lets signals be seen; those of another program are its own matter.
    fn heed(&self) -> Result<(), Failure> {
        self.how.output.listener().map_or_else(heed_interrupts, |_| Ok(()))
    }

    pub(super) fn begin(&self, place: Place) -> Result<RunFolder, FolderError> {
        let folder =
            RunFolder::begin(place, self.experiment.growing.clone(), &self.manifest, false)?;
        self.external_bots().log_to(folder.dir());
        Ok(folder)
    }

    /// The programs that play.
    pub(super) fn external_bots(&self) -> ExternalBots<'_> {
        ExternalBots::of(&self.experiment.players)
    }

    pub(super) fn carry_on(
        self,
        written: &Written,
        is_same: impl FnOnce(&str) -> bool,
    ) -> Result<(), Failure> {
        self.heed()?;
        let mut fold = self.experiment.play.fold();
        let (growing, manifest) = (self.experiment.growing.clone(), &self.manifest);
        let (folder, noted) =
            RunFolder::reopen(written, growing, manifest, &*fold, self.all(), is_same)?;
        self.external_bots().log_to(folder.dir());
        if let Some(noted) = noted {
            fold.restore(noted, &written.dir)?;
        }
        if !self.how.quiet {
            let (dir, reached) = (written.dir.display(), self.reached(&*fold));
            self.how.output.say(&format!("{dir}: going on after {reached}"));
        }
        self.go_on(Files::Begun(folder), fold)
    }

    /// The tables by the names of their files, with the sums of a shard.
    pub(super) fn tables(
        &self,
        outcome: &dyn Outcome,
        fold: &dyn Fold,
    ) -> Vec<(&'static str, Vec<u8>)> {
        tables(outcome, self.is_shard.then_some(fold))
    }

    /// How far the run has come, in words.
    pub(super) fn reached(&self, fold: &dyn Fold) -> String {
        fold.reached(self.all(), self.experiment.settings.kind().unit)
    }

    /// How many blocks there are to play.
    pub(super) fn all(&self) -> u64 {
        let blocks = self.experiment.blocks.clone();
        blocks.end - blocks.start
    }

    /// Plays the blocks that the sums do not count yet, and ends the experiment.
    fn go_on(self, mut files: Files, mut fold: Box<dyn Fold + '_>) -> Result<(), Failure> {
        let played = match fold.stop() {
            Some(stop) => Ok(stop.into()),
            None => self.play(&mut files, &mut *fold, self.all()),
        };
        let begun = matches!(files, Files::Begun(_));
        let resumable = |error: anyhow::Error| self.resumable(error.into(), begun);
        let signal = match played.map_err(resumable)? {
            Ending::Done => {
                let mut folder = files.folder(|place| self.begin(place))?;
                return self.end(folder.as_mut(), &*fold);
            }
            Ending::Refused(failure) => {
                files.leave();
                return Err(failure);
            }
            Ending::BotFailed => None,
            Ending::Interrupted(signal) => Some(signal),
        };
        files.note(&*fold).map_err(|error| resumable(error.into()))?;
        Err(self.stopped(signal, begun, &*fold)?)
    }
}

/// The tables of a run, and the sums of a shard.
pub(super) fn tables(
    outcome: &dyn Outcome,
    of_shard: Option<&dyn Fold>,
) -> Vec<(&'static str, Vec<u8>)> {
    let tables = outcome.tables();
    let tables = tables.iter().map(|table| (table.file, table.csv()));
    let sums = of_shard.map(|fold| (TALLY, (fold.to_json(true) + "\n").into_bytes()));
    tables.chain(sums).collect()
}
