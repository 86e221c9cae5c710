//! The folder of a run that is being played: files that only ever grow by whole blocks, and a note
//! of how far they reach.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::error::FolderError;
use super::growing::{Growing, GrowingFile};
use super::hash::{results_hash, sha256, sha256_of_file};
use super::manifest::Documents;
use super::note::{Note, Noted, Seal};
use super::place::{CONFIG, MANIFEST, PROGRESS, Place, TALLY, lock, remove_traces, write_whole};

/// How often the files are brought up to date while a run goes on.
const EVERY: Duration = Duration::from_millis(500);

/// The folder of a run that is being played.
pub struct RunFolder {
    dir: PathBuf,
    /// The files that grow; a place may be left empty.
    files: Vec<Option<Growing>>,
    /// The settings of the run, which its note of progress is bound to.
    settings: String,
    /// When progress is to be noted next.
    due: Instant,
    /// Held for as long as the run is being written.
    _lock: File,
}

impl RunFolder {
    /// Starts the files in a place. The documents come first, the manifest before all: once it is
    /// there, the run can be gone on with.
    pub fn begin(
        mut place: Place,
        files: Vec<Option<GrowingFile>>,
        documents: &Documents,
    ) -> Result<Self, FolderError> {
        if let Err(error) = place.clear() {
            place.leave();
            return Err(error);
        }
        write_whole(&place.dir, MANIFEST, &documents.manifest)?;
        write_whole(&place.dir, CONFIG, documents.config.as_bytes())?;
        Self::start(&place.dir, files, &[], documents.config.clone(), place.lock)
    }

    /// Starts the files of a merger in a place, without a manifest: it comes at the end, so that
    /// nobody takes half a merger for a run.
    pub fn begin_merger(
        mut place: Place,
        files: Vec<Option<GrowingFile>>,
        documents: &Documents,
    ) -> Result<Self, FolderError> {
        place.clear()?;
        let folder = Self::start(&place.dir, files, &[], documents.config.clone(), place.lock)?;
        write_whole(&place.dir, CONFIG, documents.config.as_bytes())?;
        Ok(folder)
    }

