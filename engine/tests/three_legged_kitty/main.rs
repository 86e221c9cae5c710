//! The tests of Three-Legged Kitty.

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
