//! Runs that are still going on, and signals to them.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::command;

/// The signals of a terminal and the system, each with the exit code of a run that it stops.
pub(crate) const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

/// A run that was started and that is killed with this value, if it has not ended.
pub(crate) struct Started {
    pub(crate) child: Child,
    out: PathBuf,
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

/// Kills a run as soon as it has noted its progress; returns its folder.
pub(crate) fn killed(arguments: &str, out: impl AsRef<Path>) -> PathBuf {
    let out = out.as_ref();
    let mut run = start(arguments, out);
    run.wait_for("progress.json");
    run.signal("KILL");
    run.end();
    out.to_owned()
}

impl Started {
    /// A run that writes into this folder.
    pub(crate) fn of(child: Child, out: &Path) -> Self {
        Self { child, out: out.to_owned() }
    }

    /// Waits until the run has written a file into its folder.
    pub(crate) fn wait_for(&mut self, name: &str) {
        let file = self.out.join(name);
        while !file.exists() {
            let ended = self.child.try_wait().expect("a child has a state");
            assert!(ended.is_none() || file.exists(), "{}: {ended:?}", file.display());
            sleep(Duration::from_micros(500));
        }
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
        let stderr = self.child.stderr.take().map(io::read_to_string);
        let status = self.child.wait().expect("it has ended");
        (status.code(), stderr.transpose().expect("UTF-8").unwrap_or_default())
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
