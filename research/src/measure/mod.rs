//! Studies that measure bots.

pub mod counter;
pub mod forecast;
pub mod gain;
pub mod nulls;
pub mod one_against_two;
pub mod puzzles;
pub mod regret;
pub mod single_hands;

/// How often a measurement says what it has come to so far, about: if it is stopped, that is left of it.
const TELLS: u64 = 20;
