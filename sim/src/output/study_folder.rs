//! The folder of a study: tables that are written whole, once all is played.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::folder::{
    FolderError, clear, lock, old_files, remove_traces, results_hash, sha256, write_whole,
};

/// A folder that is kept for a study.
pub struct StudyFolder {
    dir: PathBuf,
    force: bool,
    /// Held for as long as the study runs.
    _lock: File,
}

impl StudyFolder {
    /// Makes the folder, which must not hold another run. One that is to be replaced stays until
    /// there is something to replace it with.
    pub fn create(dir: &Path, force: bool) -> Result<Self, FolderError> {
        fs::create_dir_all(dir).map_err(FolderError::io(dir))?;
        let folder = Self { dir: dir.to_owned(), force, _lock: lock(dir)? };
        if let Err(error) = old_files(dir, force) {
            folder.leave();
            return Err(error);
        }
        Ok(folder)
    }

    /// Writes the file that repeats the study, the tables and last, with the hash of them all, the
    /// manifest; what another run left is taken away first.
    pub fn finish(
        self,
        config: &[u8],
        tables: &[(&str, Vec<u8>)],
        manifest: impl FnOnce(String) -> Vec<u8>,
    ) -> Result<(), FolderError> {
        let digests = tables.iter().map(|(name, bytes)| ((*name).to_owned(), sha256(bytes)));
        let hash = results_hash(digests.collect());
        clear(&self.dir, self.force)?;
        write_whole(&self.dir, "config.toml", config)?;
        for (name, bytes) in tables {
            write_whole(&self.dir, name, bytes)?;
        }
        write_whole(&self.dir, "manifest.json", &manifest(hash))?;
        remove_traces(&self.dir)
    }

    /// Leaves the folder as it is.
    pub fn leave(self) {
        let _ = remove_traces(&self.dir);
    }
}
