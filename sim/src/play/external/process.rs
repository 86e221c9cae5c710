//! A process of an external bot: its pipes, its deadlines and its end.
//!
//! A process leads a process group, so that all that it starts is killed with it.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process,
    kill_process_group, setrlimit, waitid,
};
use threehand_bots::BotFailure;

use super::locked;
use super::log::Log;
use super::protocol::{Message, quoted};
use super::trace::Trace;
use crate::terminal::stream::say;

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 16;

/// The time between two looks at a silent process.
const TICK: Duration = Duration::from_millis(20);

/// The time that a process has to end by itself.
const GRACE: Duration = Duration::from_millis(300);

/// The time after which a killed process that has not ended is left.
const LEFT: Duration = Duration::from_secs(5);

/// The most files that are asked for.
const MOST_FILES: u64 = 1 << 16;

/// The groups of all processes that are there.
static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Held to read while a process is started or written to.
static AT_WORK: RwLock<()> = RwLock::new(());

/// Kills all processes at once, as this process is about to end.
pub fn end_all() {
    locked(&GROUPS).iter().for_each(|group| kill(*group));
}

/// Kills all processes, and keeps every thread from starting one or writing to one for as long as the guard is there. Who
/// becomes another program needs that: until then a process that is just being started would hold the locks of this
/// one, and to write where nobody reads would end this one, as signals are as at first.
pub fn end_all_and_wait() -> RwLockWriteGuard<'static, ()> {
    let guard = AT_WORK.write().unwrap_or_else(PoisonError::into_inner);
    end_all();
    guard
}

fn at_work() -> RwLockReadGuard<'static, ()> {
    AT_WORK.read().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a process with its group, in which it may be no more.
fn kill(process: Pid) {
    let _ = kill_process_group(process, Signal::KILL);
    let _ = kill_process(process, Signal::KILL);
}

/// Raises the limit of open files, as each process takes three; and hides the memory and the environment of this
/// process, from which cards could be read, from the processes of the same user.
pub(super) fn prepare_for_processes() {
    let files = getrlimit(Resource::Nofile);
    let most = files.maximum.map_or(MOST_FILES, |maximum| maximum.min(MOST_FILES));
    if files.current.is_some_and(|current| current < most) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..files });
    }
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
}

/// A process of an external bot.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Pid,
    input: Option<ChildStdin>,
    output: Pipe<ChildStdout>,
    errors: Pipe<ChildStderr>,
    log: Arc<Log>,
    trace: Option<Trace>,
}

