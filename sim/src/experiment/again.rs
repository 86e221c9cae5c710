//! The same experiment asked for again, in the folder where it was begun or has finished.

use anyhow::anyhow;

use super::contract::{Design, Experiment, Sums as _};
use super::life::{Run, facts};
use super::sitting::Sitting;
use crate::folder::error::FolderError;
use crate::folder::hash::sha256;
use crate::folder::manifest::{Manifest, Written};
use crate::folder::place::{SUMS, tidy};
use crate::folder::run_folder::{sums_of_finished, sums_of_shard};
use crate::settings::how::How;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;
use crate::terminal::stream::say;

/// The run that was begun in the folder to be written, if there is one: it has to be the same.
pub(super) fn left<D: Design>(
    experiment: &dyn Experiment<D>,
    game: &'static str,
    how: &How,
    same: &dyn Fn(&str, &str) -> bool,
) -> Result<Option<Written>, Failure> {
    let Some(dir) = how.out.as_ref().filter(|_| !how.force) else { return Ok(None) };
    // A folder without a manifest that this version reads is for `Place::take` to judge.
    let Ok(written) = Written::read(dir) else { return Ok(None) };
    let facts = facts(experiment, game);
    let manifest = Manifest::new(experiment.settings(), facts, String::new(), 0, Some(&written));
    let Some((key, there, here)) = written.unlike(&manifest, &[], same) else {
        return Ok(Some(written));
    };
    let dir = dir.to_owned();
    Err(FolderError::Other { dir, key, there: there.to_string(), here: here.to_string() }.into())
}

impl<D: Design> Run<'_, D> {
    /// Prints the summary of a run that has finished, from the sums that its folder holds.
    pub(super) fn tell_again(
        &self,
        written: &Written,
        finished: &str,
        hash: &str,
    ) -> Result<(), Failure> {
        let dir = &written.dir;
        written.expect_results(self.results, &[])?;
        tidy(dir)?;
        if !self.how.quiet && !self.how.json {
            let (dir, finished, hash) = (dir.display(), shown(finished), shown(hash));
            let told = "nothing is left to do: the run finished at";
            say(&format!("{dir}: {told} {finished}, results_hash {hash}"));
        }
        let fresh = self.experiment.start();
        let kept = match self.is_shard {
            true => sums_of_shard(dir, fresh.note())?.0,
            false => sums_of_finished(dir, fresh.note())?,
        };
        let mut sums = fresh;
        self.experiment.restore(&mut sums, &kept, dir)?;
        let outcome = self.experiment.outcome(&sums);
        let tables = self.tables(&*outcome, &sums).into_iter();
        let digests: Vec<_> =
            tables.map(|(name, table)| (name.to_owned(), sha256(&table))).collect();
        // The files have the hash of the results. If the tables have it too that the sums come to,
        // these are the sums of the run.
        if written.expect_results(self.results, &digests).is_err() {
            let path = dir.join(SUMS);
            let told = "the tables beside it are not what it comes to: remove it";
            return Err(anyhow!("{}: {told}", path.display()).into());
        }
        let finished = Some(finished.to_owned());
        self.summary(&*outcome, &Sitting { finished, ..self.sitting(hash.to_owned()) })
    }
}
