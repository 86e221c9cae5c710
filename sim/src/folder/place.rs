//! A folder that is locked for one run, and the files in it that are written whole.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::error::FolderError;

/// What was run, and how it went.
pub const MANIFEST: &str = "manifest.json";

/// The settings that repeat the run.
pub const CONFIG: &str = "config.toml";

/// The note of how far a run has got. It is there only while the run is unfinished.
pub const PROGRESS: &str = "progress.json";

/// A shard's sums, from which the tables of the whole run are made.
pub const TALLY: &str = "tally.json";

/// The files that a run may write whatever is run, besides its results.
const COMMON: [&str; 3] = [MANIFEST, PROGRESS, CONFIG];

/// A file that is being written whole, before it takes its name.
const PART: &str = ".part";

/// The file that is locked for as long as a run is being written.
const LOCK: &str = ".lock";

/// The files that are there only while a run is unfinished; the lock is the last to go.
const TRACES: [&str; 3] = [PROGRESS, PART, LOCK];

/// A folder that a run may write into. A run that is to be replaced stays in it until it is cleared.
pub struct Place {
    pub(super) dir: PathBuf,
    /// The files of the run that is to be replaced.
    old: Vec<PathBuf>,
    /// Held for as long as the run is being written.
    pub(super) lock: File,
}

impl Place {
    /// Makes the folder, if it is not there, and locks it. `results` are the names of all files that
    /// any run may hold its results in; a folder that holds one of them is taken, unless `force`
    /// says that it may be replaced.
    pub fn take(dir: &Path, force: bool, results: &[&'static str]) -> Result<Self, FolderError> {
        fs::create_dir_all(dir).map_err(FolderError::io(dir))?;
        let lock = lock(dir)?;
        let mut place = Self { dir: dir.to_owned(), old: Vec::new(), lock };
        match old_files(dir, force, results) {
            Err(error) => {
                place.leave();
                Err(error)
            }
            Ok(old) => {
                place.old = old;
                Ok(place)
            }
        }
    }

    /// Gives the folder up, as it is.
    pub fn leave(self) {
        let _ = fs::remove_file(self.dir.join(LOCK));
    }

    /// Removes the run that is to be replaced.
    pub(super) fn clear(&mut self) -> Result<(), FolderError> {
        for path in self.old.drain(..) {
            fs::remove_file(&path).map_err(FolderError::io(&path))?;
        }
        Ok(())
    }
}

/// The files of another run that a folder holds, if they may be replaced and can be.
fn old_files(
    dir: &Path,
    force: bool,
    results: &[&'static str],
) -> Result<Vec<PathBuf>, FolderError> {
    let mut found = Vec::new();
    for &file in COMMON.iter().chain(results) {
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

/// Writes a file whole or not at all.
pub(super) fn write_whole(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let path = dir.join(name);
    let half = dir.join(PART);
    fs::write(&half, bytes).map_err(FolderError::io(&half))?;
    fs::rename(&half, &path).map_err(FolderError::io(&path))
}

/// Removes what is there only while a run is unfinished.
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

/// Removes what a run left that was killed when all but this was done.
pub fn tidy(dir: &Path) -> Result<(), FolderError> {
    if TRACES.iter().all(|name| !dir.join(name).exists()) {
        return Ok(());
    }
    let _lock = lock(dir)?;
    remove_traces(dir)
}

/// A value as a file of indented JSON.
pub fn to_json<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("plain values can be written as JSON");
    bytes.push(b'\n');
    bytes
}
