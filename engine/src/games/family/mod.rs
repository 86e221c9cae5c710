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
pub use score::Target;
pub use standing::Standing;
pub use view::Known;
pub use worlds::Worlds;

/// The games that come along: their names and their files.
pub const FILES: [(&str, &str); 7] = [
    ("sergeant-major", include_str!("files/sergeant-major.toml")),
    ("three-five-eight", include_str!("files/three-five-eight.toml")),
    ("three-two-five", include_str!("files/three-two-five.toml")),
    ("oh-hell", include_str!("files/oh-hell.toml")),
    ("hearts", include_str!("files/hearts.toml")),
    ("black-maria", include_str!("files/black-maria.toml")),
    ("knaves", include_str!("files/knaves.toml")),
];

/// The built-in game 9-2-5 from a file, but for the two options that a file lacks: a start for other rules.
pub const NINE_TWO_FIVE: &str = include_str!("nine-two-five.toml");

/// The file that plays as a built-in game does, where there is one.
pub fn file_of_built_in(name: &str) -> Option<&'static str> {
    (name == <super::NineTwoFive as crate::Game>::NAME).then_some(NINE_TWO_FIVE)
}

/// Names that a file can't have. It may have the name of a game that comes along, which it is then read instead of.
const BUILT_IN: &[&str] = &["9-2-5", "three-legged-kitty", "three-kings"];
