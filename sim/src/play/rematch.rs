//! A match of every block that can be played again.

use threehand_engine::BySeat;
use threehand_engine::record::Record;
use threehand_play::{Arena, Keep, Seeds};

/// A match of every block that can be played again.
#[derive(Clone, Copy)]
pub struct Rematch<'a> {
    /// The name of its rules; empty where all matches go by the same rules.
    pub rules: &'a str,
    /// Where it is played.
    pub arena: &'a dyn Arena,
    /// The number of the line-up, and the players by seat.
    pub lineup: (usize, BySeat<usize>),
}

impl Rematch<'_> {
    /// The records of the match in a block.
    pub fn records(&self, seeds: Seeds, block: u64) -> Vec<Record> {
        let keep = Keep { records: true, hands: false };
        self.arena.play(&mut seeds.decks(block), self.lineup, keep, None).records
    }
}
