//! What is said on the terminal: how a command ends, how far a run is, numbers and tables as a
//! person reads them.

pub mod failure;
pub mod grid;
pub mod interrupt;
pub(crate) mod invocation;
pub mod listener;
pub mod number;
pub mod progress_bar;
pub mod refusal;
pub mod screen;
pub mod stdout_redirect;
pub use threehand_play::shown;
pub mod stream;
pub mod unit;
