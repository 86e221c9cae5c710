//! Players for the games of threehand. A [`Bot`] sees a [`View`](threehand_engine::View) and
//! nothing else; the [registry] makes bots from specs such as `heuristic:epsilon=0.1`.

mod bot;
pub mod greedy;
pub mod heuristic;
pub mod puzzles;
mod random;
pub mod registry;
pub mod search;
pub mod solver;

pub use bot::{Bot, BotRng, bot_rng, play_out};
pub use random::Random;
