//! Bots that look ahead: they draw worlds that their view leaves possible, and try their choices
//! in each.

mod choices;
mod ismcts;
mod match_value;
mod monte_carlo;
mod playout;
mod tree;

pub use choices::Choices;
pub use ismcts::TreeSearch;
pub use match_value::{MOST_FEATURES, MatchValue};
pub use monte_carlo::MonteCarlo;
