//! Where the output of an experiment goes: to the terminal, or to a program that runs the experiment
//! within its own process.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::failure::Failure;
use super::stream::{print_json, say};

/// Takes the output of an experiment in place of a terminal, and may stop the experiment. It is called
/// on any thread.
pub trait RunListener: Send + Sync {
    /// Takes a line of text for a person.
    fn say(&self, text: &str);
    /// Takes note of a finished block. It may be called after every block, so it has to be quick.
    fn progress(&self, progress: &Progress<'_>);
    /// Whether the experiment is to stop once the blocks that are being played are done.
    fn is_stopped(&self) -> bool;
    /// Whether the experiment is to stop without the blocks that are being played, as in one of them a bot of the listener
    /// was interrupted.
    fn is_given_up(&self) -> bool {
        false
    }
    /// Takes the summary as one JSON object, the answer in sentences, a line each, and the tables that a folder of the run
    /// holds.
    fn result(&self, summary: Value, answer: String, tables: Vec<TableRows>);
}

/// How far an experiment has got.
pub struct Progress<'a> {
    /// Blocks so far.
    pub blocks: u64,
    /// All blocks; a sequential test may need fewer.
    pub all: u64,
    /// Finished hands so far.
    pub hands: u64,
    /// Who leads, in words; costs more than the rest.
    pub standing: &'a dyn Fn() -> String,
}

/// A table with all its rows.
#[derive(Clone, Debug)]
pub struct TableRows {
    /// The name of the table's file in a folder of the run.
    pub file: &'static str,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows; undefined values are null.
    pub rows: Vec<Vec<Value>>,
}

/// Where the output of an experiment goes.
#[derive(Clone, Default)]
pub enum RunOutput {
    /// To the terminal.
    #[default]
    Terminal,
    /// To a listener. The command is the one that would do the same.
    Listener(Arc<dyn RunListener>, String),
}

impl fmt::Debug for RunOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RunOutput").field(&self.command()).finish()
    }
}

impl RunOutput {
    /// The listener, if there is one.
    pub fn listener(&self) -> Option<&dyn RunListener> {
        match self {
            Self::Terminal => None,
            Self::Listener(listener, _) => Some(&**listener),
        }
    }

    /// The command that would do what the listener listens to.
    pub fn command(&self) -> Option<&str> {
        match self {
            Self::Terminal => None,
            Self::Listener(_, command) => Some(command),
        }
    }

    /// Whether the listener wants the experiment to stop.
    pub fn is_stopped(&self) -> bool {
        self.listener().is_some_and(RunListener::is_stopped)
    }

    /// Says something on a line.
    pub fn say(&self, text: &str) {
        match self {
            Self::Terminal => say(text),
            Self::Listener(listener, _) => listener.say(text),
        }
    }

    /// Gives out a summary as one JSON object; to a listener with its answer and tables.
    ///
    /// # Errors
    /// If standard output can't be written.
    pub fn result(
        &self,
        summary: Value,
        more: impl FnOnce() -> (String, Vec<TableRows>),
    ) -> Result<(), Failure> {
        match self {
            Self::Terminal => print_json(&summary),
            Self::Listener(listener, _) => {
                let (answer, tables) = more();
                listener.result(summary, answer, tables);
                Ok(())
            }
        }
    }
}
