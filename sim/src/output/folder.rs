//! A run's folder: files that only ever grow by whole blocks, and a note of how far they reach.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::rows::{BlockLines, HANDS_HEADER, MATCHES_HEADER};
use crate::stats::Tally;

/// How often the files are brought up to date while a run goes on.
const EVERY: Duration = Duration::from_millis(500);

/// The note of how far a run has got. It is there only while the run is unfinished.
pub const PROGRESS: &str = "progress.json";

/// A file that is being written whole, before it takes its name.
const PART: &str = ".part";

/// The file that is locked for as long as a run is being written.
const LOCK: &str = ".lock";

/// All that a run may write, so that no other run's files are taken for its own.
const FILES: [&str; 10] = [
    "manifest.json",
    PART,
    PROGRESS,
    "matches.csv",
    "hands.csv",
    "hands.csv.zst",
    "records.jsonl",
    "records.jsonl.zst",
    "summary.csv",
    "crosstable.csv",
];

/// How far a run has got: the first `blocks` blocks stand in the first `bytes` of each file, and
/// `tally` is their sum. What lies beyond is of a block that was being written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// Finished blocks, always the first ones.
    pub blocks: u64,
    /// The length of each file.
    pub bytes: Vec<(String, u64)>,
    /// The sums over the finished blocks.
    pub tally: Tally,
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
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::Io { path: path.to_owned(), error }
    }
}

/// A file of the run that grows block by block.
struct Growing {
    path: PathBuf,
    file: File,
    bytes: u64,
    /// What is not in the file yet.
    pending: Vec<u8>,
}

impl Growing {
    fn create(dir: &Path, name: &str, header: &str) -> Result<Self, FolderError> {
        let path = dir.join(name);
        let file = File::create(&path).map_err(FolderError::io(&path))?;
        let pending = if name.ends_with(".zst") {
            compress(header.as_bytes())
        } else {
            header.as_bytes().to_vec()
        };
        Ok(Self { path, file, bytes: 0, pending })
    }

    fn flush(&mut self) -> Result<(), FolderError> {
        self.file.write_all(&self.pending).map_err(FolderError::io(&self.path))?;
        self.bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// One frame of its own, so that a compressed file can be cut after any block.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    zstd::bulk::compress(bytes, 3).expect("memory can be compressed to memory")
}

/// Which of the growing files a run writes besides `matches.csv`.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    /// Whether there is a `hands.csv`.
    pub hands: bool,
    /// Whether there is a `records.jsonl`.
    pub records: bool,
    /// Whether those two are compressed.
    pub compress: bool,
}

/// The folder of a run that is being played.
pub struct RunFolder {
    dir: PathBuf,
    matches: Growing,
    hands: Option<Growing>,
    records: Option<Growing>,
    /// When progress is to be noted next.
    due: Instant,
    /// Held for as long as the run is being written.
    _lock: File,
}

impl RunFolder {
    /// Makes the folder and starts its files.
    pub fn create(dir: &Path, contents: Contents, force: bool) -> Result<Self, FolderError> {
        fs::create_dir_all(dir).map_err(FolderError::io(dir))?;
        let lock = lock(dir)?;
        if let Err(error) = clear(dir, force) {
            let _ = fs::remove_file(dir.join(LOCK));
            return Err(error);
        }
        let end = if contents.compress { ".zst" } else { "" };
        let start = |wanted: bool, name: &str, header| {
            wanted.then(|| Growing::create(dir, &format!("{name}{end}"), header)).transpose()
        };
        Ok(Self {
            dir: dir.to_owned(),
            matches: Growing::create(dir, "matches.csv", MATCHES_HEADER)?,
            hands: start(contents.hands, "hands.csv", HANDS_HEADER)?,
            records: start(contents.records, "records.jsonl", "")?,
            due: Instant::now(),
            _lock: lock,
        })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    fn growing(&mut self) -> impl Iterator<Item = &mut Growing> {
        [Some(&mut self.matches), self.hands.as_mut(), self.records.as_mut()].into_iter().flatten()
    }

    /// Adds a block's lines; `tally` already counts it.
    pub fn add(&mut self, lines: &BlockLines, tally: &Tally) -> Result<(), FolderError> {
        self.matches.pending.extend_from_slice(&lines.matches);
        for (file, lines) in [(&mut self.hands, &lines.hands), (&mut self.records, &lines.records)]
        {
            if let Some(file) = file {
                file.pending.extend_from_slice(lines);
            }
        }
        if Instant::now() >= self.due {
            self.note_progress(tally)?;
        } else {
            for file in self.growing().filter(|file| file.pending.len() > 1 << 20) {
                file.flush()?;
            }
        }
        Ok(())
    }

    /// Brings the files up to date and notes how far they reach.
    pub fn note_progress(&mut self, tally: &Tally) -> Result<(), FolderError> {
        for file in self.growing() {
            file.flush()?;
        }
        let begun = Instant::now();
        let bytes = self.growing().map(|file| (file.name(), file.bytes)).collect();
        let progress = Progress { blocks: tally.blocks(), bytes, tally: tally.clone() };
        self.write_whole(PROGRESS, &to_json(&progress))?;
        // A note that takes long, as with very many line-ups, is taken less often.
        self.due = Instant::now() + EVERY.max(20 * begun.elapsed());
        Ok(())
    }

    /// Writes a file whole or not at all.
    pub fn write_whole(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.dir.join(name);
        let half = self.dir.join(PART);
        fs::write(&half, bytes).map_err(FolderError::io(&half))?;
        fs::rename(&half, &path).map_err(FolderError::io(&path))
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
        for name in [PROGRESS, LOCK] {
            let path = self.dir.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(FolderError::Io { path, error });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The names and sizes of the growing files.
    pub fn sizes(&mut self) -> Vec<(String, u64)> {
        self.growing().map(|file| (file.name(), file.bytes)).collect()
    }
}

/// Locks the folder against other runs; a lock of a process that is gone does not count.
fn lock(dir: &Path) -> Result<File, FolderError> {
    let path = dir.join(LOCK);
    let file = File::create(&path).map_err(FolderError::io(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FolderError::Busy { dir: dir.to_owned() }),
        Err(TryLockError::Error(error)) => Err(FolderError::Io { path, error }),
    }
}

/// Sees to it that the folder holds no file of another run; nothing is removed unless all can be.
fn clear(dir: &Path, force: bool) -> Result<(), FolderError> {
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
    for path in found {
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