    /// Goes on with a folder where it was left: gives what was noted of its progress, if any block
    /// had been. `fresh` is the sum of no blocks, and `all` is how many there are to play.
    ///
    /// The note is bound to the text of `config.toml` as it stands in the folder, which may be that of
    /// an earlier version, if the text is of the same settings as the manifest; `is_same` says whether
    /// it is. Else the note is bound to the text that this version writes.
    pub fn reopen<T: Noted>(
        dir: &Path,
        files: Vec<Option<GrowingFile>>,
        documents: &Documents,
        fresh: &T,
        all: u64,
        is_same: impl FnOnce(&str) -> bool,
    ) -> Result<(Self, Option<T>), FolderError> {
        let lock = lock(dir)?;
        let path = dir.join(PROGRESS);
        let bad = |what: String| FolderError::BadNote { path: path.clone(), what };
        let note: Option<(Note<T>, Seal)> = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(FolderError::Io { path, error }),
            Ok(bytes) => {
                let read =
                    || Ok((serde_json::from_slice(&bytes)?, serde_json::from_slice(&bytes)?));
                Some(read().map_err(|error: serde_json::Error| bad(error.to_string()))?)
            }
        };
        let written = fs::read_to_string(dir.join(CONFIG)).ok();
        let mut settings =
            written.filter(|written| is_same(written)).unwrap_or_else(|| documents.config.clone());
        if let Some((note, seal)) = &note {
            let names = files.iter().flatten().map(|file| &file.name);
            let told = note.bytes.iter().map(|(name, _)| name);
            let (tally, blocks) = (&note.tally, note.blocks);
            if !names.eq(told) || !tally.is_like(fresh) || tally.blocks() != blocks || blocks > all
            {
                return Err(bad("it is not of the run that manifest.json tells of".to_owned()));
            }
            if note.seal(&settings) != seal.sha256 {
                settings.clone_from(&documents.config);
            }
            if note.seal(&settings) != seal.sha256 {
                let what = "it is not of the settings in manifest.json, or it or config.toml was \
                            changed by hand";
                return Err(bad(what.to_owned()));
            }
        }
        let note = note.map(|(note, _)| note);
        write_whole(dir, MANIFEST, &documents.manifest)?;
        write_whole(dir, CONFIG, settings.as_bytes())?;
        let noted = note.as_ref().map_or(&[][..], |note| &note.bytes[..]);
        let folder = Self::start(dir, files, noted, settings, lock)?;
        Ok((folder, note.map(|note| note.tally)))
    }

    fn start(
        dir: &Path,
        files: Vec<Option<GrowingFile>>,
        noted: &[(String, u64)],
        settings: String,
        lock: File,
    ) -> Result<Self, FolderError> {
        let open = |file: Option<GrowingFile>| {
            file.map(|file| match noted.iter().find(|(of, _)| *of == file.name) {
                Some((_, bytes)) => Growing::reopen(dir, file, *bytes),
                None => Growing::create(dir, file),
            })
            .transpose()
        };
        let files = files.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { dir: dir.to_owned(), files, settings, due: Instant::now(), _lock: lock })
    }

    /// Adds all that a shard's files hold.
    pub fn append(&mut self, shard: &Path) -> Result<(), FolderError> {
        self.growing().try_for_each(|file| file.append(shard))
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    fn growing(&mut self) -> impl Iterator<Item = &mut Growing> {
        self.files.iter_mut().flatten()
    }

    /// Adds a block's lines, a file each; `sums` already count the block.
    pub fn add<T: Noted>(&mut self, lines: &[&[u8]], sums: &T) -> Result<(), FolderError> {
        for (file, lines) in self.files.iter_mut().zip(lines) {
            if let Some(file) = file {
                file.pending.extend_from_slice(lines);
            }
        }
        if Instant::now() >= self.due {
            self.note_progress(sums)?;
        } else {
            for file in self.growing().filter(|file| file.pending.len() > 1 << 20) {
                file.flush()?;
            }
        }
        Ok(())
    }

    /// Brings the files up to date and notes how far they reach.
    pub fn note_progress<T: Noted>(&mut self, sums: &T) -> Result<(), FolderError> {
        let begun = Instant::now();
        for file in self.growing() {
            file.flush()?;
        }
        let bytes = self.growing().map(|file| (file.name().to_owned(), file.bytes)).collect();
        let note = Note { blocks: sums.blocks(), bytes, tally: sums };
        write_whole(&self.dir, PROGRESS, &note.sealed(&self.settings))?;
        // A note that takes long, as with very many line-ups, is taken less often.
        self.due = Instant::now() + EVERY.max(20 * begun.elapsed());
        Ok(())
    }

    /// Ends the growing files, adds the tables, and gives the hash of all results.
    pub fn finish(&mut self, tables: &[(&str, Vec<u8>)]) -> Result<String, FolderError> {
        for file in self.growing() {
            file.flush()?;
        }
        for (name, bytes) in tables {
            write_whole(&self.dir, name, bytes)?;
        }
        let mut digests: Vec<(String, String)> =
            tables.iter().map(|(name, bytes)| ((*name).to_owned(), sha256(bytes))).collect();
        for file in self.growing() {
            let digest = sha256_of_file(file.path()).map_err(FolderError::io(file.path()))?;
            digests.push((file.name().to_owned(), digest));
        }
        Ok(results_hash(digests))
    }

    /// Writes the manifest of the finished run, and removes the note of its progress.
    pub fn close(&self, manifest: &[u8]) -> Result<(), FolderError> {
        write_whole(&self.dir, MANIFEST, manifest)?;
        remove_traces(&self.dir)
    }

    /// The names and sizes of the growing files.
    pub fn sizes(&mut self) -> Vec<(String, u64)> {
        self.growing().map(|file| (file.name().to_owned(), file.bytes)).collect()
    }
}

/// The sums of a finished shard.
pub fn sums_of_shard<T: Noted>(shard: &Path, fresh: &T) -> anyhow::Result<T> {
    let path = shard.join(TALLY);
    let said = || path.display().to_string();
    let bytes = fs::read(&path).with_context(said)?;
    let part: T = serde_json::from_slice(&bytes).with_context(said)?;
    if !part.is_like(fresh) {
        anyhow::bail!("{}: it is not of the run that manifest.json tells of", said());
    }
    Ok(part)
}