impl Process {
    /// Starts a process, whose standard error goes to the log.
    pub(super) fn start(command: &[String], log: Arc<Log>) -> io::Result<Self> {
        let at_work = at_work();
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&child);
        locked(&GROUPS).push(group);
        drop(at_work);
        let (input, output, errors) =
            (child.stdin.take(), Pipe::of(child.stdout.take()), Pipe::of(child.stderr.take()));
        let trace = log.trace();
        let process = Self { child, group, input, output, errors, log, trace };
        let Self { input, output, errors, .. } = &process;
        let ends = [input.as_ref().map(AsFd::as_fd), output.fd(), errors.fd()];
        for end in ends.into_iter().flatten() {
            fcntl_setfl(end, OFlags::NONBLOCK)?;
        }
        Ok(process)
    }

    /// Writes lines; returns the line that answers them and the time that it took. Time counts only while this process
    /// runs. `limit` is the time limit in words.
    pub(super) fn ask(
        &mut self,
        lines: &[u8],
        allowed: Duration,
        limit: impl FnOnce() -> String,
    ) -> Result<(Vec<u8>, Duration), BotFailure> {
        self.traced('>', lines);
        let answer = self.exchange(lines, allowed, limit);
        match &answer {
            Ok((line, _)) => self.traced('<', line),
            Err(failure) => self.note_failure(failure),
        }
        answer
    }

    /// Keeps how the program failed, where what is said is kept.
    pub(super) fn note_failure(&mut self, failure: &BotFailure) {
        self.traced('!', failure.to_string().as_bytes());
    }

    fn traced(&mut self, mark: char, lines: &[u8]) {
        if let Some(trace) = &mut self.trace {
            trace.add(mark, lines);
        }
    }

    fn exchange(
        &mut self,
        lines: &[u8],
        allowed: Duration,
        limit: impl FnOnce() -> String,
    ) -> Result<(Vec<u8>, Duration), BotFailure> {
        let garbage = |why| Err(BotFailure::Garbage(why));
        self.read_output()?;
        if !self.output.bytes.is_empty() {
            let early = quoted(&self.output.bytes);
            return garbage(format!("{early} came before anything was asked"));
        }
        let (mut unsent, mut spent, mut looked) = (lines, Duration::ZERO, Instant::now());
        loop {
            unsent = &unsent[self.write(unsent)..];
            // What a process writes before it ends is read after its end was seen.
            let has_ended = self.has_ended();
            self.read_output()?;
            self.read_errors();
            let bytes = &mut self.output.bytes;
            let end = bytes.iter().position(|&byte| byte == b'\n');
            if let Some(end) = end.filter(|&end| end <= LONGEST) {
                spent += looked.elapsed().min(2 * TICK);
                let rest = bytes.split_off(end + 1);
                if !rest.is_empty() {
                    return garbage(format!("{} came after the answer", quoted(&rest)));
                }
                return Ok((std::mem::take(bytes), spent));
            }
            if bytes.len() > LONGEST {
                return garbage(format!("a line longer than {LONGEST} bytes"));
            }
            if self.output.end.is_none() || has_ended {
                return Err(self.death());
            }
            if spent >= allowed {
                return Err(BotFailure::TimedOut(limit()));
            }
            self.wait(TICK.min(allowed - spent), !unsent.is_empty());
            spent += looked.elapsed().min(2 * TICK);
            looked = Instant::now();
        }
    }

    /// Waits until a pipe is ready, `most` at the longest.
    fn wait(&self, most: Duration, writes: bool) {
        let timeout = Timespec::try_from(most.max(Duration::from_millis(1))).ok();
        let input = self.input.as_ref().filter(|_| writes).map(AsFd::as_fd);
        let outputs = [self.output.fd(), self.errors.fd()].into_iter().flatten();
        let outputs = outputs.map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN));
        let input = input.map(|end| PollFd::from_borrowed_fd(end, PollFlags::OUT));
        let _ = poll(&mut outputs.chain(input).collect::<Vec<_>>(), timeout.as_ref());
    }

    /// Writes what can be written now; returns the number of bytes. A pipe that nobody reads takes all.
    fn write(&mut self, bytes: &[u8]) -> usize {
        let Some(input) = &mut self.input else { return bytes.len() };
        let _at_work = at_work();
        match input.write(bytes) {
            Ok(count) => count,
            Err(error) if is_not_ready(&error) => 0,
            Err(_) => bytes.len(),
        }
    }

    fn read_output(&mut self) -> Result<(), BotFailure> {
        self.output.fill().map_err(|error| BotFailure::Died(error.to_string()))
    }

    /// Moves the complete lines of standard error to the log; at its end, the rest too.
    fn read_errors(&mut self) {
        if self.errors.fill().is_err() {
            self.errors.end = None;
        }
        let bytes = &mut self.errors.bytes;
        let last = match bytes.len() > LONGEST || self.errors.end.is_none() {
            true => bytes.len(),
            false => bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1),
        };
        for line in bytes.drain(..last).as_slice().split(|&byte| byte == b'\n') {
            if !line.is_empty() {
                self.log.add(line);
                if let Some(trace) = &mut self.trace {
                    trace.add('#', line);
                }
            }
        }
    }

    /// Whether the process has ended. It is not reaped, so that its number, which is its group's, stays taken.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Why there is no more output.
    fn death(&mut self) -> BotFailure {
        self.await_end();
        if !self.has_ended() {
            return BotFailure::Died("it closed its standard output".to_owned());
        }
        self.kill();
        let status = self.child.wait();
        BotFailure::Died(status.map_or_else(|error| error.to_string(), |status| status.to_string()))
    }

    /// Kills the process with its group, if that was not done before.
    fn kill(&mut self) {
        let mut groups = locked(&GROUPS);
        if let Some(place) = groups.iter().position(|group| *group == self.group) {
            kill(self.group);
            groups.swap_remove(place);
        }
    }

    /// Closes the input after a last message, and gives the process time to end.
    pub(super) fn say_bye(&mut self) {
        let bye = Message::Bye.line();
        self.traced('>', &bye);
        self.write(&bye);
        self.input = None;
        self.await_end();
    }

    /// Gives the process time to end, and reads its last errors.
    fn await_end(&mut self) {
        let start = Instant::now();
        while !self.has_ended() && start.elapsed() < GRACE {
            self.read_errors();
            sleep(Duration::from_millis(2));
        }
        self.read_errors();
    }
}

impl Drop for Process {
    /// Kills the process with its group, and only then reaps it, as its number may become another's. A process that can't be
    /// killed, as one of another user, is left.
    fn drop(&mut self) {
        self.kill();
        self.input = None;
        let start = Instant::now();
        while !self.has_ended() {
            if start.elapsed() > LEFT {
                let command = self.log.label();
                return say(&format!(
                    "{command}: process {} can't be ended and is left",
                    self.group
                ));
            }
            sleep(Duration::from_millis(1));
        }
        let _ = self.child.wait();
    }
}

/// The reading end of a pipe, which never waits.
#[derive(Debug)]
struct Pipe<R> {
    /// `None` once nothing more comes.
    end: Option<R>,
    /// The bytes that were read and not yet used.
    bytes: Vec<u8>,
}

impl<R: Read + AsFd> Pipe<R> {
    const fn of(end: Option<R>) -> Self {
        Self { end, bytes: Vec::new() }
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.end.as_ref().map(AsFd::as_fd)
    }

    /// Reads what is there, up to a little more than the longest line.
    fn fill(&mut self) -> io::Result<()> {
        let mut chunk = [0; 1 << 12];
        while let Some(end) = self.end.as_mut().filter(|_| self.bytes.len() <= LONGEST) {
            match end.read(&mut chunk) {
                Ok(0) => self.end = None,
                Ok(count) => self.bytes.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_not_ready(&error) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn is_not_ready(error: &io::Error) -> bool {
    [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&error.kind())
}
