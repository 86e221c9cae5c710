//! Ends a run when the process that started it has ended (`--die-with-parent`).

use std::os::unix::process::parent_id;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use signal_hook::consts::SIGTERM;
use signal_hook::low_level::raise;

use crate::terminal::failure::Failure;
use crate::terminal::interrupt::interrupt_by;

/// How often it is looked whether the parent is still there.
const LOOK: Duration = Duration::from_millis(100);

/// The process that started this one.
static PARENT: OnceLock<u32> = OnceLock::new();

/// Remembers which process started this one. This is the first thing to do: a parent that is gone before is never
/// missed.
pub(crate) fn remember() {
    PARENT.get_or_init(parent_id);
}

/// From now on the process is ended in order, as by SIGTERM, when its parent is gone: the system then gives it another.
pub(super) fn die_with() -> Result<(), Failure> {
    static WATCHED: AtomicBool = AtomicBool::new(false);
    if WATCHED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let parent = *PARENT.get_or_init(parent_id);
    let watch = move || {
        while parent_id() == parent {
            thread::sleep(LOOK);
        }
        // Seen where signals are heeded, also if this one was to be ignored; elsewhere the signal ends the process.
        interrupt_by(SIGTERM);
        let _ = raise(SIGTERM);
    };
    let watcher = thread::Builder::new().name("parent".to_owned()).spawn(watch);
    watcher.context("a thread can't be started")?;
    Ok(())
}
