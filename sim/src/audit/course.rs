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
use crate::folder::place::{FORFEITS, MANIFEST, PROGRESS, SUMS};

/// An audit of a run's folder.
pub struct Audit<'a> {
    /// The folder's manifest.
    pub written: &'a Written,
    /// Whether the run is to be played again.
    pub again: bool,
}

/// What is due in a folder besides the files that grew.
pub struct Due {
    /// The names of the files that grew.
    pub growing: Vec<String>,
    /// The tables by the names of their files, with the sums of a shard; no content where the sums
    /// are not known.
    pub tables: Vec<(&'static str, Option<Vec<u8>>)>,
    /// The note of the sums, if they are known.
    pub note: Option<Vec<u8>>,
    /// How many blocks the run has come to.
    pub blocks: u64,
    /// What such a block is called.
    pub unit: &'static str,
}

impl Audit<'_> {
    fn dir(&self) -> &Path {
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

    /// Holds all else against what the files came to. `results` are the names of all files that any
    /// run may hold its results in.
    ///
    /// # Errors
    /// The first difference.
    pub fn close(
        &self,
        mut held: Held,
        recount: Recount<'_>,
        due: &Due,
        results: &[&'static str],
    ) -> Result<Report, Fault> {
        held.end()?;
        let (mut known, mut unchecked_sums) = (Vec::new(), None);
        if let Some(noted) = &held.noted {
            if held.blocks > 0
                && let Some(note) = &due.note
            {
                let path = self.dir().join(PROGRESS);
                tables::hold_json(&path, noted, note, &recount.unknown, recount.by)?;
            }
        } else {
            for (name, due) in &due.tables {
                let Some(due) = due else { continue };
                if tables::hold(self.dir(), (name, due), &recount.unknown, recount.by)? {
                    known.push(*name);
                }
            }
            self.no_more(due, results)?;
            self.hash(results)?;
            if self.written.text("shard").is_empty() {
                let path = self.dir().join(SUMS);
                let kept = tables::parse_compressed(&path)?;
                match &due.note {
                    Some(note) => {
                        tables::hold_json(&path, &kept, note, &recount.unknown, recount.by)?;
                    }
                    None => {
                        let why = "which is held against the tables whenever it is told";
                        unchecked_sums = Some(format!("{SUMS}, {why}"));
                    }
                }
            }
        }
        let mut report = Report {
            dir: self.dir().to_owned(),
            run: self.written.run().to_owned(),
            finished: held.finished(),
            blocks: due.blocks,
            unit: due.unit,
            again: recount.by == AGAIN,
            replayed: recount.replayed,
            checked: recount.checked,
            unchecked: recount.unchecked,
        };
        if self.dir().join(FORFEITS).exists() {
            let limits = "forfeits.json: where a bot passed a limit of time or memory";
            report.unchecked.push(limits.to_owned());
        }
        report.unchecked.extend(unchecked_sums);
        report.tell_tables(&known, recount.by);
        Ok(report)
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

    /// Sees to it that no other results are in the folder.
    fn no_more(&self, due: &Due, results: &[&'static str]) -> Result<(), Fault> {
        let is_due = |name: &str| {
            due.growing.iter().any(|file| file == name)
                || due.tables.iter().any(|(table, _)| *table == name)
        };
        let paths = results.iter().filter(|name| !is_due(name)).map(|name| self.dir().join(name));
        let more: Option<PathBuf> = paths.into_iter().find(|path| path.exists());
        more.map_or(Ok(()), |path| {
            Err(Fault::of(&path, "a run with these settings writes no such file"))
        })
    }

    fn hash(&self, results: &[&'static str]) -> Result<(), Fault> {
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
