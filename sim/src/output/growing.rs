//! A file of a run that grows by whole blocks.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::folder::FolderError;

/// One of a run's files while the run goes on.
pub(super) struct Growing {
    pub(super) path: PathBuf,
    header: &'static str,
    file: File,
    /// How much of it is written.
    pub(super) bytes: u64,
    /// What is not in the file yet.
    pub(super) pending: Vec<u8>,
}

impl Growing {
    /// Starts it with its header.
    pub(super) fn create(
        dir: &Path,
        name: &str,
        header: &'static str,
    ) -> Result<Self, FolderError> {
        let path = dir.join(name);
        let file = File::create(&path).map_err(FolderError::io(&path))?;
        Ok(Self { path, header, file, bytes: 0, pending: head(name, header) })
    }

    /// Goes on after its first `bytes`; what lies beyond was of a block that was not finished.
    pub(super) fn reopen(
        dir: &Path,
        name: &str,
        header: &'static str,
        bytes: u64,
    ) -> Result<Self, FolderError> {
        let path = dir.join(name);
        let io = FolderError::io(&path);
        let open = || {
            let mut file = OpenOptions::new().write(true).open(&path)?;
            let there = file.metadata()?.len();
            if there >= bytes {
                file.set_len(bytes)?;
                file.seek(SeekFrom::Start(bytes))?;
            }
            Ok((file, there))
        };
        let (file, there) = open().map_err(io)?;
        if there < bytes {
            return Err(FolderError::Changed { path, there, bytes });
        }
        Ok(Self { path, header, file, bytes, pending: Vec::new() })
    }

    pub(super) fn flush(&mut self) -> Result<(), FolderError> {
        self.file.write_all(&self.pending).map_err(FolderError::io(&self.path))?;
        self.bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    pub(super) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Adds what the same file of a shard holds after its header.
    pub(super) fn append(&mut self, shard: &Path) -> Result<(), FolderError> {
        self.flush()?;
        let path = shard.join(self.name());
        let io = FolderError::io(&path);
        let head = head(&self.name(), self.header);
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
        self.bytes += io::copy(&mut file, &mut self.file).map_err(FolderError::io(&self.path))?;
        Ok(())
    }
}

/// How a file of this name starts.
fn head(name: &str, header: &str) -> Vec<u8> {
    if name.ends_with(".zst") { compress(header.as_bytes()) } else { header.as_bytes().to_vec() }
}

/// One frame of its own, so that a compressed file can be cut after any block.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    zstd::bulk::compress(bytes, 3).expect("memory can be compressed to memory")
}
