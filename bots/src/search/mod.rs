//! Bots that look ahead: they draw worlds that their view leaves possible, and try their choices
//! in each.

mod choices;
mod comparison;
mod endings;
mod inference;
mod match_value;
mod monte_carlo;
mod past;
mod pimc;
mod playout;

pub use choices::Choices;
pub use endings::Endings;
pub use inference::Inference;
pub use match_value::{MatchValue, Stakes};
pub use monte_carlo::MonteCarlo;
pub use past::Past;
pub use pimc::{Lookahead, Pimc};
