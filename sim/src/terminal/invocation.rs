//! The words that started the command, and how to start it anew.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// How the command was started.
#[derive(Debug)]
struct Invocation {
    /// Its words, the name of the program first.
    words: Vec<OsString>,
    /// The program that runs the command, with its words before those of the command; none if the command is a program.
    launcher: Vec<OsString>,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

/// Remembers how the command was started.
pub(crate) fn remember(words: &[OsString], launcher: Vec<OsString>) {
    INVOCATION.get_or_init(|| Invocation { words: words.to_vec(), launcher });
}

/// The words of the command, without the name of the program.
pub(crate) fn words() -> Vec<OsString> {
    let words = INVOCATION.get().map(|invocation| invocation.words.clone());
    words.unwrap_or_else(|| std::env::args_os().collect()).into_iter().skip(1).collect()
}

/// This command, to be started once more; words of its own can follow.
pub(crate) fn this_program() -> io::Result<Command> {
    let invocation = INVOCATION.get();
    if let Some([program, first @ ..]) = invocation.map(|invocation| &*invocation.launcher) {
        let mut command = Command::new(program);
        command.args(first);
        return Ok(command);
    }
    // Linux has a name for the program that is there even when its file was replaced.
    let linux = cfg!(target_os = "linux").then(|| PathBuf::from("/proc/self/exe"));
    let mut command = Command::new(linux.map_or_else(std::env::current_exe, Ok)?);
    let name = invocation.and_then(|invocation| invocation.words.first());
    command.arg0(name.cloned().unwrap_or_else(|| "threehand".into()));
    Ok(command)
}

/// Runs the command with other words in place of this process; comes back only if that fails.
pub(crate) fn start_anew(words: &[OsString]) -> io::Error {
    let anew = |mut command: Command| command.args(words).exec();
    this_program().map_or_else(|error| error, anew)
}
