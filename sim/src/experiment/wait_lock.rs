//! Waiting for a folder that another run holds.

use std::thread;
use std::time::Duration;

use crate::files::error::FolderError;
use crate::files::locked_folder::keep_still;
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::interrupted;
use crate::terminal::stream::say;

/// How often it is looked whether the folder is free.
const LOOK: Duration = Duration::from_millis(200);

/// Runs an experiment; where its folder is to be waited for, as soon as no other run holds it.
///
/// # Errors
/// What went wrong; that another run holds the folder, where it is not to be waited for; that a signal came.
pub(crate) fn once_free(
    options: &RunOptions,
    attempt: impl Fn() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let waited_for = options.out.as_ref().filter(|_| options.wait_lock);
    let mut is_said = options.quiet;
    loop {
        let done = attempt();
        let Some(dir) = waited_for.filter(|_| done.as_ref().is_err_and(Failure::is_busy)) else {
            return done;
        };
        if !is_said {
            say(&format!("{}: waiting for the run that is being written there", dir.display()));
            is_said = true;
        }
        while matches!(keep_still(dir), Err(FolderError::Busy { .. })) {
            if let Some(signal) = interrupted() {
                let reason =
                    "interrupted while waiting; nothing was written; the same command starts again";
                return Err(Failure::Interrupted(signal, reason.to_owned()));
            }
            thread::sleep(LOOK);
        }
    }
}
