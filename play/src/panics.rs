//! Bots are asked here, so that a panic of a bot becomes a reason and nothing else.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use threehand_bots::BotFailure;

thread_local! {
    /// Whether this thread is asking bots: their panics are recorded, not printed.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Whether the panics of bots are kept off the terminal already.
static SILENCED: Once = Once::new();

/// Keeps the panics of bots off the terminal; all others are printed as before.
pub fn silence_bots() {
    SILENCED.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !ASKING.get() {
                print(info);
            }
        }));
    });
}

/// What a bot's work comes to, or why the bot failed.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, BotFailure> {
    ASKING.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    ASKING.set(false);
    done.map_err(|panic| BotFailure::Panicked(reason(panic)))
}

/// What is said of a panic.
fn reason(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    text.unwrap_or_else(|| {
        // Such a thing may panic again when it is dropped.
        std::mem::forget(panic);
        "no reason given".to_owned()
    })
}
