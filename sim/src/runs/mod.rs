//! Runs in folders, of whatever kind: carried on, put together, and asked what they lack.

pub mod audit;
pub mod kinds;
pub mod merge;
mod missing;
pub mod rate;
pub mod resume;
mod shards;
