//! A run's folder: files that only ever grow by whole blocks, and a note of how far they reach.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::growing::Growing;
pub use super::growing::compress;
use super::rows::{BlockLines, HANDS_HEADER, MATCHES_HEADER};

/// How often the files are brought up to date while a run goes on.
const EVERY: Duration = Duration::from_millis(500);

/// The note of how far a run has got. It is there only while the run is unfinished.
pub const PROGRESS: &str = "progress.json";

/// A shard's sums, from which the tables of the whole run are made.
pub const TALLY: &str = "tally.json";

/// A file that is being written whole, before it takes its name.
const PART: &str = ".part";

/// The file that is locked for as long as a run is being written.
const LOCK: &str = ".lock";

/// All that a run may write, so that no other run's files are taken for its own.
const FILES: [&str; 21] = [
    "manifest.json",
    PROGRESS,
    "config.toml",
    "matches.csv",
    "hands.csv",
    "hands.csv.zst",
    "records.jsonl",
    "records.jsonl.zst",
    "summary.csv",
    "crosstable.csv",
    "ratings.csv",
    "who_pays.csv",
    TALLY,
    "characters.csv",
    "distributions.csv",
    "differences.csv",
    "verdicts.csv",
    "runs.csv",
    "calibration.csv",
    "blocks.csv",
    "test.csv",
];

/// Those of them that are no results.
const NOT_RESULTS: [&str; 3] = ["manifest.json", PROGRESS, "config.toml"];

/// What a run sums up block by block, so that it can be gone on with: whole numbers, whose sums are
/// the same in any order.
pub trait Sums: Serialize + DeserializeOwned {
    /// Blocks so far.
    fn blocks(&self) -> u64;
    /// Whether it sums the same things as another.
    fn is_like(&self, other: &Self) -> bool;
}

/// How far a run has got: the first `blocks` blocks stand in the first `bytes` of each file, and
/// `tally` is their sum. What lies beyond is of a block that was being written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Progress<T> {
    /// Finished blocks, always the first ones.
    pub blocks: u64,
    /// The length of each file.
    pub bytes: Vec<(String, u64)>,
    /// The sums over the finished blocks.
    pub tally: T,
}

impl<T: Serialize> Progress<T> {
    /// Its JSON, and the hash of it that also covers the settings of the run.
    fn sealed(&self, settings: &str) -> (Vec<u8>, String) {
        let json = serde_json::to_vec(self).expect("plain values can be written as JSON");
        let sealed = [settings.as_bytes(), b"\n", &json].concat();
        (json, sha256(&sealed))
    }
}

/// What stands at the end of a note.
#[derive(Deserialize)]
struct Seal {
    sha256: String,
}

/// Why a run's folder can't be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is a run in it.
    #[error("{} holds {file} of another run: choose another folder, or --force to replace it", dir.display())]
    Taken {
        /// The folder.
        dir: PathBuf,
        /// The file that was found.
        file: &'static str,
    },
    /// A run is being written there.
    #[error("{}: another run is being written there", dir.display())]
    Busy {
        /// The folder.
        dir: PathBuf,
    },
    /// A file is not as the interrupted run left it.
    #[error(
        "{}: {there} bytes, where progress.json has noted {bytes}: it was changed since, so the run \
         can't be gone on with; start it again with --force", path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// How long it is.
        there: u64,
        /// How long it was.
        bytes: u64,
    },
    /// The note of progress is of another run, or no such note.
    #[error("{}: {what}; the run can't be gone on with: start it again with --force", path.display())]
    BadNote {
        /// The note.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file system refused.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
}

impl FolderError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::Io { path: path.to_owned(), error }
    }
}

/// Which of the growing files a tournament writes besides `matches.csv`.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    /// Whether there is a `hands.csv`.
    pub hands: bool,
    /// Whether there is a `records.jsonl`.
    pub records: bool,
    /// Whether those two are compressed.
    pub compress: bool,
}

