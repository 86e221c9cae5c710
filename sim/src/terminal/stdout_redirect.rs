//! Standard output kept for the summary: what bots print while they play goes to standard error.

#![expect(clippy::disallowed_methods, reason = "bots print to these streams")]

use std::io::{self, Write as _, stderr, stdout};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::{Mutex, PoisonError};

use rustix::stdio::dup2_stdout;

/// The true standard output while it is redirected, and the number of redirects that live.
static TRUE_STDOUT: Mutex<Option<(OwnedFd, usize)>> = Mutex::new(None);

/// Standard output goes to standard error while a value of this type lives.
pub struct StdoutRedirect;

impl StdoutRedirect {
    /// Starts to redirect; `None` if the system refuses.
    pub fn start() -> Option<Self> {
        start().ok().map(|()| Self)
    }

    /// Ends all redirects for good, since the process is about to end.
    pub fn end_all() {
        end(true);
    }
}

impl Drop for StdoutRedirect {
    fn drop(&mut self) {
        end(false);
    }
}

fn start() -> io::Result<()> {
    let mut redirected = TRUE_STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, count)) = &mut *redirected {
        *count += 1;
        return Ok(());
    }
    let true_stdout = stdout().as_fd().try_clone_to_owned()?;
    dup2_stdout(stderr())?;
    *redirected = Some((true_stdout, 1));
    Ok(())
}

fn end(all: bool) {
    let mut redirected = TRUE_STDOUT.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((true_stdout, count)) = &mut *redirected else { return };
    *count -= 1;
    if all || *count == 0 {
        // A line that was begun goes where its start belongs; but a bot that still plays may never let
        // go of standard output.
        if !all {
            let _ = stdout().flush();
        }
        let _ = dup2_stdout(true_stdout);
        *redirected = None;
    }
}
