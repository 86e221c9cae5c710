//! Games from a file: three players, plain tricks, and what a designer sets.
//!
//! A hand is dealt, some steps are taken in the order of the file, tricks are played and points are counted.

mod action;
mod checked;
mod error;
mod facts;
mod file;
mod game;
mod hand;
mod illegal;
mod keys;
mod open_hand;
mod order;
mod page;
mod pairs;
mod passing;
mod recall;
mod routes;
mod rules;
mod scene;
mod score;
mod scoring;
mod standing;
mod steps;
mod story;
mod tally;
mod tricks;
mod veil;
mod view;
mod worlds;
mod written;

pub use action::{Action, Bid, Legal};
pub use error::FileError;
pub use game::Family;
pub use hand::Hand;
pub use open_hand::OpenHand;
pub use order::Order;
pub use rules::Rules;
pub use standing::Standing;
pub use view::Known;
pub use worlds::Worlds;

/// Names that a file can't have.
const BUILT_IN: &[&str] = &["9-2-5", "three-legged-kitty", "three-kings"];
