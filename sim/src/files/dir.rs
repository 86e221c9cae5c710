//! A folder that is held open. Its files are reached through the open folder and never through its
//! path, so that nothing is written elsewhere when the path comes to lead elsewhere.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, renameat, statat, unlinkat};
use rustix::io::Errno;

use super::error::FolderError;

/// A file that is being written whole, before the file takes its name.
pub(super) const PART: &str = ".part";

/// What is opened: never the target of a symbolic link, and never something that a reader waits for.
const PLAIN: OFlags =
    OFlags::RDWR.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

/// A folder that is held open.
pub(super) struct Dir {
    path: PathBuf,
    open: OwnedFd,
}

impl Dir {
    /// Opens a folder.
    pub(super) fn open(path: &Path) -> Result<Self, FolderError> {
        let open = || {
            let folder = File::open(path)?;
            if folder.metadata()?.is_dir() {
                Ok(OwnedFd::from(folder))
            } else {
                Err(io::ErrorKind::NotADirectory.into())
            }
        };
        Ok(Self { path: path.to_owned(), open: open().map_err(FolderError::io(path))? })
    }

    /// The path by which the folder was opened.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a file that must not be there yet.
    pub(super) fn create(&self, name: &str) -> Result<File, FolderError> {
        let made = openat(&self.open, name, PLAIN | OFlags::CREATE | OFlags::EXCL, mode());
        made.map(File::from).map_err(|error| self.fault(name, error))
    }

    /// Opens a plain file to read and write it; `None` if there is nothing of this name.
    pub(super) fn file(&self, name: &str) -> Result<Option<File>, FolderError> {
        let file = match openat(&self.open, name, PLAIN, Mode::empty()) {
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP) => return Err(self.strange(name, "a symbolic link")),
            opened => File::from(opened.map_err(|error| self.fault(name, error))?),
        };
        let is_file = file.metadata().map_err(|error| self.fault(name, error))?.is_file();
        if is_file { Ok(Some(file)) } else { Err(self.strange(name, "no plain file")) }
    }

    /// Whether there is anything of this name; an error if it is a folder.
    pub(super) fn holds(&self, name: &str) -> Result<bool, FolderError> {
        match statat(&self.open, name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(self.fault(name, error)),
            Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Directory => {
                Err(self.fault(name, Errno::ISDIR))
            }
            Ok(_) => Ok(true),
        }
    }

    /// Removes a file, or the link of that name, if there is one.
    pub(super) fn remove(&self, name: &str) -> Result<(), FolderError> {
        match unlinkat(&self.open, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(self.fault(name, error)),
        }
    }

    /// Writes a file whole or not at all, also if the power fails.
    pub(super) fn write_whole(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let mut part = self.create(PART)?;
        let written = part.write_all(bytes).and_then(|()| part.sync_all());
        written.map_err(|error| self.fault(PART, error))?;
        renameat(&self.open, PART, &self.open, name).map_err(|error| self.fault(name, error))
    }

    /// Makes the names of the files survive a power failure, where the file system can.
    pub(super) fn sync(&self) -> Result<(), FolderError> {
        match rustix::fs::fsync(&self.open) {
            Ok(()) | Err(Errno::INVAL | Errno::NOTSUP) => Ok(()),
            Err(error) => Err(FolderError::io(&self.path)(error.into())),
        }
    }

    /// Whether the path still leads to this folder.
    pub(super) fn is_in_place(&self) -> bool {
        let here = rustix::fs::fstat(&self.open).map(|stat| (stat.st_dev, stat.st_ino));
        let there = fs::metadata(&self.path).map(|there| (there.dev(), there.ino()));
        here.is_ok_and(|here| there.is_ok_and(|there| here == there))
    }

    /// Whether a name in the folder still leads to this file.
    pub(super) fn leads_to(&self, name: &str, file: &File) -> bool {
        let there = statat(&self.open, name, AtFlags::SYMLINK_NOFOLLOW);
        let there = there.map(|stat| (stat.st_dev, stat.st_ino));
        let here = file.metadata().map(|here| (here.dev(), here.ino()));
        there.is_ok_and(|there| here.is_ok_and(|here| here == there))
    }

    /// What the file system said of a file.
    pub(super) fn fault(&self, name: &str, error: impl Into<io::Error>) -> FolderError {
        FolderError::Io { path: self.path.join(name), error: error.into() }
    }

    /// Something that no run makes stands where a run has a file.
    pub(super) fn strange(&self, name: &str, what: &str) -> FolderError {
        FolderError::Refused(format!(
            "{}: it is {what}, so nothing is written there: remove it or choose another folder",
            self.path.join(name).display()
        ))
    }
}

/// What anybody may do with a new file, as far as the process lets them.
fn mode() -> Mode {
    Mode::from_raw_mode(0o666)
}
