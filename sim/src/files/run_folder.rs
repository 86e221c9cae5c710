//! The folder of a run that is being played: files that only ever grow by whole blocks, and a note
//! of how far they reach.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::value::RawValue;

use super::dir::Dir;
use super::error::FolderError;
use super::growing::{Growing, GrowingFile, compress};
use super::hash::{length_and_sha256, results_hash, sha256};
use super::locked_folder::{
    CONFIG, CONTRAST, GAME, LockedFolder, MANIFEST, PROGRESS, REPORT, RESULTS, SUMS, TALLY,
};
use super::manifest::{Manifest, SavedManifest};
use super::progress::{ProgressNote, Seal};
use crate::io::bounded_read::{plain_file, read, read_file, unpacked};
use crate::terminal::number::plural;

/// How often the files are brought up to date while a run goes on.
const EVERY: Duration = Duration::from_millis(500);

/// What is read of a folder besides its manifest and its rows.
const NOTE_OR_SUMS: &str = "note of progress or sums";

/// The longest of these that are read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The folder of a run that is being played.
pub struct RunFolder {
    place: LockedFolder,
    /// The files that grow; a place may be left empty.
    files: Vec<Option<Growing>>,
    /// The settings of the run, which its note of progress is bound to.
    settings: String,
    /// When progress is to be noted next.
    due: Instant,
}

impl RunFolder {
    /// Starts the files in a place. The manifest comes after what it needs: once it is there, the run can be resumed.
    /// The manifest of a `merger` comes at the end, since half a merger is no run.
    pub fn begin(
        place: LockedFolder,
        files: Vec<Option<GrowingFile>>,
        manifest: &Manifest,
        merger: bool,
    ) -> Result<Self, FolderError> {
        if let Err(error) = place.clear() {
            place.leave();
            return Err(error);
        }
        write_settings(&place.dir, manifest)?;
        if !merger {
            place.dir.write_whole(MANIFEST, &manifest.json())?;
        }
        Self::start(place, files, None, manifest)
    }

    /// Reopens a folder where it was left. Returns its note, if any block was noted, of a run of `all` blocks; which may
    /// have `come` so far with another number of them.
    pub fn reopen(
        written: &SavedManifest,
        files: Vec<Option<GrowingFile>>,
        manifest: &Manifest,
        (all, come): (u64, Option<&Come>),
    ) -> Result<(Self, Option<ProgressNote>), FolderError> {
        let path = &written.dir;
        let place = LockedFolder::left(path)?;
        let there = read_text(&place.dir, MANIFEST)?.map(|text| sha256(text.as_bytes()));
        if there.as_ref() != Some(&written.sha256) {
            // Another run was quicker, between the look at the manifest and the lock.
            return Err(FolderError::Busy { dir: path.clone(), by: None });
        }
        if let Some(Come { note, settings }) = come {
            let sealed = note.sealed(&manifest.config, settings.as_deref());
            place.dir.write_whole(PROGRESS, &sealed)?;
        }
        let text = read_text(&place.dir, PROGRESS)?;
        let note = text.map(|text| checked_note(path, &text, &files, manifest)).transpose()?;
        if let Some(note) = note.as_ref().filter(|note| note.blocks > all) {
            let there = plural(note.blocks, "block");
            let what = format!("{there} are played already, and the run has {all}");
            return Err(FolderError::Changed { path: path.join(PROGRESS), what });
        }
        let folder = Self::start(place, files, note.as_ref(), manifest)?;
        let dir = &folder.place.dir;
        // They show the blocks of before.
        [REPORT, CONTRAST].into_iter().try_for_each(|name| dir.remove(name))?;
        // Where the process is killed from here on, the run goes on by this manifest.
        dir.write_whole(MANIFEST, &manifest.json())?;
        write_settings(dir, manifest)?;
        if come.is_some() {
            let is_table = |name: &&str| !folder.growing().any(|file| file.name() == *name);
            let stale = RESULTS.into_iter().filter(is_table).chain([SUMS]);
            stale.into_iter().try_for_each(|name| dir.remove(name))?;
        }
        Ok((folder, note))
    }

