//! How an experiment ends: what is written, what is printed, and what is said of one that was stopped.

use std::path::Path;

use indicatif::{DecimalBytes, HumanCount};
use serde_json::{Map, Value, json};

use super::contract::{Experiment, Fold, Outcome};
use super::finished::reached;
use super::run::Run;
use super::status::RunStatus;
use crate::files::error::FolderError;
use crate::files::hash::{hashes_beside, results_hash, sha256};
use crate::files::locked_folder::{CONFIG, MANIFEST, TALLY};
use crate::files::run_folder::RunFolder;
use crate::terminal::failure::{Failure, heard};
use crate::terminal::number::plural;
use crate::terminal::shown::shell_path;
use crate::terminal::stream::{print, print_json};

impl Run<'_> {
    /// Prints what came out, and writes the tables that were asked for.
    pub(super) fn summary(&self, outcome: &dyn Outcome, status: &RunStatus) -> Result<(), Failure> {
        heard(if self.exports.fill_stdout() {
            Ok(())
        } else if self.options.json {
            let mut json = outcome.json(status);
            if let Some(failures) = by_bot(outcome) {
                json["failures"] = failures;
            }
            if let Some(times) = self.external_bots().times() {
                json["times"] = times;
            }
            self.options.output.result(json, || (outcome.answer(), outcome.tables()))
        } else if self.is_quiet_part() {
            Ok(())
        } else {
            print(&outcome.text(status))
        })?;
        self.exports.write(&outcome.tables())
    }

    /// Whether the summary is left out: a part answers nothing, and many parts are played side by side.
    fn is_quiet_part(&self) -> bool {
        self.options.quiet && self.experiment.is_shard()
    }

    /// Writes what came out, and prints the summary.
    pub(super) fn end(
        &self,
        mut folder: Option<&mut RunFolder>,
        fold: &dyn Fold,
    ) -> Result<(), Failure> {
        let outcome = fold.outcome();
        let tables = self.tables(&*outcome, fold);
        let hash = self.finish(folder.as_deref_mut(), &tables, &*outcome, fold);
        let hash = hash.map_err(|error| self.resumable(error.into(), folder.is_some()))?;
        self.summary(&*outcome, &self.status(hash))?;
        if let Some(folder) = folder.as_deref().filter(|_| !self.options.quiet) {
            let sizes = folder.sizes().into_iter();
            let sizes = sizes.map(|(name, bytes)| format!("{name} {}", DecimalBytes(bytes)));
            let names = tables.iter().map(|(name, _)| *name).filter(|name| *name != TALLY);
            let names = names.chain([MANIFEST, CONFIG]).map(str::to_owned);
            let files: Vec<_> = sizes.chain(names).collect();
            let reason = format!("written to {}: {}", folder.dir().display(), files.join(", "));
            self.options.output.say(&reason);
        }
        // A listener finds them in the summary.
        if !self.options.quiet && self.options.output.listener().is_none() {
            self.external_bots().say_times();
            if !self.options.json {
                self.options.output.say(&self.next(folder.as_deref(), fold));
            }
        }
        outcome.failures().map_or(Ok(()), |failed| Err(Failure::BotFailed(failed)))
    }

    /// What can be asked next of what was played.
    fn next(&self, folder: Option<&RunFolder>, fold: &dyn Fold) -> String {
        let Some(folder) = folder else {
            return "next: --out DIR keeps the run, and threehand report DIR makes a page of it"
                .to_owned();
        };
        let dir = shell_path(folder.dir());
        if self.experiment.is_shard() {
            return format!(
                "next: threehand merge {dir} OTHER-PARTS --out DIR, once all are played"
            );
        }
        let has_records = folder.sizes().iter().any(|(name, _)| name.starts_with("records"));
        let hands = if has_records { format!(", threehand replay {dir}") } else { String::new() };
        let apart = match self.experiment.has_pairs() {
            true => format!(", threehand contrast {dir}"),
            false => String::new(),
        };
        let more = match self.experiment.settings.kind().may_decide && fold.stop().is_none() {
            true => format!(", threehand resume {dir} --blocks {}", 2 * self.experiment.all_blocks),
            false => String::new(),
        };
        format!("next: threehand report {dir}{apart}{hands}{more}")
    }

    /// Adds the tables to the folder and ends its manifest; gives the hash of the results, which
    /// without a folder covers the tables that one would hold.
    fn finish(
        &self,
        folder: Option<&mut RunFolder>,
        tables: &[(&str, Vec<u8>)],
        outcome: &dyn Outcome,
        fold: &dyn Fold,
    ) -> Result<String, FolderError> {
        let Some(folder) = folder else {
            let digest = |(name, bytes): &(&str, Vec<u8>)| ((*name).to_owned(), sha256(bytes));
            return Ok(results_hash(tables.iter().map(digest).collect()));
        };
        let hash = folder.finish(tables)?;
        if !self.experiment.is_shard() {
            folder.keep(&fold.to_json(false))?;
        }
        folder.close(&self.manifest.clone().finished(
            &hash,
            hashes_beside(folder.dir(), &[])?,
            by_bot(outcome),
            self.external_bots().times(),
        ))?;
        Ok(hash)
    }

    pub(super) fn status(&self, results_hash: String) -> RunStatus {
        let seconds = self.started.elapsed().as_secs_f64();
        RunStatus { seconds, threads: self.options.threads(), results_hash, ..RunStatus::default() }
    }

    /// Shows the sums of an experiment that a signal stopped, or else the failure of a bot; returns what is
    /// said of that, and of what is left to do.
    pub(super) fn stopped(
        &self,
        signal: Option<u8>,
        begun: bool,
        fold: &dyn Fold,
    ) -> Result<Failure, Failure> {
        let (outcome, reached) = (fold.outcome(), self.reached(fold));
        let is_shown = !self.options.json && !self.is_quiet_part() && !self.exports.fill_stdout();
        if fold.blocks() > 0 && is_shown && outcome.can_be_told() {
            let stopped = Some(reached.clone());
            let status = RunStatus { stopped, ..self.status(String::new()) };
            heard(print(&outcome.text(&status)))?;
        }
        let dir = self.options.out.as_deref().filter(|_| begun);
        let nothing = "nothing was written; the same command starts again".to_owned();
        let Some(signal) = signal else {
            let (done, all) = (plural(fold.blocks(), "block"), HumanCount(self.all()));
            let held = dir.map_or(nothing, |dir| format!("{} holds them", dir.display()));
            return Ok(Failure::BotFailed(format!(
                "stopped at the first failure of a bot, as --strict asks, after {done} of {all}; {held}"
            )));
        };
        let reason = format!("interrupted after {reached}");
        Ok(match dir {
            Some(dir) => self.to_go_on(Failure::Interrupted(signal, reason), dir),
            None => Failure::Interrupted(signal, format!("{reason}; {nothing}")),
        })
    }

    /// The failure, with the command that resumes the experiment.
    pub(super) fn resumable(&self, failure: Failure, begun: bool) -> Failure {
        let begun = |dir: &&Path| begun && dir.join(MANIFEST).exists();
        let dir = self.options.out.as_deref().filter(|_| failure.is_resumable()).filter(begun);
        match (failure, dir) {
            (failure @ Failure::Failed(_), Some(dir)) => self.to_go_on(failure, dir),
            (failure, _) => failure,
        }
    }

    /// The failure, with what resumes the run in a folder: a command, or a call where the run is lived by another program.
    fn to_go_on(&self, failure: Failure, dir: &Path) -> Failure {
        match self.options.output.listener() {
            None => failure.resumable(dir, &self.options.export),
            Some(_) => Failure::Resumable(Box::new(failure), "the same call".to_owned()),
        }
    }
}

/// Prints the summary of what a run has so far, which is no result of the run.
pub fn print_so_far(
    experiment: &Experiment<'_>,
    fold: &dyn Fold,
    is_json: bool,
) -> Result<(), Failure> {
    let (outcome, so_far) = (fold.outcome(), Some(reached(experiment, fold)?));
    let status = RunStatus { so_far, ..RunStatus::default() };
    if !is_json {
        return print(&outcome.text(&status));
    }
    let mut json = outcome.json(&status);
    if let Some(json) = json.as_object_mut() {
        for key in ["seconds", "results_hash"] {
            json.shift_remove(key);
        }
        json.insert("so_far".to_owned(), status.so_far.into());
    }
    print_json(&json)
}

/// How often each bot failed that did, by kind of failure; `None` if none did.
pub(super) fn by_bot(outcome: &dyn Outcome) -> Option<Value> {
    let failed = outcome.failed().into_iter().filter(|failed| failed.matches > 0);
    let by_bot: Map<_, _> =
        failed.map(|failed| (failed.bot.to_owned(), json!(failed.failures))).collect();
    (!by_bot.is_empty()).then_some(Value::Object(by_bot))
}
