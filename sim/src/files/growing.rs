//! A file of a run that grows by whole blocks.

use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::dir::Dir;
use super::error::FolderError;
use super::hash::{hex, read_through};
use crate::io::bounded_read::plain_file;

/// A file that grows, as asked for.
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
    open: File,
    /// How much of the file is written.
    pub(super) bytes: u64,
    /// The hash of what is written.
    written: Sha256,
    /// What is not in the file yet.
    pub(super) pending: Vec<u8>,
}

impl Growing {
    /// Starts the file with its header. A file that an earlier sitting began, but did not note, is
    /// removed.
    pub(super) fn create(dir: &Dir, file: GrowingFile) -> Result<Self, FolderError> {
        dir.remove(&file.name)?;
        let open = dir.create(&file.name)?;
        let pending = file.head();
        Ok(Self { file, open, bytes: 0, written: Sha256::new(), pending })
    }

    /// Goes on after what was noted; what lies beyond was of a block that was not finished.
    pub(super) fn reopen(
        dir: &Dir,
        file: GrowingFile,
        (noted, hash): (u64, &str),
    ) -> Result<Self, FolderError> {
        let name = &file.name;
        let changed = |what: String| FolderError::Changed { path: dir.path().join(name), what };
        let Some(open) = dir.file(name)? else {
            return Err(changed("it is gone".to_owned()));
        };
        let io = |error| dir.fault(name, error);
        if open.metadata().map_err(io)?.nlink() > 1 {
            return Err(dir.strange(name, "a file with other names too"));
        }
        let there = open.metadata().map_err(io)?.len();
        if there < noted {
            let what = format!("{there} bytes, where progress.json has noted {noted}");
            return Err(changed(what));
        }
        let mut written = Sha256::new();
        read_through((&open).take(noted), |bytes| written.update(bytes)).map_err(io)?;
        if digest(&written) != hash {
            return Err(changed("it was changed since progress.json has noted it".to_owned()));
        }
        open.set_len(noted).map_err(io)?;
        (&open).seek(SeekFrom::Start(noted)).map_err(io)?;
        Ok(Self { file, open, bytes: noted, written, pending: Vec::new() })
    }

    pub(super) fn flush(&mut self, dir: &Dir) -> Result<(), FolderError> {
        self.open.write_all(&self.pending).map_err(|error| dir.fault(&self.file.name, error))?;
        self.bytes += self.pending.len() as u64;
        self.written.update(&self.pending);
        self.pending.clear();
        Ok(())
    }

    /// Makes what is written survive a power failure.
    pub(super) fn sync(&self, dir: &Dir) -> Result<(), FolderError> {
        self.open.sync_data().map_err(|error| dir.fault(&self.file.name, error))
    }

    pub(super) fn name(&self) -> &str {
        &self.file.name
    }

    /// The hash of what is written.
    pub(super) fn sha256(&self) -> String {
        digest(&self.written)
    }

    /// Checks that the folder still has the file, with the length that this process gave it.
    pub(super) fn is_ours(&self, dir: &Dir) -> Result<(), FolderError> {
        let (name, path) = (self.name(), dir.path().join(self.name()));
        if !dir.leads_to(name, &self.open) {
            return Err(FolderError::Lost { path });
        }
        let there = self.open.metadata().map_err(|error| dir.fault(name, error))?.len();
        if there == self.bytes {
            return Ok(());
        }
        let what = format!("{there} bytes, where the run has written {}", self.bytes);
        Err(FolderError::Changed { path, what })
    }

    /// Checks that the file holds what was written.
    pub(super) fn holds_what_was_written(&mut self, dir: &Dir) -> Result<(), FolderError> {
        self.is_ours(dir)?;
        let mut there = Sha256::new();
        let read = self.open.rewind();
        let read = read.and_then(|()| read_through(&self.open, |bytes| there.update(bytes)));
        read.map_err(|error| dir.fault(&self.file.name, error))?;
        if digest(&there) == self.sha256() {
            return Ok(());
        }
        let path = dir.path().join(self.name());
        Err(FolderError::Changed { path, what: "it was changed while the run went on".to_owned() })
    }

    /// Adds what the same file of a shard holds after its header, or only the first `most` lines of it, and gives
    /// the hash of that file.
    pub(super) fn append(
        &mut self,
        dir: &Dir,
        shard: &Path,
        mut most: Option<u64>,
    ) -> Result<String, FolderError> {
        self.flush(dir)?;
        let path = shard.join(&self.file.name);
        let head = self.file.head();
        let open = || {
            let mut file = plain_file(&path)?;
            let mut start = vec![0; head.len()];
            file.read_exact(&mut start)?;
            if start != head {
                return Err(io::Error::other("it does not start as this version's files do"));
            }
            Ok(file)
        };
        let mut file = open().map_err(FolderError::io(&path))?;
        let mut hasher = Sha256::new_with_prefix(&head);
        loop {
            let piece = 1 << 20;
            let read = (&mut file).take(piece).read_to_end(&mut self.pending);
            if read.map_err(FolderError::io(&path))? == 0 {
                return Ok(digest(&hasher));
            }
            hasher.update(&self.pending);
            if let Some(most) = &mut most {
                cut(&mut self.pending, most);
            }
            self.flush(dir)?;
        }
    }
}

/// Cuts bytes after `most` lines, and subtracts the lines that are left from `most`.
fn cut(bytes: &mut Vec<u8>, most: &mut u64) {
    let mut lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    match most.checked_sub(1) {
        None => bytes.clear(),
        Some(last) => match lines.nth(last as usize) {
            Some((end, _)) => {
                bytes.truncate(end + 1);
                *most = 0;
            }
            None => *most -= bytes.iter().filter(|byte| **byte == b'\n').count() as u64,
        },
    }
}

impl GrowingFile {
    /// How the file starts.
    fn head(&self) -> Vec<u8> {
        let header = self.header.as_bytes();
        if self.name.ends_with(".zst") { compress(header) } else { header.to_vec() }
    }
}

/// The hash of what was put in so far.
fn digest(hasher: &Sha256) -> String {
    hex(&hasher.clone().finalize())
}

/// One frame of its own, so that a compressed file can be cut after any block.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    zstd::bulk::compress(bytes, 3).expect("memory can be compressed to memory")
}
