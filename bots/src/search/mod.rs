//! Bots that look ahead: they draw worlds that their view leaves possible, and try their candidates
//! in each.

mod candidates;
mod comparison;
mod endgame;
mod equity;
mod inference;
mod ismcts;
mod mc;
mod parameters;
mod pimc;
mod playout;
mod root;
mod tree;

pub(crate) use candidates::Alike;
pub use endgame::{Endgame, Unsolved};
pub use equity::Stakes;
pub use inference::Inference;
pub use ismcts::{Descents, Ismcts, TreeSearch};
pub use mc::{Flat, Mc, MonteCarlo};
pub use pimc::{Determinized, Lookahead, Pimc};
pub use root::{Evaluation, Patience};