    fn start(
        place: LockedFolder,
        files: Vec<Option<GrowingFile>>,
        note: Option<&ProgressNote>,
        manifest: &Manifest,
    ) -> Result<Self, FolderError> {
        let open = |file: Option<GrowingFile>| {
            file.map(|file| match note.and_then(|note| note.reach(&file.name)) {
                Some(reach) => Growing::reopen(&place.dir, file, reach),
                None => Growing::create(&place.dir, file),
            })
            .transpose()
        };
        let settings = manifest.config.clone();
        let files = files.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { place, files, settings, due: Instant::now() })
    }

    /// Adds all that a shard's files hold, or only the first `most` lines of each, and gives the hashes of these
    /// files.
    pub fn append(
        &mut self,
        shard: &Path,
        most: Option<u64>,
    ) -> Result<Vec<(String, String)>, FolderError> {
        let Self { place, files, .. } = self;
        let append = |file: &mut Growing| {
            file.append(&place.dir, shard, most).map(|hash| (file.name().to_owned(), hash))
        };
        files.iter_mut().flatten().map(append).collect()
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        self.place.dir.path()
    }

    fn growing(&self) -> impl Iterator<Item = &Growing> {
        self.files.iter().flatten()
    }

    /// Adds a block's lines, a file each.
    pub fn add(&mut self, lines: &[Vec<u8>]) -> Result<(), FolderError> {
        for (file, lines) in self.files.iter_mut().zip(lines) {
            if let Some(file) = file {
                file.pending.extend_from_slice(lines);
            }
        }
        let full = self.files.iter_mut().flatten().filter(|file| file.pending.len() > 1 << 20);
        full.into_iter().try_for_each(|file| file.flush(&self.place.dir))
    }

    /// Brings the files up to date.
    fn flush(&mut self) -> Result<(), FolderError> {
        let Self { place, files, .. } = self;
        files.iter_mut().flatten().try_for_each(|file| file.flush(&place.dir))
    }

    /// Whether progress is to be noted.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Brings the files up to date and notes how far they reach, with the sums over so many blocks. All that is noted is on
    /// the disk before the note is.
    pub fn note_progress(&mut self, blocks: u64, sums: String) -> Result<(), FolderError> {
        let begun = Instant::now();
        self.flush()?;
        self.is_ours()?;
        let dir = &self.place.dir;
        self.growing().try_for_each(|file| file.sync(dir))?;
        dir.sync()?;
        let note = ProgressNote {
            blocks,
            bytes: self.growing().map(|file| (file.name().to_owned(), file.bytes)).collect(),
            hashes: self.growing().map(Growing::sha256).collect(),
            tally: RawValue::from_string(sums).expect("sums are written as JSON"),
        };
        dir.write_whole(PROGRESS, &note.sealed(&self.settings, None))?;
        // A note that takes long, as with very many line-ups, is taken less often.
        self.due = Instant::now() + EVERY.max(20 * begun.elapsed());
        Ok(())
    }

    /// Whether the lock of the folder only names this process.
    pub fn is_held_by_name(&self) -> bool {
        self.place.is_held_by_name()
    }

    /// Lets other processes take the folder before this process ends.
    pub fn let_go(&self) {
        self.place.let_go();
    }

    /// Checks that the path still leads to the folder, and that the folder still has the lock and
    /// the files of this run.
    fn is_ours(&self) -> Result<(), FolderError> {
        let LockedFolder { dir, lock, .. } = &self.place;
        if !dir.is_in_place() || !lock.is_in_place(dir) {
            return Err(FolderError::Lost { path: dir.path().to_owned() });
        }
        self.growing().try_for_each(|file| file.is_ours(dir))
    }

    /// Ends the growing files, adds the tables, and gives the hash of all results.
    pub fn finish(&mut self, tables: &[(&str, Vec<u8>)]) -> Result<String, FolderError> {
        self.flush()?;
        self.is_ours()?;
        self.has_nothing_foreign(tables)?;
        let Self { place: LockedFolder { dir, .. }, files, .. } = self;
        for (name, bytes) in tables {
            dir.write_whole(name, bytes)?;
        }
        let mut digests: Vec<(String, String)> =
            tables.iter().map(|(name, bytes)| ((*name).to_owned(), sha256(bytes))).collect();
        for file in files.iter_mut().flatten() {
            file.sync(dir)?;
            file.holds_what_was_written(dir)?;
            digests.push((file.name().to_owned(), file.sha256()));
        }
        dir.sync()?;
        Ok(results_hash(digests))
    }

    /// Checks that the settings are as they were written, and that no results of others are there.
    fn has_nothing_foreign(&self, tables: &[(&str, Vec<u8>)]) -> Result<(), FolderError> {
        let dir = &self.place.dir;
        if read_text(dir, CONFIG)?.as_ref() != Some(&self.settings) {
            let what = "it was changed while the run went on".to_owned();
            return Err(FolderError::Changed { path: dir.path().join(CONFIG), what });
        }
        let is_ours = |name: &str| {
            tables.iter().any(|(table, _)| *table == name)
                || self.growing().any(|file| file.name() == name)
        };
        for name in RESULTS.into_iter().filter(|name| !is_ours(name)) {
            if dir.holds(name)? {
                return Err(dir.strange(name, "no file of this run"));
            }
        }
        Ok(())
    }

    /// Writes the manifest of the finished run, and removes the note of its progress.
    pub fn close(&self, manifest: &[u8]) -> Result<(), FolderError> {
        self.is_ours()?;
        self.place.dir.write_whole(MANIFEST, manifest)?;
        self.place.dir.sync()?;
        self.is_ours()?;
        self.place.remove_traces()
    }

    /// Keeps the sums of the finished run.
    pub fn keep(&self, sums: &str) -> Result<(), FolderError> {
        self.place.dir.write_whole(SUMS, &compress(sums.as_bytes()))
    }

    /// Writes a file that is no result of the run.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.place.dir.write_whole(name, bytes)
    }

    /// Whether it holds a file of this name.
    pub fn holds(&self, name: &str) -> Result<bool, FolderError> {
        self.place.dir.holds(name)
    }

    /// Removes all that was written.
    pub fn discard(self) -> Result<(), FolderError> {
        self.place.empty()
    }

    /// The names and sizes of the growing files.
    pub fn sizes(&self) -> Vec<(String, u64)> {
        self.growing().map(|file| (file.name().to_owned(), file.bytes)).collect()
    }
}

