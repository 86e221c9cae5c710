//! A file of a run that grows by whole blocks.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::FolderError;

/// A file that grows, as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowingFile {
    /// The name of the file; one that ends in `.zst` is compressed.
    pub name: String,
    /// The first line.
    pub header: &'static str,
}

/// One of a run's files while the run goes on.
pub(super) struct Growing {
    file: GrowingFile,
    path: PathBuf,
    open: File,
    /// How much of it is written.
    pub(super) bytes: u64,
    /// What is not in the file yet.
    pub(super) pending: Vec<u8>,
}

impl Growing {
    /// Starts the file with its header.
    pub(super) fn create(dir: &Path, file: GrowingFile) -> Result<Self, FolderError> {
        let path = dir.join(&file.name);
        let open = File::create(&path).map_err(FolderError::io(&path))?;
        let pending = file.head();
        Ok(Self { file, path, open, bytes: 0, pending })
    }

    /// Goes on after the first `bytes`; what lies beyond was of a block that was not finished.
    pub(super) fn reopen(dir: &Path, file: GrowingFile, bytes: u64) -> Result<Self, FolderError> {
        let path = dir.join(&file.name);
        let io = FolderError::io(&path);
        let reopen = || {
            let mut open = OpenOptions::new().write(true).open(&path)?;
            let there = open.metadata()?.len();
            if there >= bytes {
                open.set_len(bytes)?;
                open.seek(SeekFrom::Start(bytes))?;
            }
            Ok((open, there))
        };
        let (open, there) = reopen().map_err(io)?;
        if there < bytes {
            return Err(FolderError::Changed { path, there, bytes });
        }
        Ok(Self { file, path, open, bytes, pending: Vec::new() })
    }

    pub(super) fn flush(&mut self) -> Result<(), FolderError> {
        self.open.write_all(&self.pending).map_err(FolderError::io(&self.path))?;
        self.bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    pub(super) fn name(&self) -> &str {
        &self.file.name
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds what the same file of a shard holds after its header.
    pub(super) fn append(&mut self, shard: &Path) -> Result<(), FolderError> {
        self.flush()?;
        let path = shard.join(&self.file.name);
        let io = FolderError::io(&path);
        let head = self.file.head();
        let open = || {
            let mut file = File::open(&path)?;
            let mut start = vec![0; head.len()];
            file.read_exact(&mut start)?;
            if start != head {
                return Err(io::Error::other("it does not start as this version's files do"));
            }
            Ok(file)
        };
        let mut file = open().map_err(io)?;
        self.bytes += io::copy(&mut file, &mut self.open).map_err(FolderError::io(&self.path))?;
        Ok(())
    }
}

impl GrowingFile {
    /// How the file starts.
    fn head(&self) -> Vec<u8> {
        let header = self.header.as_bytes();
        if self.name.ends_with(".zst") { compress(header) } else { header.to_vec() }
    }
}

/// One frame of its own, so that a compressed file can be cut after any block.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    zstd::bulk::compress(bytes, 3).expect("memory can be compressed to memory")
}
