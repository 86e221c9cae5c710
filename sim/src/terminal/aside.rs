//! Standard output kept for the summary: what bots print while they play goes to standard error.

#![expect(clippy::disallowed_methods, reason = "bots print to these streams")]

use std::io::{self, Write as _, stderr, stdout};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::{Mutex, PoisonError};

use rustix::stdio::dup2_stdout;

/// Standard output itself, while it is put aside, and by how many.
static KEPT: Mutex<Option<(OwnedFd, usize)>> = Mutex::new(None);

/// Standard output is put aside while a value of this type lives.
pub struct Aside;

impl Aside {
    /// Puts standard output aside, if the system lets us.
    pub fn take() -> Option<Self> {
        put_aside().ok().map(|()| Self)
    }

    /// Puts standard output back for good, since the process is about to end.
    pub fn end() {
        put_back(true);
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        put_back(false);
    }
}

fn put_aside() -> io::Result<()> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, times)) = &mut *kept {
        *times += 1;
        return Ok(());
    }
    let itself = stdout().as_fd().try_clone_to_owned()?;
    dup2_stdout(stderr())?;
    *kept = Some((itself, 1));
    Ok(())
}

fn put_back(all: bool) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((itself, times)) = &mut *kept else { return };
    *times -= 1;
    if all || *times == 0 {
        // A line that was begun goes where its start belongs; but a bot that still plays may never let
        // go of standard output.
        if !all {
            let _ = stdout().flush();
        }
        let _ = dup2_stdout(itself);
        *kept = None;
    }
}
