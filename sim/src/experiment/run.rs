//! A run of an experiment: where its blocks begin, and how its folder and its sums go on from there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use serde_json::Value;

use super::contract::{Experiment, Failed, Fold, Outcome, SavedSums, Stop};
use super::forfeits::read_rulings;
use super::parent;
use super::run_files::RunFiles;
use crate::files::error::FolderError;
use crate::files::hash::sha256;
use crate::files::locked_folder::{FORFEITS, LockedFolder, PROGRESS, TALLY};
use crate::files::manifest::{GAME_SHA256, Manifest, PROGRAMS, SavedManifest};
use crate::files::progress::ProgressNote;
use crate::files::run_folder::{Come, RunFolder};
use crate::play::external::ExternalBots;
use crate::settings::run_options::RunOptions;
use crate::tables::export::Exports;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::heed_interrupts;
use crate::terminal::invocation;
use crate::terminal::shown::shell_quoted;
use threehand_play::panics::silence_bots;
use threehand_play::referee::{Referee, memory};

/// A run of an experiment.
pub struct Run<'g> {
    pub(super) experiment: Experiment<'g>,
    pub(super) options: RunOptions,
    pub(super) exports: Exports,
    /// Who keeps the limits, if there are any.
    pub(super) referee: Option<Referee>,
    pub(super) manifest: Manifest,
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

impl<'g> Run<'g> {
    /// A new run, or the `resumed` one of a folder. `programs` is what the manifest says of the programs that play.
    pub(super) fn new(
        experiment: Experiment<'g>,
        options: &RunOptions,
        resumed: Option<&SavedManifest>,
        programs: Option<Value>,
    ) -> Result<Self, Failure> {
        let started = Instant::now();
        if options.die_with_parent {
            parent::die_with()?;
        }
        let options = within_limits(&experiment, options)?;
        silence_bots();
        let manifest = manifest(&experiment, &options, resumed, programs);
        let rulings = resumed.map_or(Ok(Vec::new()), |written| read_rulings(&written.dir))?;
        let limits = experiment.settings.common().limits();
        if let Some(written) = resumed.filter(|_| limits.is_none() && !rulings.is_empty()) {
            let path = written.dir.join(FORFEITS);
            let reason = "the run has no limit that a bot could pass";
            return Err(anyhow!("{}: {reason}", path.display()).into());
        }
        let referee = limits.map(|limits| Referee::new(limits, rulings));
        let exports = exports(&experiment, &options)?;
        Ok(Self { experiment, options, exports, referee, manifest, started })
    }

    /// Plays the run from its first block.
    pub(super) fn start(&self) -> Result<(), Failure> {
        self.heed()?;
        let take = |dir: &PathBuf| LockedFolder::take(dir, self.options.force);
        let files = match self.options.out.as_ref().map(take).transpose()? {
            None => RunFiles::None,
            // A run that may have to start anew needs a folder from the first block on.
            Some(place) if self.experiment.probation > 0 && self.referee.is_none() => {
                RunFiles::Promised(place)
            }
            Some(place) => RunFiles::Folder(self.begin(place)?),
        };
        self.go_on(files, self.experiment.play.fold())
    }

    /// Carries on the run that was left in a folder, or that had come so far with another number of blocks. Prints the
    /// summary of one that has finished.
    ///
    /// # Errors
    /// Why it can't be carried on; what went wrong; or that a bot failed, or somebody interrupted.
    pub fn resume(
        experiment: Experiment<'g>,
        options: &RunOptions,
        written: &SavedManifest,
        come: Option<&Come>,
    ) -> Result<(), Failure> {
        let run = Self::new(experiment, options, Some(written), written.value(PROGRAMS).cloned())?;
        if let Some(dir) = &options.trace {
            run.external_bots().trace_to(dir)?;
        }
        written.expect(&run.manifest, &[])?;
        if let Some((finished, hash)) = written.finished() {
            return run.print_again("the run finished", written, finished, hash);
        }
        run.experiment.expect_bots()?;
        run.external_bots().expect(written)?;
        run.heed()?;
        let mut fold = run.experiment.play.fold();
        let growing = run.experiment.growing.clone();
        let (folder, note) = RunFolder::reopen(written, growing, &run.manifest, (run.all(), come))?;
        run.external_bots().log_to(folder.dir());
        if let Some(note) = &note {
            fold.restore(&noted_sums(&written.dir, note))?;
            for Failed { bot, matches, of, .. } in fold.outcome().failed() {
                run.external_bots().recall(bot, matches, of);
            }
        }
        if !run.options.quiet && !run.options.anew {
            let (dir, reached) = (written.dir.display(), run.reached(&*fold));
            run.options.output.say(&format!("{dir}: going on after {reached}"));
        }
        run.go_on(RunFiles::Folder(folder), fold)
    }

    /// Lets signals be seen; those of another program are its own matter.
    fn heed(&self) -> Result<(), Failure> {
        self.options.output.listener().map_or_else(heed_interrupts, |_| Ok(()))
    }

    pub(super) fn begin(&self, place: LockedFolder) -> Result<RunFolder, FolderError> {
        let growing = self.experiment.growing.clone();
        let folder = RunFolder::begin(place, growing, &self.manifest, false)?;
        self.external_bots().log_to(folder.dir());
        Ok(folder)
    }

