//! Studies that measure bots.

pub mod counter;
pub mod one_against_two;
pub mod puzzles;
