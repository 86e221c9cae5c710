//! The note of how far an unfinished run has got.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::fault::Fault;
use super::tables::parse;
use crate::folder::place::PROGRESS;

/// The note of how far an unfinished run has got.
#[derive(Default, Deserialize)]
pub(super) struct Progress {
    /// Finished blocks, always the first ones.
    pub(super) blocks: u64,
    /// How much of each file holds these blocks.
    pub(super) bytes: Vec<(String, u64)>,
    /// The sums over these blocks.
    pub(super) tally: Value,
}

impl Progress {
    /// Reads the note in a folder; nothing is noted where there is none.
    pub(super) fn read(dir: &Path) -> Result<Self, Fault> {
        let path = dir.join(PROGRESS);
        if path.exists() { parse(&path) } else { Ok(Self::default()) }
    }
}
