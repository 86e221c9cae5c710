//! Why a run's folder can't be written.

use std::io;
use std::path::{Path, PathBuf};

use crate::terminal::failure::Failure;

/// Why a run's folder can't be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A run is being written there.
    #[error("{}", busy(dir, by.as_deref()))]
    Busy {
        /// The folder.
        dir: PathBuf,
        /// The process that writes it, if the lock names one.
        by: Option<String>,
    },
    /// The folder of a run that goes on is no longer in its place, or a file in it is not.
    #[error(
        "{}: it was moved, removed or replaced while the run went on, so the results of the run are \
         not there; a folder that was moved can be resumed in its new place", path.display()
    )]
    Lost {
        /// The folder or file.
        path: PathBuf,
    },
    /// A file does not hold what the run wrote.
    #[error("{}: {what}; the run can't be gone on with: start it again with --force", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// How the file was changed.
        what: String,
    },
    /// What stands in the folder may not be replaced.
    #[error("{0}")]
    Refused(String),
    /// The file system refused.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the file system said.
        error: io::Error,
    },
}

fn busy(dir: &Path, by: Option<&str>) -> String {
    let dir = dir.display();
    let run = format!("{dir}: another run is being written there");
    match by {
        None => format!("{run}: try again when it has ended"),
        Some(by) => format!(
            "{run} by {by}: try again when it has ended; if that process is gone, remove {dir}/.lock"
        ),
    }
}

impl FolderError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::Io { path: path.to_owned(), error }
    }

    /// Whether a file that was to be made is there already.
    pub(super) fn is_there_already(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::AlreadyExists)
    }

    /// The error of a folder that made a command fail, if that is why it did.
    fn behind(failure: &Failure) -> Option<&Self> {
        match failure {
            Failure::Failed(error) => error.downcast_ref(),
            _ => None,
        }
    }
}

impl Failure {
    /// Whether another run holds the folder for now.
    pub fn is_busy(&self) -> bool {
        matches!(FolderError::behind(self), Some(FolderError::Busy { .. }))
    }

    /// Whether the run can be resumed with what was written before.
    pub fn is_resumable(&self) -> bool {
        use FolderError::{Changed, Lost};
        let is_final = matches!(FolderError::behind(self), Some(Lost { .. } | Changed { .. }));
        matches!(self, Self::Failed(_)) && !is_final
    }
}
