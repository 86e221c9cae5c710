//! The tests of what is known of 9-2-5.

mod ladder;
mod max_n;
mod puzzles;
mod sense;