/// The growing files of a run, each with its first line; a place may be left empty.
#[derive(Clone, Debug, Default)]
pub struct Files(pub Vec<Option<(String, &'static str)>>);

impl From<Contents> for Files {
    fn from(contents: Contents) -> Self {
        let end = if contents.compress { ".zst" } else { "" };
        let file = |wanted: bool, name, header| wanted.then(|| (format!("{name}{end}"), header));
        Self(vec![
            Some(("matches.csv".to_owned(), MATCHES_HEADER)),
            file(contents.hands, "hands.csv", HANDS_HEADER),
            file(contents.records, "records.jsonl", ""),
        ])
    }
}

/// The folder of a run that is being played.
pub struct RunFolder {
    dir: PathBuf,
    files: Vec<Option<Growing>>,
    /// The settings of the run, which its note of progress is bound to.
    settings: String,
    /// When progress is to be noted next.
    due: Instant,
    /// Held for as long as the run is being written.
    _lock: File,
}

impl RunFolder {
    /// Makes the folder and starts its files. The documents come first, the manifest before all:
    /// once it is there, the run can be gone on with.
    pub fn create(
        dir: &Path,
        files: impl Into<Files>,
        force: bool,
        documents: &[(&str, Vec<u8>)],
    ) -> Result<Self, FolderError> {
        fs::create_dir_all(dir).map_err(FolderError::io(dir))?;
        let lock = lock(dir)?;
        if let Err(error) = clear(dir, force) {
            let _ = fs::remove_file(dir.join(LOCK));
            return Err(error);
        }
        for (name, bytes) in documents {
            write_whole(dir, name, bytes)?;
        }
        Self::start(dir, files.into(), &[], settings_of(documents), lock)
    }

    /// Goes on with a folder where it was left: gives what was noted of its progress, if any block
    /// had been. `fresh` is the sum of no blocks, and `all` is how many there are to play.
    pub fn reopen<T: Sums>(
        dir: &Path,
        files: impl Into<Files>,
        documents: &[(&str, Vec<u8>)],
        fresh: &T,
        all: u64,
    ) -> Result<(Self, Option<T>), FolderError> {
        let files = files.into();
        let settings = settings_of(documents);
        let lock = lock(dir)?;
        let path = dir.join(PROGRESS);
        let bad = |what: String| FolderError::BadNote { path: path.clone(), what };
        let note: Option<(Progress<T>, Seal)> = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(FolderError::Io { path, error }),
            Ok(bytes) => {
                let read =
                    || Ok((serde_json::from_slice(&bytes)?, serde_json::from_slice(&bytes)?));
                Some(read().map_err(|error: serde_json::Error| bad(error.to_string()))?)
            }
        };
        if let Some((progress, seal)) = &note {
            let names = files.0.iter().flatten().map(|(name, _)| name);
            let told = progress.bytes.iter().map(|(name, _)| name);
            let (tally, blocks) = (&progress.tally, progress.blocks);
            if !names.eq(told) || !tally.is_like(fresh) || tally.blocks() != blocks || blocks > all
            {
                return Err(bad("it is not of the run that manifest.json tells of".to_owned()));
            }
            if progress.sealed(&settings).1 != seal.sha256 {
                let what = "it is not of the settings in manifest.json, or was changed by hand";
                return Err(bad(what.to_owned()));
            }
        }
        let note = note.map(|(progress, _)| progress);
        for (name, bytes) in documents {
            write_whole(dir, name, bytes)?;
        }
        let noted = note.as_ref().map_or(&[][..], |note| &note.bytes[..]);
        let folder = Self::start(dir, files, noted, settings, lock)?;
        Ok((folder, note.map(|note| note.tally)))
    }

    fn start(
        dir: &Path,
        files: Files,
        noted: &[(String, u64)],
        settings: String,
        lock: File,
    ) -> Result<Self, FolderError> {
        let open = |file: Option<(String, &'static str)>| {
            file.map(|(name, header)| match noted.iter().find(|(of, _)| *of == name) {
                Some((_, bytes)) => Growing::reopen(dir, &name, header, *bytes),
                None => Growing::create(dir, &name, header),
            })
            .transpose()
        };
        let files = files.0.into_iter().map(open).collect::<Result<_, _>>()?;
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

    /// Adds a block's lines of a tournament; `tally` already counts it.
    pub fn add<T: Sums>(&mut self, lines: &BlockLines, tally: &T) -> Result<(), FolderError> {
        self.add_lines(&[&lines.matches, &lines.hands, &lines.records], tally)
    }

    /// Adds a block's lines, a file each; `sums` already count it.
    pub fn add_lines<T: Sums>(&mut self, lines: &[&[u8]], sums: &T) -> Result<(), FolderError> {
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
    pub fn note_progress<T: Sums>(&mut self, sums: &T) -> Result<(), FolderError> {
        let begun = Instant::now();
        for file in self.growing() {
            file.flush()?;
        }
        let bytes = self.growing().map(|file| (file.name(), file.bytes)).collect();
        let progress = Progress { blocks: sums.blocks(), bytes, tally: sums };
        let (mut note, hash) = progress.sealed(&self.settings);
        note.pop();
        note.extend_from_slice(format!(",\"sha256\":\"{hash}\"}}").as_bytes());
        self.write_whole(PROGRESS, &note)?;
        // A note that takes long, as with very many line-ups, is taken less often.
        self.due = Instant::now() + EVERY.max(20 * begun.elapsed());
        Ok(())
    }

    /// Writes a file whole or not at all.
    pub fn write_whole(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        write_whole(&self.dir, name, bytes)
    }

    /// Ends the growing files, adds the tables, and gives the hash of all results.
    pub fn finish(&mut self, tables: &[(&str, Vec<u8>)]) -> Result<String, FolderError> {
        for file in self.growing() {
            file.flush()?;
        }
        for (name, bytes) in tables {
            self.write_whole(name, bytes)?;
        }
        let mut digests: Vec<(String, String)> =
            tables.iter().map(|(name, bytes)| ((*name).to_owned(), sha256(bytes))).collect();
        for file in self.growing() {
            let digest = sha256_of_file(&file.path).map_err(FolderError::io(&file.path))?;
            digests.push((file.name(), digest));
        }
        Ok(results_hash(digests))
    }

    /// Takes the note of progress away: the run is finished.
    pub fn close(&self) -> Result<(), FolderError> {
        remove_traces(&self.dir)
    }

    /// The names and sizes of the growing files.
    pub fn sizes(&mut self) -> Vec<(String, u64)> {
        self.growing().map(|file| (file.name(), file.bytes)).collect()
    }
}

/// The sums of a finished shard.
pub fn sums_of_shard<T: Sums>(shard: &Path, fresh: &T) -> anyhow::Result<T> {
    let path = shard.join(TALLY);
    let said = || path.display().to_string();
    let bytes = fs::read(&path).with_context(said)?;
    let part: T = serde_json::from_slice(&bytes).with_context(said)?;
    if !part.is_like(fresh) {
        anyhow::bail!("{}: it is not of the run that manifest.json tells of", said());
    }
    Ok(part)
}

/// What decides the results, as the run's documents tell it.
fn settings_of(documents: &[(&str, Vec<u8>)]) -> String {
    let config = documents.iter().find(|(name, _)| *name == "config.toml");
    config.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default()
}

/// Locks the folder against other runs; a lock of a process that is gone does not count.
pub(super) fn lock(dir: &Path) -> Result<File, FolderError> {
    let path = dir.join(LOCK);
    let file = File::create(&path).map_err(FolderError::io(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FolderError::Busy { dir: dir.to_owned() }),
        Err(TryLockError::Error(error)) => Err(FolderError::Io { path, error }),
    }
}

pub(super) fn write_whole(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let path = dir.join(name);
    let half = dir.join(PART);
    fs::write(&half, bytes).map_err(FolderError::io(&half))?;
    fs::rename(&half, &path).map_err(FolderError::io(&path))
}

/// The files that are there only while a run is unfinished; the lock is the last to go.
const TRACES: [&str; 3] = [PROGRESS, PART, LOCK];

pub(super) fn remove_traces(dir: &Path) -> Result<(), FolderError> {
    for name in TRACES {
        let path = dir.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(FolderError::Io { path, error });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Takes away what a run left that was killed when all but this was done.
pub fn tidy(dir: &Path) -> Result<(), FolderError> {
    if TRACES.iter().all(|name| !dir.join(name).exists()) {
        return Ok(());
    }
    let _lock = lock(dir)?;
    remove_traces(dir)
}

/// The hash of the results that a folder holds, as [`RunFolder::finish`] gives it.
pub fn hash_of_folder(dir: &Path) -> Result<String, FolderError> {
    let mut digests = Vec::new();
    for name in FILES.into_iter().filter(|name| !NOT_RESULTS.contains(name)) {
        let path = dir.join(name);
        match sha256_of_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(FolderError::Io { path, error }),
            Ok(digest) => digests.push((name.to_owned(), digest)),
        }
    }
    Ok(results_hash(digests))
}

/// The files of another run that a folder holds, if they may be replaced and can be.
pub(super) fn old_files(dir: &Path, force: bool) -> Result<Vec<PathBuf>, FolderError> {
    let mut found = Vec::new();
    for file in FILES {
        let path = dir.join(file);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(FolderError::Io { path, error }),
            Ok(_) if !force => return Err(FolderError::Taken { dir: dir.to_owned(), file }),
            Ok(entry) if entry.is_dir() => {
                let error = io::Error::from(io::ErrorKind::IsADirectory);
                return Err(FolderError::Io { path, error });
            }
            Ok(_) => found.push(path),
        }
    }
    Ok(found)
}

/// Sees to it that the folder holds no file of another run; nothing is removed unless all can be.
pub(super) fn clear(dir: &Path, force: bool) -> Result<(), FolderError> {
    for path in old_files(dir, force)? {
        fs::remove_file(&path).map_err(FolderError::io(&path))?;
    }
    Ok(())
}

/// A value as a file of indented JSON.
pub fn to_json<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("plain values can be written as JSON");
    bytes.push(b'\n');
    bytes
}

/// The hash of a run's results: SHA-256 of the lines that `sha256sum` prints for its files, in
/// the order of their names.
pub fn results_hash(mut digests: Vec<(String, String)>) -> String {
    digests.sort();
    let lines: String =
        digests.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect();
    sha256(lines.as_bytes())
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn sha256_of_file(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut file = io::BufReader::with_capacity(1 << 16, File::open(path)?);
    loop {
        let bytes = io::BufRead::fill_buf(&mut file)?;
        if bytes.is_empty() {
            return Ok(hex(&hasher.finalize()));
        }
        hasher.update(bytes);
        let read = bytes.len();
        io::BufRead::consume(&mut file, read);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
