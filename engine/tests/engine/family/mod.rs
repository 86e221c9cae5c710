//! Games from a file: their errors, their rules against other implementations, and what every game owes.

mod all_worlds;
mod built_in;
mod mistakes;
mod pages;
mod points;
mod promises;
mod random_files;
mod reference;
mod slow;

use threehand_engine::games::Family;

/// The files of `tests/data/family`.
pub(crate) const FILES: [&str; 6] = [
    include_str!("../../data/family/oh-hell-7.toml"),
    include_str!("../../data/family/trump-17.toml"),
    include_str!("../../data/family/hearts.toml"),
    include_str!("../../data/family/three-two-five.toml"),
    include_str!("../../data/family/three-five-eight.toml"),
    include_str!("../../data/family/nine-two-five.toml"),
];

/// The game of a file.
pub(crate) fn game(text: &str) -> Family {
    Family::read(text).unwrap_or_else(|why| panic!("{why}"))
}
