//! Runs that are still going on, and signals to them.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::command;

/// The signals of a terminal and the system, and the one that no process hears, each with the exit code of a run that
/// it stops.
pub(crate) const SIGNALS: [(&str, Option<i32>); 4] =
    [("INT", Some(130)), ("KILL", None), ("TERM", Some(143)), ("HUP", Some(129))];

/// A run that was started and that is killed with this value, if it has not ended.
pub(crate) struct Started {
    pub(crate) child: Child,
    out: PathBuf,
    /// What was read of its standard error so far.
    said: Vec<u8>,
}

/// Starts a run into a folder, with what it says piped.
pub(crate) fn start(arguments: &str, out: &Path) -> Started {
    start_with(command(arguments).arg("--out").arg(out), out)
}

/// Starts a command that writes into a folder.
pub(crate) fn start_with(command: &mut Command, out: &Path) -> Started {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    Started::of(command.spawn().expect("the command can be run"), out)
}

/// Starts a run and sends it a signal as soon as it has noted its progress; a run that was over by then is started
/// again. Returns what [`Started::end`] does.
pub(crate) fn stopped(arguments: &str, out: &Path, signal: &str) -> (Option<i32>, String) {
    for _ in 0..50 {
        let _ = fs::remove_dir_all(out);
        let mut run = start(arguments, out);
        let noted = run.reaches("progress.json");
        run.signal(signal);
        let ended = run.end();
        if noted && ended.0 != Some(0) {
            return ended;
        }
    }
    panic!("{arguments}: each run was over before it was stopped")
}

/// Kills a run as soon as it has noted its progress; returns its folder.
pub(crate) fn killed(arguments: &str, out: impl AsRef<Path>) -> PathBuf {
    stopped(arguments, out.as_ref(), "KILL");
    out.as_ref().to_owned()
}

impl Started {
    /// A run that writes into this folder.
    pub(crate) fn of(child: Child, out: &Path) -> Self {
        Self { child, out: out.to_owned(), said: Vec::new() }
    }

    /// Whether the run writes a file into its folder before it ends.
    fn reaches(&mut self, name: &str) -> bool {
        let file = self.out.join(name);
        while !file.exists() && self.is_running() {
            sleep(Duration::from_micros(500));
        }
        file.exists()
    }

    /// Waits until the run has written a file into its folder.
    pub(crate) fn wait_for(&mut self, name: &str) {
        assert!(self.reaches(name), "{name} never came: {:?}", self.end());
    }

    /// Waits until the run has said this on standard error.
    pub(crate) fn wait_for_words(&mut self, words: &str) {
        let stderr = self.child.stderr.as_mut().expect("it is piped");
        let mut byte = [0];
        while !String::from_utf8_lossy(&self.said).contains(words) {
            let read = stderr.read(&mut byte).expect("a pipe can be read");
            assert!(read > 0, "{words} was never said: {:?}", self.said);
            self.said.push(byte[0]);
        }
    }

    /// Waits until the run listens for a signal, and none that was sent to it is still to be heard.
    pub(crate) fn wait_until_it_hears(&self, signal: i32) {
        let mask = |status: &str, name: &str| {
            let mask = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0");
            u64::from_str_radix(mask.trim(), 16).expect("a mask") >> (signal - 1) & 1
        };
        wait_until("a listener", || {
            let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
            let status = status.unwrap_or_default();
            mask(&status, "SigCgt:") == 1 && mask(&status, "ShdPnd:") == 0
        });
    }

    pub(crate) fn signal(&self, signal: &str) {
        send(self.child.id(), signal);
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a child has a state").is_none()
    }

    /// The exit code, and what was said on standard error. The run must end soon: after a signal it takes hundredths
    /// of a second, but the machine may be busy.
    pub(crate) fn end(&mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        while self.is_running() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the run did not end");
            sleep(Duration::from_millis(2));
        }
        let rest = self.child.stderr.take().map(io::read_to_string);
        let rest = rest.transpose().expect("UTF-8").unwrap_or_default();
        let status = self.child.wait().expect("it has ended");
        (status.code(), String::from_utf8_lossy(&self.said).into_owned() + &rest)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process.
pub(crate) fn send(process: u32, signal: &str) {
    let sent = Command::new("kill").args(["-s", signal, &process.to_string()]).status();
    assert!(sent.expect("kill can be run").success());
}

/// Waits until something holds.
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what} never came");
        sleep(Duration::from_millis(5));
    }
}
