//! Bots that look ahead: they draw worlds that their view leaves possible, and try their choices
//! in each.

mod choices;
mod comparison;
mod endings;
mod inference;
mod ismcts;
mod match_value;
mod monte_carlo;
mod past;
mod pimc;
mod playout;
mod root;
mod tree;

pub use choices::Choices;
pub use endings::Endings;
pub use inference::Inference;
pub use ismcts::{Descents, TreeSearch};
pub use match_value::{MOST_FEATURES, MatchValue, Stakes};
pub use monte_carlo::MonteCarlo;
pub use past::Past;
pub use pimc::{Lookahead, Pimc};
pub use root::Manner;
