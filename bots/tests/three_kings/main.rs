//! The tests of what is known of Three Kings.

mod candidates;
mod endgame;
mod heuristic;
mod options;
mod puzzles;
