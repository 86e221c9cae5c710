//! Exact solvers for positions with all hands open.
//!
//! | solver | what it solves |
//! |---|---|
//! | [`OneAgainstTwo`] | tricks of one seat against two who play together, as in Three-Legged Kitty |
//! | [`EachAlone`] | tricks of three seats, each for itself, as in 9-2-5 |

mod aims;
mod cashing;
mod ducking;
mod each_alone;
mod one_against_two;
mod ordering;
mod packed;
mod position;
mod table;
mod weights;

pub use aims::Aims;
pub use each_alone::EachAlone;
pub use one_against_two::{Aim, OneAgainstTwo};
pub use position::{NoPosition, Position};
