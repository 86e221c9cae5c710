//! An external bot: its idle processes, its introduction and its times.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use rustix::io::Errno;
use serde::Serialize;
use serde_json::{Map, Value};
use threehand_bots::BotFailure;
use threehand_engine::{BySeat, Seat};
use threehand_play::{Program, ProgramSeat};

use super::bots::did;
use super::locked;
use super::log::Log;
use super::process::{Process, prepare_for_processes};
use super::protocol::{Hello, Message, PROTOCOL, read_hello};
use super::seat::ExternalSeat;
use super::spec::{BANK, ExternalSpec};
use crate::files::hash::sha256_of_file;
use crate::settings::external::External;
use crate::terminal::number::plural;
use crate::terminal::shown::shown;

/// The most idle processes that are kept for later matches.
const MOST_IDLE: usize = 64;

/// The first matches of a bot that are not all to fail.
const HOPELESS: u64 = 10;

/// The errors of a machine that has no more files, processes or memory.
const LACKS: [Errno; 4] = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];

/// An external bot. A process serves one seat of one line-up only. Between matches the processes wait here.
#[derive(Clone, Debug)]
pub struct ExternalBot(Arc<Shared>);

/// The parts that the seats of a bot share.
#[derive(Debug)]
struct Shared {
    external: External,
    spec: ExternalSpec,
    idle: Mutex<Vec<(Place, Process)>>,
    fate: Mutex<Fate>,
    /// Why it can't play on.
    end: OnceLock<String>,
    times: Mutex<Times>,
    log: Arc<Log>,
}

/// Where a process serves. The cards of a match come again under the other line-ups and rules of its block, so a
/// process meets no cards twice, and never those of two seats.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) lineup: (usize, BySeat<usize>),
    pub(super) seat: Seat,
    pub(super) rules: Map<String, Value>,
}

/// How its matches have gone.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// It has failed in so many, and played none without.
    Failed(u64),
    Played,
}

/// The time that decisions take, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The number of decisions.
    pub decisions: u64,
    /// The time of all decisions.
    pub seconds: f64,
    /// The time of the longest decision.
    pub longest: f64,
}

impl ExternalBot {
    /// The bot of this program and spec.
    pub fn new(external: External, spec: ExternalSpec) -> Self {
        let log = Arc::new(Log::new(&external.label));
        let (idle, times, end) = (Mutex::default(), Mutex::default(), OnceLock::new());
        let fate = Mutex::new(Fate::Failed(0));
        prepare_for_processes();
        Self(Arc::new(Shared { external, spec, idle, fate, end, times, log }))
    }

    /// The bot's spec.
    pub fn spec(&self) -> &ExternalSpec {
        &self.0.spec
    }

    /// The setting that names the program.
    pub fn external(&self) -> &External {
        &self.0.external
    }

    pub(crate) fn log(&self) -> &Log {
        &self.0.log
    }

    /// Starts the program in a game and rules, and returns its answer to `hello`.
    ///
    /// # Errors
    /// How it failed.
    pub fn introduce(&self, game: &str, rules: &Map<String, Value>) -> Result<Hello, BotFailure> {
        let (mut process, hello) = self.start(game, rules)?;
        process.say_bye();
        Ok(hello)
    }

    /// Why it can't play on; `None` if it can. The machine lacks what more processes take, and a match that was forfeited
    /// for it does not count; or it has failed in each of its first matches.
    pub(super) fn end(&self) -> Option<&String> {
        self.0.end.get()
    }

    /// Notes how its matches went before the run was resumed: of so many it failed in `failed`.
    pub(super) fn recall(&self, failed: u64, matches: u64) {
        *locked(&self.0.fate) = if failed < matches { Fate::Played } else { Fate::Failed(failed) };
    }

    /// Notes that it has failed in a match.
    pub(super) fn add_failure(&self, failure: &BotFailure) {
        let fate = &mut *locked(&self.0.fate);
        let Fate::Failed(times) = fate else { return };
        *times += 1;
        if *times >= HOPELESS {
            self.0.end.get_or_init(|| {
                let (label, said) = (&self.external().label, self.0.log.last_words());
                let did = shown(did(failure));
                format!("{label} has failed in each of its first {times} matches, at last so: {did}{said}")
            });
        }
    }

    /// An idle process of this place, or a new one.
    pub(super) fn process(&self, game: &str, place: &Place) -> Result<Process, BotFailure> {
        let idle = {
            let mut idle = locked(&self.0.idle);
            let here = idle.iter().rposition(|(other, _)| other == place);
            here.map(|here| idle.swap_remove(here).1)
        };
        idle.map_or_else(|| Ok(self.start(game, &place.rules)?.0), Ok)
    }

