//! The tests of Three Kings.

mod bridge;
mod common;
mod conformance;
mod invariants;
mod options;
mod oracle;
mod page;
mod perft;
mod rules;
mod slow;
mod studies;
mod whole_worlds;
mod worlds;
