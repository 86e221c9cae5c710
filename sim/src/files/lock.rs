//! The lock of a run's folder, which keeps a second process out.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use super::dir::Dir;
use super::error::FolderError;
use crate::io::bounded_read::plain_file;

/// The file that is locked for as long as a run is being written.
const LOCK: &str = ".lock";

/// The content of a lock, by which a run knows its own; nothing yet in one that was just made.
const MARK: &str = "threehand\n";

/// A folder's lock, held. It ends with its process.
pub(super) struct Lock {
    file: File,
    /// Whether there was no such file before.
    made: bool,
    /// Whether a run that is gone left the lock, and perhaps other traces.
    pub(super) was_left: bool,
}

impl Lock {
    /// Locks a folder.
    pub(super) fn take(dir: &Dir) -> Result<Self, FolderError> {
        loop {
            let (file, made) = match dir.file(LOCK)? {
                Some(file) => (file, false),
                None => match dir.create(LOCK) {
                    // Another process was quicker.
                    Err(error) if error.is_there_already() => continue,
                    created => (created?, true),
                },
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(FolderError::Busy { dir: dir.path().to_owned() });
                }
                Err(TryLockError::Error(error)) => return Err(dir.fault(LOCK, error)),
            }
            let lock = Self { file, made, was_left: false };
            // Whoever held the lock may have removed the file before the lock was free.
            if lock.is_in_place(dir) {
                return lock.known(dir);
            }
        }
    }

    /// Whether a lock exists in a folder.
    pub(super) fn is_in(dir: &Dir) -> Result<bool, FolderError> {
        dir.holds(LOCK)
    }

    /// The same lock, if a run made the file: then the file has the mark, or nothing in it.
    fn known(self, dir: &Dir) -> Result<Self, FolderError> {
        let content = self.content().map_err(|error| dir.fault(LOCK, error))?;
        if content.is_empty() {
            let marked = (&self.file).write_all(MARK.as_bytes());
            marked.map_err(|error| dir.fault(LOCK, error))?;
        } else if content != MARK.as_bytes() {
            return Err(dir.strange(LOCK, "no lock of a run"));
        }
        Ok(Self { was_left: !self.made && !content.is_empty(), ..self })
    }

    fn content(&self) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        (&self.file).take(1 + MARK.len() as u64).read_to_end(&mut content)?;
        Ok(content)
    }

    /// Whether the file is still the folder's lock.
    pub(super) fn is_in_place(&self, dir: &Dir) -> bool {
        dir.leads_to(LOCK, &self.file)
    }

    /// Gives the folder up, as it was before the lock was taken.
    pub(super) fn leave(&self, dir: &Dir) {
        if self.made {
            let _ = self.remove(dir);
        }
    }

    /// Removes the lock, which is the last trace of a run.
    pub(super) fn remove(&self, dir: &Dir) -> Result<(), FolderError> {
        if self.is_in_place(dir) { dir.remove(LOCK) } else { Ok(()) }
    }
}

/// Keeps runs out of a folder for as long as the file is open, without a trace; `None` if no run has
/// left a lock there.
///
/// # Errors
/// If a live run holds the folder.
pub fn keep_still(path: &Path) -> Result<Option<File>, FolderError> {
    let lock = path.join(LOCK);
    let file = match plain_file(&lock) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(FolderError::io(&lock))?,
    };
    match file.try_lock_shared() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(FolderError::Busy { dir: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(FolderError::io(&lock)(error)),
    }
}
