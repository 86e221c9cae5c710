//! Ctrl-C, which ends an experiment after the block that is due.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use crate::terminal::failure::Failure;

/// Set by Ctrl-C, looked at between blocks.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C is listened for already.
static HEEDED: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end an experiment after the block that is due; a second one ends it at once.
pub(super) fn heed_interrupts() -> Result<(), Failure> {
    if HEEDED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let heed = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    Ok(ctrlc::set_handler(heed).context("Ctrl-C can't be listened for")?)
}

/// Whether Ctrl-C was pressed.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
