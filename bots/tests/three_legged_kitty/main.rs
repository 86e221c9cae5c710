//! The tests of what is known of Three-Legged Kitty.

mod double_dummy;
mod heuristic;
mod puzzles;
