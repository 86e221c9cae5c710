//! Bots are asked here, so that a panic of a bot becomes a reason and nothing else.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use threehand_bots::{Bot, BotRng};
use threehand_engine::{Game, View};

thread_local! {
    /// Whether this thread is asking bots: their panics are recorded, not printed.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics of bots off the terminal; all others are printed as before.
pub fn silence_bots() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !ASKING.get() {
            print(info);
        }
    }));
}

/// What a bot's work comes to, or why the bot failed.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    ASKING.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    ASKING.set(false);
    done.map_err(told)
}

/// What is said of a panic.
fn told(panic: Box<dyn Any + Send>) -> String {
    let known = panic.is::<String>() || panic.is::<&'static str>() || panic.is::<Reason>();
    if !known {
        // Such a thing may panic again when it is dropped.
        std::mem::forget(panic);
        return "panicked: no reason given".to_owned();
    }
    if let Some(Reason(reason)) = panic.downcast_ref::<Reason>() {
        return reason.clone();
    }
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&'static str>().copied());
    format!("panicked: {}", text.unwrap_or_default())
}

/// The reason that [`Unmade`] fails for.
struct Reason(String);

/// Sits in for a bot that could not be made, and fails for this reason when it is asked.
pub(super) struct Unmade(pub(super) String);

impl<G: Game> Bot<G> for Unmade {
    fn decide(&mut self, _: &View<'_, G>, _: &mut BotRng) -> G::Action {
        resume_unwind(Box::new(Reason(self.0.clone())))
    }
}
