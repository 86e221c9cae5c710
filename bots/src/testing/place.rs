//! Where and with what something was tried, named where that fails.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Runs this. A panic goes on with the place in front of its message.
pub(super) fn at<T, P: Display>(place: impl FnOnce() -> P, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        match message.or_else(|| panic.downcast_ref::<&str>().copied()) {
            Some(message) => panic!("{}: {message}", place()),
            None => resume_unwind(panic),
        }
    })
}
