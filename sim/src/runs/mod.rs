//! Runs in folders, of whatever kind: carried on, and put together.

pub mod kinds;
pub mod merge;
pub mod resume;
