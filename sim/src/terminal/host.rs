//! Who hears of an experiment that is no command: a program that lives it within its own process.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::failure::Failure;
use super::stream::{print_json, say};

/// Hears of an experiment in place of a terminal, and may stop it. It is asked on any thread.
pub trait Host: Send + Sync {
    /// Something is said on a line.
    fn say(&self, text: &str);
    /// A block is done. It may be asked for at every block, so it has to be quick.
    fn progress(&self, progress: &Progress<'_>);
    /// Whether the experiment is to stop once the blocks that are being played are done.
    fn is_stopped(&self) -> bool;
    /// What came out: the summary as one JSON object, and the tables that a folder of the run holds.
    fn tell(&self, summary: Value, tables: Vec<TableTold>);
}

/// How far an experiment has got.
pub struct Progress<'a> {
    /// Blocks so far.
    pub blocks: u64,
    /// All blocks, of which a sequential test may not need the last ones.
    pub all: u64,
    /// Finished hands so far.
    pub hands: u64,
    /// Who leads, in words; costs more than the rest.
    pub standing: &'a dyn Fn() -> String,
}

/// A table with all its rows.
#[derive(Clone, Debug)]
pub struct TableTold {
    /// The name of the file that a folder of the run has it in.
    pub file: &'static str,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows; what is undefined is null.
    pub rows: Vec<Vec<Value>>,
}

/// The host of an experiment and the command that would do the same; nobody, if it is a command.
#[derive(Clone, Default)]
pub struct Hosted(Option<(Arc<dyn Host>, String)>);

impl fmt::Debug for Hosted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hosted").field(&self.command()).finish()
    }
}

impl Hosted {
    /// By this host, in place of this command.
    pub fn by(host: Arc<dyn Host>, command: String) -> Self {
        Self(Some((host, command)))
    }

    /// Who that is, if anybody.
    pub fn host(&self) -> Option<&dyn Host> {
        self.0.as_ref().map(|(host, _)| &**host)
    }

    /// The command that would do the same.
    pub fn command(&self) -> Option<&str> {
        self.0.as_ref().map(|(_, command)| &**command)
    }

    /// Whether the host wants the experiment to stop.
    pub fn is_stopped(&self) -> bool {
        self.host().is_some_and(Host::is_stopped)
    }

    /// Says something on a line.
    pub fn say(&self, text: &str) {
        match self.host() {
            Some(host) => host.say(text),
            None => say(text),
        }
    }

    /// Gives out a summary as one JSON object, for a host with its tables.
    ///
    /// # Errors
    /// If standard output can't be written.
    pub fn tell(
        &self,
        summary: Value,
        tables: impl FnOnce() -> Vec<TableTold>,
    ) -> Result<(), Failure> {
        match self.host() {
            Some(host) => {
                host.tell(summary, tables());
                Ok(())
            }
            None => print_json(&summary),
        }
    }
}
