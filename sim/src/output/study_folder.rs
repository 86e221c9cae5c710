//! The folder of a study: tables that are written whole, once all is played.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::folder::{FolderError, clear, lock, remove_traces, results_hash, sha256, write_whole};

/// A folder that is kept for a study.
pub struct StudyFolder {
    dir: PathBuf,
    /// Held for as long as the study runs.
    _lock: File,
}

impl StudyFolder {
    /// Makes the folder, which holds no other run then.
    pub fn create(dir: &Path, force: bool) -> Result<Self, FolderError> {
        fs::create_dir_all(dir).map_err(FolderError::io(dir))?;
        let folder = Self { dir: dir.to_owned(), _lock: lock(dir)? };
        if let Err(error) = clear(dir, force) {
            folder.leave();
            return Err(error);
        }
        Ok(folder)
    }

    /// Writes the tables and then, with the hash of them all, the manifest.
    pub fn finish(
        self,
        tables: &[(&str, Vec<u8>)],
        manifest: impl FnOnce(String) -> Vec<u8>,
    ) -> Result<(), FolderError> {
        let digests = tables.iter().map(|(name, bytes)| ((*name).to_owned(), sha256(bytes)));
        let hash = results_hash(digests.collect());
        for (name, bytes) in tables {
            write_whole(&self.dir, name, bytes)?;
        }
        write_whole(&self.dir, "manifest.json", &manifest(hash))?;
        remove_traces(&self.dir)
    }

    /// Writes a file that is no result.
    pub fn note(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        write_whole(&self.dir, name, bytes)
    }

    /// Leaves the folder as it is.
    pub fn leave(self) {
        let _ = remove_traces(&self.dir);
    }
}
