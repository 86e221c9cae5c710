//! Exact solvers for positions with all hands open.
//!
//! | solver | what it solves |
//! |---|---|
//! | [`OneAgainstTwo`] | tricks of one seat against two who play together, as in Three-Legged Kitty |

mod cashing;
mod ducking;
mod one_against_two;
mod ordering;
mod packed;
mod position;
mod table;
mod weights;

pub use one_against_two::{Aim, OneAgainstTwo};
pub use position::{NoPosition, Position};
