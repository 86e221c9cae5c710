//! A run that has finished, made again from the sums that its folder holds.

use anyhow::anyhow;

use super::contract::{Experiment, Fold};
use super::run::{Run, tables};
use super::status::RunStatus;
use crate::files::hash::sha256;
use crate::files::locked_folder::{SUMS, tidy};
use crate::files::manifest::SavedManifest;
use crate::files::run_folder::kept_sums;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;

/// The sums that the folder of a finished run holds.
fn sums_of<'e>(
    experiment: &'e Experiment<'_>,
    written: &SavedManifest,
) -> Result<Box<dyn Fold + 'e>, Failure> {
    let mut fold = experiment.play.fold();
    let kept = kept_sums(&written.dir, experiment.is_shard())?;
    fold.restore(&experiment.kept_sums(&written.dir, &kept))?;
    Ok(fold)
}

/// The sums that the folder of a finished run holds, whose files have the hash of its results; `None` if the tables
/// that the sums come to have another, so that these are not the sums of the run.
pub fn finished_sums<'e>(
    experiment: &'e Experiment<'_>,
    written: &SavedManifest,
) -> Result<Option<Box<dyn Fold + 'e>>, Failure> {
    let (fold, is_shard) = (sums_of(experiment, written)?, experiment.is_shard());
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
        written: &SavedManifest,
        finished: &str,
        hash: &str,
    ) -> Result<(), Failure> {
        let dir = &written.dir;
        written.expect_results(&[])?;
        tidy(dir)?;
        if !self.options.quiet && !self.options.json {
            let (dir, finished, hash) = (dir.display(), shown(finished), shown(hash));
            let reason = format!("nothing is left to do: {why} at {finished}, results_hash {hash}");
            self.options.output.say(&format!("{dir}: {reason}"));
        }
        let Some(fold) = finished_sums(&self.experiment, written)? else {
            let path = dir.join(SUMS);
            let reason = "the tables beside it are not what it comes to, so one of them was changed: play the run \
                        again (--force)";
            return Err(anyhow!("{}: {reason}", path.display()).into());
        };
        let outcome = fold.outcome();
        let finished = Some(finished.to_owned());
        self.summary(&*outcome, &RunStatus { finished, ..self.status(hash.to_owned()) })
    }
}
