//! The same experiment asked for again, in the folder where it was begun or has finished.

use anyhow::anyhow;
use serde_json::Value;
use threehand_play::DynGame;

use super::contract::{Experiment, Fold, Kind, Settings};
use super::life::{facts, manifest};
use super::run::{Run, tables};
use super::sitting::Sitting;
use crate::files::error::FolderError;
use crate::files::hash::sha256;
use crate::files::manifest::Written;
use crate::files::place::{SUMS, tidy};
use crate::files::run_folder::kept_sums;
use crate::settings::how::How;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;

/// The run that was begun in the folder to be written, if there is one: it has to be the same.
pub(super) fn left(
    experiment: &Experiment<'_>,
    game: &'static str,
    how: &How,
    same: &dyn Fn(&str, &str) -> bool,
) -> Result<Option<Written>, Failure> {
    let Some(dir) = how.out.as_ref().filter(|_| !how.force) else { return Ok(None) };
    // A folder without a manifest that this version reads is for `Place::take` to judge.
    let Ok(written) = Written::read(dir) else { return Ok(None) };
    let manifest =
        manifest(experiment, facts(experiment, game), (String::new(), 0), Some(&written));
    let Some((key, there, here)) = written.unlike(&manifest, &[], same) else {
        return Ok(Some(written));
    };
    let more = more_blocks(experiment.settings.kind(), &key, &there, &here);
    let (dir, there, here) = (dir.to_owned(), there.to_string(), here.to_string());
    Err(FolderError::Other { dir, key, there, here, more }.into())
}

/// How more blocks can be added to a finished run, where that is what is wanted: the end of a sentence.
fn more_blocks(kind: &Kind, key: &str, there: &Value, here: &Value) -> Option<String> {
    let (there, here) = (there.as_u64()?, here.as_u64()?);
    let is_more =
        key == "blocks" && here > there && kind.fields().names().any(|name| name == "first");
    let blocks = here.saturating_sub(there);
    let reason = format!(
        "; `--first {there} --blocks {blocks}` plays the others into another folder, and `rate` rates both"
    );
    is_more.then_some(reason)
}

/// The experiment of the settings that a manifest holds.
///
/// # Errors
/// What is wrong with the settings, with the place of the manifest.
pub fn prepare_again<'a>(
    settings: &dyn Settings,
    game: &'a dyn DynGame,
    written: &Written,
) -> Result<Experiment<'a>, Failure> {
    settings.prepare(game).map_err(|failure| failure.of_file(&written.place()))
}

/// The sums that the folder of a finished run holds, whose files have the hash of its results; `None` if the tables
/// that the sums come to have another, so that these are not the sums of the run.
pub fn finished_sums<'e>(
    experiment: &'e Experiment<'_>,
    written: &Written,
) -> Result<Option<Box<dyn Fold + 'e>>, Failure> {
    let (dir, is_shard) = (&written.dir, experiment.settings.shard().is_some());
    let mut fold = experiment.play.fold();
    fold.restore(kept_sums(dir, is_shard, &*fold)?.sums, dir)?;
    let tables = tables(&*fold.outcome(), is_shard.then_some(&*fold)).into_iter();
    let digests: Vec<_> = tables.map(|(name, table)| (name.to_owned(), sha256(&table))).collect();
    Ok(written.expect_results(&digests).is_ok().then_some(fold))
}

impl Run<'_> {
    /// Prints why nothing is left to do, and the summary of a run that has finished, from the sums that its folder
    /// holds.
    pub(super) fn print_again(
        &self,
        why: &str,
        written: &Written,
        finished: &str,
        hash: &str,
    ) -> Result<(), Failure> {
        let dir = &written.dir;
        written.expect_results(&[])?;
        tidy(dir)?;
        if !self.how.quiet && !self.how.json {
            let (dir, finished, hash) = (dir.display(), shown(finished), shown(hash));
            let reason = format!("nothing is left to do: {why} at {finished}, results_hash {hash}");
            self.how.output.say(&format!("{dir}: {reason}"));
        }
        let Some(fold) = finished_sums(self.experiment, written)? else {
            let path = dir.join(SUMS);
            let reason = "the tables beside it are not what it comes to, so one of them was changed: play the run \
                        again (--force)";
            return Err(anyhow!("{}: {reason}", path.display()).into());
        };
        let outcome = fold.outcome();
        let finished = Some(finished.to_owned());
        self.summary(&*outcome, &Sitting { finished, ..self.sitting(hash.to_owned()) })
    }
}
