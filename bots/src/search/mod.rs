//! Bots that look ahead: they draw worlds that their view leaves possible, and try their candidates
//! in each.

mod candidates;
mod comparison;
mod endgame;
mod equity;
mod inference;
mod ismcts;
mod parameters;
mod pimc;
mod playout;
mod root;
mod tree;

pub(crate) use candidates::Alike;
pub use endgame::{Endgame, Unsolved};
pub use ismcts::Ismcts;
pub use pimc::{Mc, Pimc};