    /// The programs that play.
    pub(super) fn external_bots(&self) -> ExternalBots<'_> {
        ExternalBots::of(&self.experiment.players)
    }

    /// The tables by the names of their files, with the sums of a shard.
    pub(super) fn tables(
        &self,
        outcome: &dyn Outcome,
        fold: &dyn Fold,
    ) -> Vec<(&'static str, Vec<u8>)> {
        tables(outcome, self.experiment.is_shard().then_some(fold))
    }

    /// How far the run has come, in words.
    pub(super) fn reached(&self, fold: &dyn Fold) -> String {
        fold.reached(self.all(), self.experiment.unit())
    }

    /// How many blocks there are to play.
    pub(super) fn all(&self) -> u64 {
        self.experiment.blocks.end - self.experiment.blocks.start
    }

    /// Plays the blocks that the sums do not count yet, and ends the experiment.
    fn go_on(&self, mut files: RunFiles, mut fold: Box<dyn Fold + '_>) -> Result<(), Failure> {
        if let Some(dir) = self.options.out.as_ref().filter(|_| files.are_held_by_name())
            && !self.options.quiet
        {
            let why = "its file system has no locks, so .lock in it names this process";
            self.options.output.say(&format!("{}: {why}", dir.display()));
        }
        let played = match fold.stop() {
            Some(stop) => Ok(stop.into()),
            None => self.play(&mut files, &mut *fold, self.all()),
        };
        let begun = matches!(files, RunFiles::Folder(_));
        let resumable = |error: anyhow::Error| self.resumable(error.into(), begun);
        let signal = match played.map_err(resumable)? {
            Ending::Done => {
                files.begin(|place| self.begin(place))?;
                let folder =
                    if let RunFiles::Folder(folder) = &mut files { Some(folder) } else { None };
                return self.end(folder, &*fold);
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

/// The sums of a note of progress.
pub fn noted_sums<'s>(dir: &'s Path, note: &'s ProgressNote) -> SavedSums<'s> {
    let (json, blocks) = (note.tally.get(), Some(note.blocks));
    SavedSums { dir, file: PROGRESS, json, blocks, of_shard: false }
}

/// The manifest of a run that now starts, or of the `resumed` one of a folder, with the programs that play.
pub(super) fn manifest(
    experiment: &Experiment<'_>,
    options: &RunOptions,
    resumed: Option<&SavedManifest>,
    programs: Option<Value>,
) -> Manifest {
    let mut facts = experiment.facts.clone();
    let game = experiment.game;
    facts.insert("game".to_owned(), game.name().into());
    if let Some(text) = game.file_text() {
        facts.insert(GAME_SHA256.to_owned(), sha256(text.as_bytes()).into());
    }
    if !ExternalBots::of(&experiment.players).is_empty() {
        facts.insert("repeatable".to_owned(), false.into());
        facts.extend(programs.map(|programs| (PROGRAMS.to_owned(), programs)));
    }
    let typed = || command_line(&invocation::words());
    let command = options.output.command().map_or_else(typed, str::to_owned);
    let (settings, kind) = (experiment.settings.to_map(), experiment.settings.kind());
    let fields = kind.fields();
    let of = (kind.command, &fields);
    let mut manifest = Manifest::new(of, settings, facts, command, options.threads(), resumed);
    manifest.game = game.file_text().map(str::to_owned);
    manifest
}

/// The command with these words, with quotes where a shell would need them.
pub fn command_line(words: &[OsString]) -> String {
    let words = words.iter().map(|word| shell_quoted(word));
    std::iter::once("threehand".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// The tables that are to be written elsewhere. Which tables there are, only sums tell, and those of many line-ups take
/// memory: they are made where a table was asked for.
fn exports(experiment: &Experiment<'_>, options: &RunOptions) -> Result<Exports, Failure> {
    if options.export.is_empty() {
        return Ok(Exports::default());
    }
    let nothing = experiment.play.fold();
    let outcome = nothing.outcome();
    let (tables, headline) = (outcome.tables(), outcome.headline());
    let exports = Exports::read(&options.export, &tables, headline, options.out.as_deref())?;
    exports.leave_stdout(options.json)?;
    Ok(exports)
}

/// How an experiment is begun, if its limits can be kept so.
fn within_limits(experiment: &Experiment<'_>, options: &RunOptions) -> Result<RunOptions, Failure> {
    let mut options = options.clone();
    let Some(limits) = experiment.settings.common().limits() else { return Ok(options) };
    let setting = if limits.seconds.is_some() { "move-seconds" } else { "memory-mb" };
    let refused = |setting, reason: &str| Err(Failure::setting(setting, reason));
    if options.output.listener().is_some() {
        let reason = "a run with a limit starts anew as a process of its own when a bot is lost: use the command threehand";
        return refused(setting, reason);
    }
    if options.out.is_none() {
        let reason =
            "a run with a limit starts anew from its folder when a bot is lost: add --out DIR";
        return refused(setting, reason);
    }
    if limits.megabytes.is_some() {
        if options.threads.is_some_and(|threads| threads > 1) {
            let reason = "memory is the whole process's, so bots have to decide one at a time: leave \
                        --threads out, and play shards side by side";
            return refused("memory-mb", reason);
        }
        if memory().is_none() {
            let reason = "this system does not tell how much memory a process holds";
            return refused("memory-mb", reason);
        }
        options.threads = Some(1);
    }
    Ok(options)
}
