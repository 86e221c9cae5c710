//! Why a run's folder can't be written.

use std::io;
use std::path::{Path, PathBuf};

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
