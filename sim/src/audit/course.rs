//! The course of an audit: documents, files that grew, tables, hash.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::difference::of_json;
use super::documents;
use super::fault::Fault;
use super::held::{AGAIN, Held};
use super::progress::Progress;
use super::recount::Recount;
use super::report::Report;
use super::tables;
use crate::folder::growing::GrowingFile;
use crate::folder::hash::hash_of_folder;
use crate::folder::manifest::{FAILURES, Manifest, Written};
use crate::folder::note::{Checkpoint, Noted};
use crate::folder::place::{FORFEITS, MANIFEST, PROGRESS, SUMS, TALLY};
use crate::folder::run_folder::{sums_of_finished, sums_of_shard};
use crate::terminal::failure::Failure;

/// An audit of a run's folder.
pub struct Audit<'a> {
    /// The folder's manifest.
    pub written: &'a Written,
    /// Whether the run is to be played again.
    pub again: bool,
}

impl Audit<'_> {
    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.written.dir
    }

    /// Holds the documents against the run that the settings describe, and opens the files that grew
    /// by its blocks, of which there are `all`. `same` says whether two specs are of the
    /// same bot, and `is_same` whether the text of a `config.toml` has the same settings.
    ///
    /// # Errors
    /// The first difference.
    pub fn open(
        &self,
        manifest: &Manifest,
        same: impl Fn(&str, &str) -> bool,
        is_same: impl FnOnce(&str) -> bool,
        growing: Vec<Option<GrowingFile>>,
        all: u64,
    ) -> Result<Held, Fault> {
        documents::hold(self.written, manifest, same, is_same)?;
        if self.written.finished().is_some() {
            return Held::open(self.dir(), growing, all, None);
        }
        let noted = Progress::read(self.dir())?;
        if noted.blocks > all {
            let told = format!("blocks are {}, but the run has {all}", noted.blocks);
            return Err(Fault::of(&self.dir().join(PROGRESS), told));
        }
        Held::open(self.dir(), growing, noted.blocks, Some(noted))
    }

    /// The sums that a finished run has kept, compared with those counted from its rows.
    ///
    /// # Errors
    /// If they are of another run, or differ from the counted sums.
    pub fn kept_sums(
        &self,
        fresh: &dyn Checkpoint,
        recount: &Recount<'_>,
        is_shard: bool,
    ) -> Result<Noted, Failure> {
        let (path, (noted, json)) = match is_shard {
            true => (self.dir().join(TALLY), sums_of_shard(self.dir(), fresh)?.0),
            false => (self.dir().join(SUMS), sums_of_finished(self.dir(), fresh)?),
        };
        if let Some(fold) = &recount.fold {
            let found = serde_json::from_str(&json).map_err(|error| Fault::of(&path, error))?;
            let due = fold.to_json(false);
            tables::hold_json(&path, &found, due.as_bytes(), &recount.unknown, recount.by)?;
        }
        Ok(noted)
    }

    /// Compares the note of an unfinished run with what was counted from its rows.
    ///
    /// # Errors
    /// The first difference.
    pub fn hold_progress(
        &self,
        held: &Held,
        fold: &dyn Checkpoint,
        recount: &Recount<'_>,
    ) -> Result<(), Fault> {
        let Some(noted) = held.noted.as_ref().filter(|_| held.blocks > 0) else { return Ok(()) };
        let (path, due) = (self.dir().join(PROGRESS), fold.to_json(false));
        tables::hold_json(&path, noted, due.as_bytes(), &recount.unknown, recount.by)
    }

    /// What was found right, and what could not be checked.
    pub fn report(
        &self,
        held: &Held,
        recount: Recount<'_>,
        tables: &[&str],
        unit: &'static str,
    ) -> Report {
        let mut report = Report {
            dir: self.dir().to_owned(),
            run: self.written.run().to_owned(),
            finished: held.finished(),
            blocks: recount.fold.as_ref().map_or(held.blocks, |fold| fold.blocks()),
            unit,
            again: recount.by == AGAIN,
            replayed: recount.replayed,
            checked: recount.checked,
            unchecked: recount.unchecked,
        };
        if self.dir().join(FORFEITS).exists() {
            let limits = "forfeits.json: where a bot passed a limit of time or memory";
            report.unchecked.push(limits.to_owned());
        }
        report.tell_tables(tables, recount.by);
        report
    }

    /// Holds what the manifest says of bots that failed against what the matches come to.
    ///
    /// # Errors
    /// The first difference.
    pub fn hold_failures(&self, due: Option<Value>, by: &str) -> Result<(), Fault> {
        let none = || Value::Object(Map::new());
        let found = self.written.value(FAILURES).cloned().unwrap_or_else(none);
        let told = of_json(FAILURES, &found, &due.unwrap_or_else(none), by, &|_| true);
        told.map_or(Ok(()), |told| Err(Fault::of(&self.dir().join(MANIFEST), told)))
    }

    /// Checks that no other results are in the folder.
    ///
    /// # Errors
    /// The first file that a run with these settings does not write.
    pub fn no_more(&self, due: &[String], results: &[&'static str]) -> Result<(), Fault> {
        let is_due = |name: &str| due.iter().any(|file| file == name);
        let paths = results.iter().filter(|name| !is_due(name)).map(|name| self.dir().join(name));
        let more: Option<PathBuf> = paths.into_iter().find(|path| path.exists());
        more.map_or(Ok(()), |path| {
            Err(Fault::of(&path, "a run with these settings writes no such file"))
        })
    }

    /// Checks the hash of the results.
    ///
    /// # Errors
    /// If the files have another.
    pub fn hash(&self, results: &[&'static str]) -> Result<(), Fault> {
        let found = hash_of_folder(self.dir(), results, &[])
            .map_err(|error| Fault::of(self.dir(), error))?;
        match self.written.finished() {
            Some((_, hash)) if hash != found => {
                let told = format!(
                    "results_hash is {hash}, but that of the files is {found}: they are not those \
                     that the run wrote"
                );
                Err(Fault::of(&self.dir().join(MANIFEST), told))
            }
            _ => Ok(()),
        }
    }
}
