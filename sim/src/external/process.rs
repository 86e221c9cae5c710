//! A process of a program that plays: what it is written and writes, and how it ends.
//!
//! A process leads a group of its own, so that all that it starts ends with it.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use threehand_bots::BotFailure;

use super::held;
use super::log::Log;
use super::protocol::{Message, quoted};

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 16;

/// How often it is looked whether a process that says nothing has ended.
const LOOK: Duration = Duration::from_millis(20);

/// How long a process may take to end when it is told that nothing more comes.
const FAREWELL: Duration = Duration::from_millis(300);

/// The groups of all processes that are there.
static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Ends all processes at once, since this process is about to end.
pub fn end_all() {
    let groups = held(&GROUPS);
    for group in groups.iter() {
        let _ = kill_process_group(*group, Signal::KILL);
    }
}

/// A process of a program that plays.
#[derive(Debug)]
pub(super) struct Process {
    label: String,
    child: Child,
    group: Pid,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    /// The start of the next line.
    read: Vec<u8>,
    /// The start of the next line of standard error.
    error: Vec<u8>,
}

impl Process {
    /// Starts a process.
    pub(super) fn start(label: &str, command: &[String]) -> io::Result<Self> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&child);
        held(&GROUPS).push(group);
        let process = Self {
            label: label.to_owned(),
            group,
            input: child.stdin.take(),
            output: child.stdout.take().expect("its output was asked for"),
            errors: child.stderr.take(),
            child,
            read: Vec::new(),
            error: Vec::new(),
        };
        let [input, errors] =
            [process.input.as_ref().map(AsFd::as_fd), process.errors.as_ref().map(AsFd::as_fd)];
        for end in [input, errors, Some(process.output.as_fd())].into_iter().flatten() {
            fcntl_setfl(end, OFlags::NONBLOCK)?;
        }
        Ok(process)
    }

    /// Writes lines, and returns the line that answers them and the time that it took. Time counts only while
    /// this process runs. `late` says what was allowed.
    pub(super) fn ask(
        &mut self,
        lines: &[u8],
        allowed: Duration,
        late: impl FnOnce() -> String,
        log: &Log,
    ) -> Result<(Vec<u8>, Duration), BotFailure> {
        let garbage = |why| Err(BotFailure::Garbage(why));
        self.read_output()?;
        if !self.read.is_empty() {
            return garbage(format!("{} came before anything was asked", quoted(&self.read)));
        }
        let (mut due, mut spent, mut looked) = (lines, Duration::ZERO, Instant::now());
        loop {
            if !due.is_empty() {
                let written = self.write(due);
                due = &due[written..];
            }
            // What a process writes before it ends is read after its end was seen.
            let has_ended = self.has_ended();
            let is_open = self.read_output()?;
            self.read_errors(log);
            let end = self.read.iter().position(|&byte| byte == b'\n');
            if let Some(end) = end.filter(|&end| end <= LONGEST) {
                spent += looked.elapsed().min(2 * LOOK);
                let rest = self.read.split_off(end + 1);
                if !rest.is_empty() {
                    return garbage(format!("{} came after the answer", quoted(&rest)));
                }
                return Ok((std::mem::take(&mut self.read), spent));
            }
            if self.read.len() > LONGEST {
                return garbage(format!("a line longer than {LONGEST} bytes"));
            }
            if !is_open || has_ended {
                return Err(self.death(log));
            }
            if spent >= allowed {
                return Err(BotFailure::TimedOut(late()));
            }
            self.wait(LOOK.min(allowed - spent), !due.is_empty());
            spent += looked.elapsed().min(2 * LOOK);
            looked = Instant::now();
        }
    }

    /// Waits until something can be read or written, or so long.
    fn wait(&self, most: Duration, writes: bool) {
        let timeout = Timespec::try_from(most.max(Duration::from_millis(1))).ok();
        let mut ends = vec![PollFd::new(&self.output, PollFlags::IN)];
        ends.extend(self.errors.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
        let input = self.input.as_ref().filter(|_| writes);
        ends.extend(input.map(|end| PollFd::new(end, PollFlags::OUT)));
        let _ = poll(&mut ends, timeout.as_ref());
    }

    /// Writes what can be written now; gives how much that was. What nobody reads any more is as good as written.
    fn write(&mut self, bytes: &[u8]) -> usize {
        let Some(input) = &mut self.input else { return bytes.len() };
        match input.write(bytes) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
            Err(error) if error.kind() == ErrorKind::Interrupted => 0,
            Err(_) => bytes.len(),
        }
    }

    /// Reads what can be read now of standard output, up to the longest line; says whether more can come.
    fn read_output(&mut self) -> Result<bool, BotFailure> {
        let read = read_now(&mut self.output, &mut self.read, LONGEST);
        read.map_err(|error| BotFailure::Died(error.to_string()))
    }

    /// Reads what can be read now of standard error, and keeps whole lines.
    fn read_errors(&mut self, log: &Log) {
        if let Some(errors) = &mut self.errors
            && let Ok(false) = read_now(errors, &mut self.error, LONGEST)
        {
            self.errors = None;
        }
        let last = if self.error.len() > LONGEST || self.errors.is_none() {
            self.error.len()
        } else {
            self.error.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
        };
        for line in self.error.drain(..last).as_slice().split(|&byte| byte == b'\n') {
            if !line.is_empty() {
                log.add(&self.label, line);
            }
        }
    }

    /// Whether the process has ended. It is not waited for, so that its number, which is its group's, stays taken.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(self.group), options), Ok(Some(_)))
    }

    /// How the process ended, whose output has.
    fn death(&mut self, log: &Log) -> BotFailure {
        self.let_end(log);
        if !self.has_ended() {
            return BotFailure::Died("it closed its standard output".to_owned());
        }
        self.end();
        let status = self.child.wait().map_or_else(|error| error.to_string(), |s| s.to_string());
        BotFailure::Died(status)
    }

    /// Ends the group, if that was not done before.
    fn end(&mut self) {
        let mut groups = held(&GROUPS);
        if let Some(place) = groups.iter().position(|group| *group == self.group) {
            let _ = kill_process_group(self.group, Signal::KILL);
            groups.swap_remove(place);
        }
    }

    /// Says that nothing more comes, and lets the process end by itself if it does so soon.
    pub(super) fn farewell(&mut self, log: &Log) {
        self.write(&Message::Bye.line());
        self.input = None;
        self.let_end(log);
    }

    /// Lets the process end by itself if it does so soon, and hears what it says to the last.
    fn let_end(&mut self, log: &Log) {
        let asked = Instant::now();
        while !self.has_ended() && asked.elapsed() < FAREWELL {
            self.read_errors(log);
            std::thread::sleep(Duration::from_millis(2));
        }
        self.read_errors(log);
    }
}

impl Drop for Process {
    /// Ends the process and all that it has started. The group's number is nobody else's until the process has been
    /// waited for.
    fn drop(&mut self) {
        self.end();
        let _ = self.child.wait();
    }
}

/// Reads what can be read now, up to `most` bytes or a little more in `into`; says whether more can come.
fn read_now(from: &mut impl Read, into: &mut Vec<u8>, most: usize) -> io::Result<bool> {
    let mut bytes = [0; 1 << 12];
    while into.len() <= most {
        match from.read(&mut bytes) {
            Ok(0) => return Ok(false),
            Ok(count) => into.extend_from_slice(&bytes[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(true),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}
