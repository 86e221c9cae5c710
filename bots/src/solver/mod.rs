//! Exact solvers for positions with all hands open.
//!
//! | solver | what it solves |
//! |---|---|
//! | [`DoubleDummy`] | tricks of one seat against two who play together, as in Three-Legged Kitty |
//! | [`MaxN`] | tricks of three seats, each for itself, as in 9-2-5 |
//!
//! What solves a single game stands in its [folder](crate::games).

mod cashing;
mod double_dummy;
mod ducking;
mod max_n;
mod notation;
mod ordering;
mod orders;
mod packed;
mod position;
mod problem;
pub(crate) mod table;
mod trial;
mod weights;

pub use double_dummy::{Aim, DoubleDummy};
pub use max_n::MaxN;
pub use notation::BadPosition;
pub(crate) use notation::{LEAD, Piles, Setting, TRICK, Who, Words};
pub(crate) use position::cards_each;
pub use position::{NoPosition, Position};
pub(crate) use problem::trump_text;
pub use problem::{Problem, Solution, Value};
pub use trial::{Source, Trial};
pub(crate) use trial::{hands, positions, timed};
