//! Which blocks are played together.

use std::ops::Range;

use threehand_play::referee::Referee;

use super::contract::{Block, Play};

/// Blocks in groups that are played together. Which blocks are in a group depends on their numbers alone, not on
/// threads.
pub(super) struct Groups<'a> {
    play: &'a dyn Play,
    blocks: Range<u64>,
    referee: Option<&'a Referee>,
    /// Blocks in a group; the first and the last group may have fewer.
    size: u64,
}

impl<'a> Groups<'a> {
    /// The groups of these blocks. A referee watches one block at a time.
    pub(super) fn of(play: &'a dyn Play, blocks: Range<u64>, referee: Option<&'a Referee>) -> Self {
        let size = if referee.is_some() { 1 } else { play.together() };
        Self { play, blocks, referee, size }
    }

    /// The numbers of the groups.
    pub(super) fn numbers(&self) -> Range<u64> {
        self.blocks.start / self.size..self.blocks.end.div_ceil(self.size)
    }

    /// Plays the blocks of a group.
    pub(super) fn play(&self, group: u64, written: bool) -> Vec<Block> {
        if self.size == 1 {
            let watch = self.referee.map(|referee| referee.watch(group));
            return vec![self.play.block(group, written, watch.as_ref())];
        }
        let start = (group * self.size).max(self.blocks.start);
        let end = (group + 1).saturating_mul(self.size).min(self.blocks.end);
        self.play.blocks(start..end, written)
    }
}
