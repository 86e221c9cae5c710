//! The tests of 9-2-5.

mod all_worlds;
mod bridge;
mod common;
mod conformance;
mod invariants;
mod options;
mod oracle;
mod perft;
mod rules;
mod slow;
mod studies;
mod worlds;
