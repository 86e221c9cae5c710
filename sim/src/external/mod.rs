//! Bots that are programs of any language: `--external LABEL=COMMAND` names one, `cmd:LABEL` is its spec, and
//! the page `docs/protocol.md` says what the two sides write to each other.

mod cast;
pub mod check;
mod log;
mod process;
mod program;
mod protocol;
mod seat;
mod setting;
mod spec;

pub use cast::Cast;
pub use process::end_all;
pub use program::{Introduced, Program, Times};
pub use protocol::{Decide, PROTOCOL};
pub use seat::{AtProgram, Seatable};
pub use setting::{External, as_table, list};
pub use spec::ExternalSpec;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a lock holds, also where somebody panicked who held it.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