/// How far a run had come with another number of blocks.
pub struct Come {
    /// What its files hold.
    pub note: ProgressNote,
    /// Its settings until now, if it was not finished.
    pub settings: Option<String>,
}

/// The names of the files that grow.
fn names(files: &[Option<GrowingFile>]) -> impl Iterator<Item = &str> {
    files.iter().flatten().map(|file| &*file.name)
}

/// The note of a run, which has to be of the run with this manifest.
fn checked_note(
    dir: &Path,
    text: &str,
    files: &[Option<GrowingFile>],
    manifest: &Manifest,
) -> Result<ProgressNote, FolderError> {
    let bad = |what: String| FolderError::Changed { path: dir.join(PROGRESS), what };
    let read = || Ok((serde_json::from_str(text)?, serde_json::from_str(text)?));
    let read = read().map_err(|error: serde_json::Error| bad(error.to_string()))?;
    let (note, seal): (ProgressNote, Seal) = read;
    if !names(files).eq(note.bytes.iter().map(|(name, _)| &**name)) {
        return Err(bad("it is not of the run that manifest.json describes".to_owned()));
    }
    if !seal.is_of(&note, &manifest.config) {
        let what =
            "it is not of the settings in manifest.json, or one of the two was changed by hand";
        return Err(bad(what.to_owned()));
    }
    Ok(note)
}

/// The note of a run that is not finished, also while the run goes on; `None` if no block is noted.
pub fn note_of(
    dir: &Path,
    files: &[Option<GrowingFile>],
    manifest: &Manifest,
) -> Result<Option<ProgressNote>, FolderError> {
    let path = dir.join(PROGRESS);
    let text = match read_file(&path, NOTE_OR_SUMS, LONGEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other)),
    };
    let text = text.map_err(FolderError::io(&path))?;
    checked_note(dir, &text, files, manifest).map(Some)
}

/// The note of a finished run: all that its files hold, with the sums over so many blocks.
pub fn note_of_all(
    dir: &Path,
    files: &[Option<GrowingFile>],
    blocks: u64,
    sums: String,
) -> Result<ProgressNote, FolderError> {
    let (mut bytes, mut hashes) = (Vec::new(), Vec::new());
    for name in names(files) {
        let path = dir.join(name);
        let (length, sha256) = length_and_sha256(&path).map_err(FolderError::io(&path))?;
        bytes.push((name.to_owned(), length));
        hashes.push(sha256);
    }
    let tally = RawValue::from_string(sums).expect("sums are written as JSON");
    Ok(ProgressNote { blocks, bytes, hashes, tally })
}

/// Writes the settings and the file of the game, without which a manifest is of no use.
fn write_settings(dir: &Dir, manifest: &Manifest) -> Result<(), FolderError> {
    dir.write_whole(CONFIG, manifest.config.as_bytes())?;
    manifest.game.iter().try_for_each(|game| dir.write_whole(GAME, game.as_bytes()))
}

/// The text of a file in the folder; `None` if there is no such file.
fn read_text(dir: &Dir, name: &str) -> Result<Option<String>, FolderError> {
    let text = |file: File| {
        let bytes = read(file, NOTE_OR_SUMS, LONGEST).map_err(|error| dir.fault(name, error))?;
        let text = String::from_utf8(bytes).map_err(io::Error::other);
        text.map_err(|error| dir.fault(name, error))
    };
    dir.file(name)?.map(text).transpose()
}

/// The sums that a finished run has kept.
pub struct KeptSums {
    /// Their JSON.
    pub json: String,
    /// The hash of the file that holds them.
    pub sha256: String,
}

/// The name of the file that keeps the sums of a finished run.
pub const fn kept_in(is_shard: bool) -> &'static str {
    if is_shard { TALLY } else { SUMS }
}

/// Reads the sums that a finished run has kept.
///
/// # Errors
/// If there are none, or they can't be read.
pub fn kept_sums(dir: &Path, is_shard: bool) -> anyhow::Result<KeptSums> {
    let path = dir.join(kept_in(is_shard));
    let said = || path.display().to_string();
    let bounded = |from: &mut dyn Read| read(from, NOTE_OR_SUMS, LONGEST);
    let bytes = plain_file(&path).and_then(|mut file| bounded(&mut file)).with_context(said)?;
    let sha256 = sha256(&bytes);
    let plain = match is_shard {
        true => Ok(bytes),
        false => unpacked(&bytes[..], bytes.len() as u64).and_then(|mut plain| bounded(&mut plain)),
    };
    let json = String::from_utf8(plain.with_context(said)?).with_context(said)?;
    Ok(KeptSums { json, sha256 })
}
