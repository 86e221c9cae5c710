//! Where a folder is not what it should be, and how.

use std::fmt::Display;
use std::path::Path;

/// Where a folder is not what it should be, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct FileFault {
    /// The file, with the line if it has lines.
    pub place: String,
    /// What is wrong there.
    pub reason: String,
}

impl FileFault {
    /// A fault of a whole file or folder.
    pub fn of(path: &Path, reason: impl Display) -> Self {
        Self { place: path.display().to_string(), reason: reason.to_string() }
    }

    /// A fault of a line.
    pub fn at(path: &Path, line: u64, reason: impl Display) -> Self {
        Self { place: format!("{}:{line}", path.display()), reason: reason.to_string() }
    }
}
