//! Waiting for a folder that another run holds.

use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::files::error::FolderError;
use crate::files::place::keep_still;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::interrupted;
use crate::terminal::stream::say;

/// How often it is looked whether the folder is free.
const LOOK: Duration = Duration::from_millis(200);

/// Does something with a folder; where it is to be waited for, as soon as no other run holds it.
///
/// # Errors
/// What went wrong; that another run holds the folder, where it is not to be waited for; that a signal came.
pub(crate) fn once_free(
    waited_for: Option<&Path>,
    quiet: bool,
    attempt: impl Fn() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reason = quiet;
    loop {
        let done = attempt();
        let Some(dir) = waited_for.filter(|_| done.as_ref().is_err_and(Failure::is_busy)) else {
            return done;
        };
        if !reason {
            say(&format!("{}: waiting for the run that is being written there", dir.display()));
            reason = true;
        }
        loop {
            if let Some(signal) = interrupted() {
                let reason =
                    "interrupted while waiting; nothing was written; the same command starts again";
                return Err(Failure::Interrupted(signal, reason.to_owned()));
            }
            thread::sleep(LOOK);
            if !matches!(keep_still(dir), Err(FolderError::Busy { .. })) {
                break;
            }
        }
    }
}
