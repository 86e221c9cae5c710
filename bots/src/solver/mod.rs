//! Exact solvers for positions with all hands open.
//!
//! | solver | what it solves |
//! |---|---|
//! | [`OneAgainstTwo`] | tricks of one seat against two who play together, as in Three-Legged Kitty |
//! | [`EachAlone`] | tricks of three seats, each for itself, as in 9-2-5 |
//! | [`KingsEnding`] | phase 2 of Three Kings, each for itself |

mod aims;
mod cashing;
mod ducking;
mod each_alone;
mod kings_end;
mod kings_ending;
mod kings_position;
mod notation;
mod one_against_two;
mod ordering;
mod packed;
mod position;
mod puzzle;
mod table;
mod weights;

pub use aims::Aims;
pub use each_alone::EachAlone;
pub use kings_end::KingsEnd;
pub use kings_ending::KingsEnding;
pub use kings_position::KingsPosition;
pub use notation::BadPosition;
pub use one_against_two::{Aim, OneAgainstTwo};
pub use position::{NoPosition, Position};
pub use puzzle::{Puzzle, Solution, Solvable, Value};
