//! How a command can end other than well, and with which exit code.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Error, anyhow};

use super::shown::{shell_path, shell_quoted, shown};

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The setting, by the name of its flag without the dashes.
    pub setting: &'static str,
    /// What is wrong with the setting.
    pub reason: String,
}

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// What was typed is wrong: exit code 2.
    Usage(Error),
    /// A setting is wrong: exit code 2 if the setting was typed, and 1 if a file holds the setting.
    Setting(Fault),
    /// A file's content or the file system: exit code 1; 75 if another run holds the folder for now.
    Failed(Error),
    /// A bot failed; everything else went well: exit code 3.
    BotFailed(String),
    /// A signal of this number interrupted: exit code 128 and the number, which is 130 for Ctrl-C.
    Interrupted(u8, String),
    /// Any of these, which keeps a run from its end; the command goes on with the run.
    Resumable(Box<Failure>, String),
}

impl Failure {
    /// Something wrong with what was typed.
    pub fn usage(error: impl Into<Error>) -> Self {
        Self::Usage(error.into())
    }

    /// A setting that is wrong.
    pub fn setting(setting: &'static str, reason: impl Into<String>) -> Self {
        Self::Setting(Fault { setting, reason: reason.into() })
    }

    /// The same where no flag but a file holds the setting that is wrong.
    #[must_use]
    pub fn of_file(self, place: &str) -> Self {
        match self {
            Self::Setting(Fault { setting, reason }) => {
                Self::Failed(anyhow!("{place}: {setting}: {reason}"))
            }
            other => other,
        }
    }

    /// The same where no flag but an argument is wrong.
    #[must_use]
    pub fn of_argument(self) -> Self {
        match self {
            Self::Setting(Fault { reason, .. }) => Self::Usage(anyhow!(reason)),
            other => other,
        }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            _ if self.is_busy() => 75,
            Self::Failed(_) => 1,
            Self::Usage(_) | Self::Setting(_) => 2,
            Self::BotFailed(_) => 3,
            Self::Interrupted(signal, _) => 128 + *signal,
            Self::Resumable(failure, _) => failure.code(),
        }
    }

    /// One line that says why, safe to print whatever file it quotes.
    pub fn message(&self) -> String {
        let reason = match self {
            Self::Usage(error) | Self::Failed(error) => format!("error: {error:#}"),
            Self::Setting(Fault { setting, reason }) => format!("error: --{setting}: {reason}"),
            Self::BotFailed(text) | Self::Interrupted(_, text) => text.clone(),
            Self::Resumable(failure, command) => {
                return format!("{}; to go on: {command}", failure.message());
            }
        };
        shown(reason).into()
    }

    /// The same with the command that resumes the run in a folder, with its exports.
    #[must_use]
    pub fn resumable(self, dir: &Path, exports: &[String]) -> Self {
        Self::Resumable(Box::new(self), to_go_on(dir, exports))
    }
}

/// The command that goes on with a folder, whole, so that it can be pasted.
pub(crate) fn to_go_on(dir: &Path, exports: &[String]) -> String {
    let exports =
        exports.iter().map(|export| format!(" --export {}", shell_quoted(OsStr::new(export))));
    let exports: String = exports.collect();
    format!("threehand resume {}{exports}", shell_path(dir))
}

/// The result of printing; a broken pipe is no error.
pub fn heard(printed: Result<(), Failure>) -> Result<(), Failure> {
    match printed {
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => Ok(()),
        printed => printed,
    }
}

/// Whether the reader of our output went away, which is no error of ours.
fn is_broken_pipe(error: &Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}
