//! An external bot as a setting: `LABEL=COMMAND` on the command line, a table in TOML and in a manifest.

use std::path::Path;
use std::str::FromStr;

use serde::Serializer;
use serde_json::json;

/// The program of an external bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The name of the bot in every table.
    pub label: String,
    /// The program and its arguments. Files are named in full, so that the run can be resumed from anywhere.
    pub command: Vec<String>,
}

impl External {
    /// The program with this label.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(label: &str, command: Vec<String>) -> Result<Self, String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if label.is_empty() || label.len() > 40 || !label.chars().all(plain) {
            let why = "is not a label: use up to 40 letters, digits, dashes, dots and underscores";
            return Err(format!("`{label}` {why}"));
        }
        super::value::is_present(label)?;
        if command.first().is_none_or(String::is_empty) {
            return Err(format!("{label} has no command"));
        }
        if let Some(word) = command.iter().find(|word| word.contains('\0')) {
            return Err(format!("{label}: {word:?} can't be a word of a command"));
        }
        let command = command.into_iter().enumerate().map(|(place, word)| full(place, word));
        Ok(Self { label: label.to_owned(), command: command.collect() })
    }
}

/// A word of a command, in full if it names a file. A first word without a slash is looked for in `PATH`.
fn full(place: usize, word: String) -> String {
    let path = Path::new(&word);
    let is_file = (place > 0 || word.contains('/')) && path.is_file();
    let absolute = std::path::absolute(path).ok().filter(|_| is_file);
    absolute.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or(word)
}

impl FromStr for External {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (label, command) = text.split_once('=').ok_or_else(|| {
            format!("`{text}` is not LABEL=COMMAND, such as mine='python3 mybot.py'")
        })?;
        Self::new(label.trim(), split(command)?)
    }
}

/// The words of a command, as a shell splits them.
pub fn split(command: &str) -> Result<Vec<String>, String> {
    shlex::split(command).ok_or_else(|| format!("`{command}` has an unclosed quote"))
}

/// Serializes programs as a table by label.
///
/// # Errors
/// None of its own.
pub fn as_table<S: Serializer>(all: &[External], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(
        all.iter().map(|program| (&program.label, json!({ "command": program.command }))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_a_shell_does_and_files_are_named_in_full() {
        let read: External = "mine=sh 'a b' --deep Cargo.toml".parse().unwrap();
        assert_eq!(read.label, "mine");
        assert_eq!(read.command[..3], ["sh", "a b", "--deep"]);
        assert!(Path::new(&read.command[3]).is_absolute(), "{read:?}");
        for text in ["mine", "=sh", "a:b=sh", "mine=", "mine='sh", "a b=sh"] {
            assert!(text.parse::<External>().is_err(), "{text}");
        }
    }
}
