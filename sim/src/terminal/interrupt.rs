//! The signals that end an experiment in order: Ctrl-C (SIGINT), and what schedulers and closed
//! terminals send (SIGTERM, SIGHUP); and the one of a file that may not grow further (SIGXFSZ), which ends nothing.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::Context as _;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag::{register, register_conditional_shutdown, register_usize};

use crate::terminal::failure::Failure;

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// The signal that came, by its number; 0 while none has come.
static SIGNAL: AtomicUsize = AtomicUsize::new(0);

/// Whether a signal has come, so that the next one ends the process at once.
static ONE_CAME: AtomicBool = AtomicBool::new(false);

/// Whether signals are heeded already.
static HEEDING: AtomicBool = AtomicBool::new(false);

/// Lets the first signal be [seen](interrupted), and the second end the process at once. A signal that
/// was to be ignored, as `nohup` asks of SIGHUP, goes on being ignored.
pub(crate) fn heed_interrupts() -> Result<(), Failure> {
    if HEEDING.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let ignored = ignored();
    for signal in SIGNALS.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0) {
        let heed = || {
            // What is registered first is done first: the first signal finds that none came before.
            register_conditional_shutdown(signal, 128 + signal, &ONE_CAME)?;
            register_usize(signal, &SIGNAL, signal as usize)?;
            register(signal, &ONE_CAME)
        };
        heed().context("signals can't be listened for")?;
    }
    Ok(())
}

/// Lets a write beyond the largest file that the system allows (`ulimit -f`) fail, as one to a full disk does. The signal
/// of such a write would end the process without a word.
pub(crate) fn outlive_file_limit() {
    static CAME: AtomicBool = AtomicBool::new(false);
    // Where the signal can't be heeded, it ends the process as before.
    let _ = register(SIGXFSZ, &CAME);
}

/// The signals that are ignored, a bit each from SIGHUP on, where the system tells.
pub fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Does as if this signal had come, if none has.
pub(crate) fn interrupt_by(signal: i32) {
    let _ = SIGNAL.compare_exchange(0, signal as usize, Ordering::SeqCst, Ordering::SeqCst);
}

/// The signal that came, if one has.
pub(crate) fn interrupted() -> Option<u8> {
    let signal = SIGNAL.load(Ordering::SeqCst) as u8;
    (signal > 0).then_some(signal)
}
