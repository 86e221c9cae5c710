//! An external bot: its processes, who it says that it is, and the time that it takes.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value, json};
use threehand_bots::BotFailure;
use threehand_play::{Program, ProgramSeat};

use super::held;
use super::log::Log;
use super::process::Process;
use super::protocol::{Hello, Message, read_hello};
use super::seat::ExternalSeat;
use super::setting::External;
use super::spec::ExternalSpec;
use crate::folder::hash::sha256_of_file;
use crate::terminal::number::plural;

/// How long a program may take to say who it is.
const STARTING: Duration = Duration::from_secs(10);

/// A bot that is a program. Its processes wait here between matches: a seat has one to itself for a match, so
/// no process sees the cards of two seats.
#[derive(Clone, Debug)]
pub struct ExternalBot(Arc<Shared>);

/// The parts that the seats of a bot share.
#[derive(Debug)]
struct Shared {
    external: External,
    spec: ExternalSpec,
    idle: Mutex<Vec<Process>>,
    times: Mutex<Times>,
    log: Log,
}

/// The time that decisions take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// The number of decisions.
    pub decisions: u64,
    /// The time of all of them.
    pub spent: Duration,
    /// The time of the longest.
    pub longest: Duration,
}

impl ExternalBot {
    /// The bot of this program and spec.
    pub fn new(external: External, spec: ExternalSpec) -> Self {
        let (idle, times, log) = (Mutex::default(), Mutex::default(), Log::default());
        Self(Arc::new(Shared { external, spec, idle, times, log }))
    }

    /// The spec that it was asked for as.
    pub fn spec(&self) -> &ExternalSpec {
        &self.0.spec
    }

    /// The setting that names the program.
    pub fn external(&self) -> &External {
        &self.0.external
    }

    pub(super) fn log(&self) -> &Log {
        &self.0.log
    }

    /// Keeps standard error in this file from here on.
    pub fn log_to(&self, path: &Path) {
        self.0.log.keep_in(path, &self.0.external.label);
    }

    /// Starts the program in a game and rules, and asks who it is.
    ///
    /// # Errors
    /// How it failed.
    pub fn introduce(&self, game: &str, rules: &Map<String, Value>) -> Result<Hello, BotFailure> {
        let (process, hello) = self.start(game, rules)?;
        self.take_back(process);
        Ok(hello)
    }

    /// A process that has no match: one that waits, or else a new one.
    pub(super) fn process(
        &self,
        game: &str,
        rules: &Map<String, Value>,
    ) -> Result<Process, BotFailure> {
        let idle = held(&self.0.idle).pop();
        idle.map_or_else(|| self.start(game, rules).map(|(process, _)| process), Ok)
    }

    /// Takes a process back whose match is over.
    pub(super) fn take_back(&self, process: Process) {
        held(&self.0.idle).push(process);
    }

    fn start(
        &self,
        game: &str,
        rules: &Map<String, Value>,
    ) -> Result<(Process, Hello), BotFailure> {
        let External { label, command } = self.external();
        let mut process = Process::start(label, command).map_err(|error| {
            BotFailure::Died(format!("`{}` can't be started: {error}", command[0]))
        })?;
        let hello = Message::hello(game, rules, label).line();
        let late = || format!("the {} s allowed for a hello", STARTING.as_secs());
        let answer = process.ask(&hello, STARTING, late, self.log());
        let hello =
            answer.and_then(|(line, _)| read_hello(&line)).map_err(|failure| match failure {
                late @ BotFailure::TimedOut(_) => late,
                failure => failure.at("when it was greeted"),
            })?;
        if hello.games.as_ref().is_some_and(|games| !games.iter().any(|name| name == game)) {
            let told = format!("it says that it does not play {game}");
            return Err(BotFailure::GaveUp(told));
        }
        Ok((process, hello))
    }

    /// Adds the time of a decision.
    pub(super) fn add_time(&self, time: Duration) {
        let times = &mut *held(&self.0.times);
        times.decisions += 1;
        times.spent += time;
        times.longest = times.longest.max(time);
    }

    /// The time of its decisions so far.
    pub fn times(&self) -> Times {
        *held(&self.0.times)
    }

    /// The files that make the program what it is, each with its SHA-256: the words of the command that are files, or
    /// if none is, the file that the first word leads to.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn files(&self) -> io::Result<Map<String, Value>> {
        let command = &self.external().command;
        let words = command.iter().map(PathBuf::from);
        let mut files: Vec<PathBuf> = words.filter(|word| word.is_file()).collect();
        if files.is_empty() {
            files.extend(on_path(&command[0]));
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

impl Program for ExternalBot {
    fn spec(&self) -> String {
        self.0.spec.to_string()
    }

    fn sit(&self) -> Box<dyn ProgramSeat> {
        Box::new(ExternalSeat::new(self.clone()))
    }
}

impl PartialEq for ExternalBot {
    fn eq(&self, other: &Self) -> bool {
        (self.external(), self.spec()) == (other.external(), other.spec())
    }
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
        let decisions = plural(self.decisions, "decision");
        write!(f, "{decisions}, {mean:.2} ms each, the longest {:.1} ms", ms(self.longest))
    }
}

impl Drop for Shared {
    /// Lets the processes that wait go.
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        for mut process in idle {
            process.farewell(&self.log);
        }
    }
}
