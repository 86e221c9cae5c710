//! How a command can end other than well, and with which exit code.

use anyhow::Error;

use crate::folder::error::FolderError;

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The setting, by the name of its flag without the dashes.
    pub setting: &'static str,
    /// What is wrong with the setting.
    pub told: String,
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
    /// Somebody interrupted: exit code 130.
    Interrupted(String),
}

impl Failure {
    /// Something wrong with what was typed.
    pub fn usage(error: impl Into<Error>) -> Self {
        Self::Usage(error.into())
    }

    /// A setting that is wrong.
    pub fn setting(setting: &'static str, told: impl Into<String>) -> Self {
        Self::Setting(Fault { setting, told: told.into() })
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Failed(error) if is(error, FolderError::is_busy) => 75,
            Self::Failed(_) => 1,
            Self::Usage(_) | Self::Setting(_) => 2,
            Self::BotFailed(_) => 3,
            Self::Interrupted(_) => 130,
        }
    }

    /// Whether what was written before can be gone on with.
    pub fn can_be_mended(&self) -> bool {
        matches!(self, Self::Failed(error) if !is(error, FolderError::is_final))
    }

    /// One line that says why.
    pub fn message(&self) -> String {
        one_line(&match self {
            Self::Usage(error) | Self::Failed(error) => format!("error: {error:#}"),
            Self::Setting(Fault { setting, told }) => format!("error: --{setting}: {told}"),
            Self::BotFailed(text) | Self::Interrupted(text) => text.clone(),
        })
    }
}

/// Whether a folder can't be written, and why it can't is of this sort.
fn is(error: &Error, sort: impl Fn(&FolderError) -> bool) -> bool {
    error.downcast_ref().is_some_and(sort)
}

/// A text as one line of bearable length, safe to print whatever file it quotes: control characters
/// are escaped, and the middle of what is very long is left out.
pub fn one_line(text: &str) -> String {
    const MOST: usize = 600;
    let escape =
        |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    let count = text.chars().count();
    if count <= MOST {
        return text.chars().map(escape).collect();
    }
    let start: String = text.chars().take(MOST / 2).map(escape).collect();
    let end: String = text.chars().skip(count - MOST / 2).map(escape).collect();
    format!("{start} … {end}")
}

/// Says something on standard error; that nobody can hear is no reason to fail.
pub fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// What came of printing, where a reader that went away is as good as one that has read.
pub fn heard(printed: Result<(), Failure>) -> Result<(), Failure> {
    match printed {
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => Ok(()),
        printed => printed,
    }
}

/// Whether the reader of our output went away, which is no error of ours.
pub fn is_broken_pipe(error: &Error) -> bool {
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

/// A word with quotes where a shell would need them.
pub fn shell_quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=:,./+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
