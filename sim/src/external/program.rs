//! A program that plays in a run: its processes, who it says that it is, and the time that it took.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};
use threehand_bots::BotFailure;

use super::held;
use super::log::Log;
use super::process::{Process, Trouble};
use super::protocol::{Hello, Message, read_hello};
use super::setting::External;
use super::spec::{BANK, ExternalSpec};
use crate::folder::hash::sha256_of_file;

/// How long a program may take to say who it is.
const STARTING: Duration = Duration::from_secs(10);

/// A program that plays in a run. Its processes wait here between matches: a seat has one to itself for a match, so
/// no process sees what two seats see of one.
pub struct Program {
    external: External,
    spec: ExternalSpec,
    idle: Mutex<Vec<Process>>,
    times: Mutex<Times>,
    log: Log,
}

/// What decisions took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// The decisions.
    pub decisions: u64,
    /// What all of them took.
    pub spent: Duration,
    /// What the longest took.
    pub longest: Duration,
}

/// Who a program says that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introduced {
    /// The program's name.
    pub name: String,
    /// The program's version.
    pub version: String,
}

impl Program {
    /// The program that plays as this spec says.
    pub fn new(external: External, spec: ExternalSpec) -> Self {
        let (idle, times, log) = (Mutex::default(), Mutex::default(), Log::default());
        Self { external, spec, idle, times, log }
    }

    /// What it was asked for as.
    pub const fn spec(&self) -> &ExternalSpec {
        &self.spec
    }

    /// The setting that names the program.
    pub const fn external(&self) -> &External {
        &self.external
    }

    pub(super) const fn log(&self) -> &Log {
        &self.log
    }

    /// Keeps in this file from here on what the program writes to standard error.
    pub fn log_to(&self, path: &Path) {
        self.log.keep_in(path, &self.external.label);
    }

    /// What the program wrote to standard error, where it is kept in no file.
    pub(super) fn said(&self) -> Vec<String> {
        self.log.early()
    }

    /// Starts the program in a game and rules, and asks who it is.
    ///
    /// # Errors
    /// How it failed.
    pub fn introduce(
        &self,
        game: &str,
        rules: &Map<String, Value>,
    ) -> Result<Introduced, BotFailure> {
        let (process, Hello { name, version, .. }) = self.start(game, rules)?;
        held(&self.idle).push(process);
        Ok(Introduced { name, version })
    }

    /// A process that has no match: one that waits, or else a new one.
    pub(super) fn process(
        &self,
        game: &str,
        rules: &Map<String, Value>,
    ) -> Result<Process, BotFailure> {
        let waits = held(&self.idle).pop();
        waits.map_or_else(|| self.start(game, rules).map(|(process, _)| process), Ok)
    }

    /// Takes a process back whose match is over.
    pub(super) fn take_back(&self, process: Process) {
        held(&self.idle).push(process);
    }

    fn start(
        &self,
        game: &str,
        rules: &Map<String, Value>,
    ) -> Result<(Process, Hello), BotFailure> {
        let External { label, command } = &self.external;
        let mut process = Process::start(label, command).map_err(|error| {
            BotFailure::Died(format!("`{}` can't be started: {error}", command[0]))
        })?;
        let hello = Message::hello(game, rules, label);
        let (line, _) =
            process.ask(&hello.line(), STARTING, &self.log).map_err(|trouble| match trouble {
                Trouble::Failed(failure) => failure.at("when it was greeted"),
                Trouble::Late => BotFailure::TimedOut(format!(
                    "the {} s allowed for a hello",
                    STARTING.as_secs()
                )),
            })?;
        let hello = read_hello(&line).map_err(|failure| failure.at("when it was greeted"))?;
        if hello.games.as_ref().is_some_and(|games| !games.iter().any(|name| name == game)) {
            let told = format!("it says that it does not play {game}");
            return Err(BotFailure::GaveUp(told));
        }
        Ok((process, hello))
    }

    /// Notes what a decision took.
    pub(super) fn took(&self, time: Duration) {
        let times = &mut *held(&self.times);
        times.decisions += 1;
        times.spent += time;
        times.longest = times.longest.max(time);
    }

    /// What its decisions took so far.
    pub fn times(&self) -> Times {
        *held(&self.times)
    }

    /// The failure of a program that gave no answer in time.
    pub(super) fn late(&self) -> BotFailure {
        let (limit, bank) = (self.spec.limit().as_millis(), BANK.as_millis());
        BotFailure::TimedOut(format!("the {limit} ms allowed, and {bank} ms a match beyond"))
    }

    /// The files that make the program what it is, each with its SHA-256: the words of the command that are files, or
    /// if none is, the file that the first word leads to.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn files(&self) -> io::Result<Map<String, Value>> {
        let words = self.external.command.iter().map(PathBuf::from);
        let mut files: Vec<PathBuf> = words.filter(|word| word.is_file()).collect();
        if files.is_empty() {
            files.extend(on_path(&self.external.command[0]));
        }
        let hash = |file: PathBuf| Ok((file.display().to_string(), sha256_of_file(&file)?.into()));
        files.into_iter().map(hash).collect()
    }
}

/// The file that a command without a slash leads to.
fn on_path(command: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").filter(|_| !command.contains('/'))?;
    std::env::split_paths(&folders).map(|dir| dir.join(command)).find(|file| file.is_file())
}

impl Times {
    /// The times as JSON, in seconds.
    pub fn json(&self) -> Value {
        json!({
            "decisions": self.decisions,
            "seconds": self.spent.as_secs_f64(),
            "longest": self.longest.as_secs_f64(),
        })
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| 1_000.0 * time.as_secs_f64();
        let mean = ms(self.spent) / self.decisions.max(1) as f64;
        let decisions = crate::terminal::number::plural(self.decisions, "decision");
        write!(f, "{decisions}, {mean:.2} ms each, the longest {:.1} ms", ms(self.longest))
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Self) -> bool {
        (&self.external, &self.spec) == (&other.external, &other.spec)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.external).field(&self.spec).finish()
    }
}

impl Drop for Program {
    /// Lets the processes that wait go.
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        for mut process in idle {
            process.farewell(&self.log);
        }
    }
}
