//! External bots: programs in any language. `--external LABEL=COMMAND` names one, `cmd:LABEL` is its spec, and
//! `docs/protocol.md` describes the messages.

pub(crate) mod bot;
pub(crate) mod bots;
pub(crate) mod log;
pub(crate) mod process;
pub(crate) mod protocol;
mod seat;
pub(crate) mod spec;
mod trace;

pub use crate::settings::external::External;
pub use bot::{ExternalBot, Times};
pub use bots::ExternalBots;
pub use process::{end_all, end_all_and_wait};
pub use protocol::{Decide, Hello, PROTOCOL};
pub use spec::ExternalSpec;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also after a panic of its holder.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