    /// Takes a process back that has played a match without failing.
    pub(super) fn take_back(&self, place: Place, mut process: Process) {
        *locked(&self.0.fate) = Fate::Played;
        let idle = &mut *locked(&self.0.idle);
        if idle.len() < MOST_IDLE {
            idle.push((place, process));
        } else {
            process.say_bye();
        }
    }

    /// Starts a process. Where the machine lacks what that takes, idle ones end for it.
    fn spawn(&self) -> io::Result<Process> {
        loop {
            let started = Process::start(&self.external().command, self.0.log.clone());
            let is_lack = |error: &io::Error| {
                Errno::from_io_error(error).is_some_and(|errno| LACKS.contains(&errno))
            };
            let Some(error) = started.as_ref().err().filter(|error| is_lack(error)) else {
                return started;
            };
            if locked(&self.0.idle).pop().is_none() {
                let what =
                    format!("{}: no more processes can be started: {error}", self.external().label);
                self.0.end.get_or_init(|| format!("{what}; --threads N takes fewer"));
                return started;
            }
        }
    }

    fn start(
        &self,
        game: &str,
        rules: &Map<String, Value>,
    ) -> Result<(Process, Hello), BotFailure> {
        let External { label, command } = self.external();
        let mut process = self.spawn().map_err(|error| {
            BotFailure::Died(format!("`{}` can't be started: {error}", command[0]))
        })?;
        let allowed = self.spec().hello();
        let limit = || format!("the {} s allowed for a hello", allowed.as_secs_f64());
        let message = Message::Hello { protocol: PROTOCOL, game, rules, label };
        let answer = process.ask(&message.line(), allowed, limit);
        let hello = answer.and_then(|(line, _)| read_hello(&line));
        let hello = hello.map_err(|failure| match failure {
            BotFailure::TimedOut(_) => failure,
            failure => failure.at("when it was greeted"),
        })?;
        match &hello.games {
            Some(games) if !games.iter().any(|name| name == game) => {
                Err(BotFailure::GaveUp(format!("it says that it does not play {game}")))
            }
            _ => Ok((process, hello)),
        }
    }

    /// Adds the time of a decision.
    pub(super) fn add_time(&self, time: Duration) {
        let times = &mut *locked(&self.0.times);
        times.decisions += 1;
        times.seconds += time.as_secs_f64();
        times.longest = times.longest.max(time.as_secs_f64());
    }

    /// The time of its decisions so far.
    pub fn times(&self) -> Times {
        *locked(&self.0.times)
    }

    /// Checks that there is a program to start.
    ///
    /// # Errors
    /// What is wrong with the first word of the command.
    pub fn expect_program(&self) -> Result<(), String> {
        let program = &self.external().command[0];
        let file = Path::new(program);
        let is_path = program.contains('/');
        if in_path(program).is_some() || is_path && is_executable(file) {
            return Ok(());
        }
        if is_path && file.is_file() {
            let advice = "chmod +x it, or put its interpreter before it";
            return Err(format!("`{program}` is not executable: {advice}"));
        }
        let meant = match () {
            () if file.is_file() => format!("; did you mean `./{program}`?"),
            () if program.contains('=') => format!("; did you mean `env {program}`?"),
            () => String::new(),
        };
        Err(format!("there is no program `{program}`{meant}"))
    }

    /// The SHA-256 of each file that the command names; if it names none, of the program's file.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn files(&self) -> io::Result<Map<String, Value>> {
        let command = &self.external().command;
        let words = command.iter().map(PathBuf::from);
        let mut files: Vec<PathBuf> = words.filter(|word| word.is_file()).collect();
        if files.is_empty() {
            files.extend(in_path(&command[0]));
        }
        let hash = |file: PathBuf| Ok((file.display().to_string(), sha256_of_file(&file)?.into()));
        files.into_iter().map(hash).collect()
    }
}

/// The file of a command without a slash, looked for in `PATH`.
fn in_path(command: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").filter(|_| !command.contains('/'))?;
    std::env::split_paths(&folders).map(|dir| dir.join(command)).find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

impl Program for ExternalBot {
    fn spec(&self) -> String {
        self.0.spec.to_string()
    }

    fn sit(&self, lineup: (usize, BySeat<usize>), seat: Seat) -> Box<dyn ProgramSeat> {
        let place = Place { lineup, seat, rules: Map::new() };
        Box::new(ExternalSeat { bot: self.clone(), place, process: None, bank: BANK })
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = 1_000.0 * self.seconds / self.decisions.max(1) as f64;
        let (decisions, longest) = (plural(self.decisions, "decision"), 1_000.0 * self.longest);
        write!(f, "{decisions}, {mean:.2} ms each, the longest {longest:.1} ms")
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        locked(&self.idle).iter_mut().for_each(|(_, process)| process.say_bye());
    }
}
