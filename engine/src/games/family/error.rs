//! Why a file is no game.

/// Why a file is no game that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The key that the error is about, with dots; empty if it is about none.
    pub key: String,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl FileError {
    /// An error at this byte of a text.
    pub(super) fn at(text: &str, start: usize, key: &str, reason: String) -> Self {
        let before = text.get(..start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            key: key.to_owned(),
            reason,
        }
    }
}

/// `1 card`, `2 cards`, `−1 point`.
pub(super) fn counted(count: impl std::fmt::Display, noun: &str) -> String {
    let count = count.to_string();
    let plural = if matches!(&*count, "1" | "-1") { "" } else { "s" };
    format!("{} {noun}{plural}", count.replace('-', "−"))
}

/// Why values do not make a game together, and which key is to blame.
pub(super) struct Refused {
    pub(super) key: String,
    pub(super) reason: String,
}

impl Refused {
    pub(super) fn of(key: &str, reason: impl Into<String>) -> Self {
        Self { key: key.to_owned(), reason: reason.into() }
    }
}
