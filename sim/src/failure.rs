//! How a command can end other than well, and with which exit code.

use anyhow::Error;

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// What was typed is wrong: exit code 2.
    Usage(Error),
    /// A file's content or the file system: exit code 1.
    Failed(Error),
    /// A bot failed; everything else went well: exit code 3.
    BotFailed(String),
    /// It was interrupted: exit code 130.
    Interrupted(String),
}

impl Failure {
    /// Something wrong with what was typed.
    pub fn usage(error: impl Into<Error>) -> Self {
        Self::Usage(error.into())
    }

    /// The exit code.
    pub const fn code(&self) -> u8 {
        match self {
            Self::Failed(_) => 1,
            Self::Usage(_) => 2,
            Self::BotFailed(_) => 3,
            Self::Interrupted(_) => 130,
        }
    }

    /// One line that says why.
    pub fn message(&self) -> String {
        match self {
            Self::Usage(error) | Self::Failed(error) => format!("error: {error:#}"),
            Self::BotFailed(text) | Self::Interrupted(text) => text.clone(),
        }
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}
