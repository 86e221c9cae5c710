//! Bots that are programs of any language: `--external LABEL=COMMAND` names one, `cmd:LABEL` is its spec, and
//! the page `docs/protocol.md` says what the two sides write to each other.

mod bot;
mod bots;
pub mod check;
mod log;
mod process;
mod protocol;
mod seat;
mod setting;
mod spec;

pub use bot::{ExternalBot, Times};
pub use bots::ExternalBots;
pub use process::end_all;
pub use protocol::{Decide, Hello, PROTOCOL};
pub use setting::{External, as_table};
pub use spec::ExternalSpec;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The value of a lock, also after a panic of its holder.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
