//! The note of how far a run has got.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::hash::sha256;

/// What a run notes of its sums block by block, so that the run can be gone on with.
pub trait Noted: Serialize + DeserializeOwned {
    /// Blocks so far.
    fn blocks(&self) -> u64;
    /// Whether the note sums the same things as another.
    fn is_like(&self, other: &Self) -> bool;

    /// Whether these are the sums of so many blocks of a run whose sums of no blocks are `fresh`.
    fn is_of(&self, fresh: &Self, blocks: u64) -> bool {
        self.is_like(fresh) && self.blocks() == blocks
    }
}

/// What is said of sums that belong to something else.
pub const OF_ANOTHER: &str = "it is not of the run that manifest.json tells of";

/// How far a file of a run reaches.
pub(super) struct Reach {
    /// The length of the file.
    pub(super) bytes: u64,
    /// The hash of so much of the file; unknown in notes of earlier versions.
    pub(super) sha256: Option<String>,
}

/// How far a run has got: the first `blocks` blocks stand in the first `bytes` of each file, and
/// `tally` is their sum. What lies beyond is of a block that was being written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Note<T> {
    /// Finished blocks, always the first ones.
    pub(super) blocks: u64,
    /// The length of each file.
    pub(super) bytes: Vec<(String, u64)>,
    /// The hash of so much of each file; left out in notes of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) hashes: Vec<String>,
    /// The sums over the finished blocks.
    pub(super) tally: T,
}

/// What stands at the end of a note.
#[derive(Deserialize)]
pub(super) struct Seal {
    pub(super) sha256: String,
}

impl<T> Note<T> {
    /// How far a file reaches, if the note tells of the file.
    pub(super) fn reach(&self, name: &str) -> Option<Reach> {
        let place = self.bytes.iter().position(|(of, _)| of == name)?;
        Some(Reach { bytes: self.bytes[place].1, sha256: self.hashes.get(place).cloned() })
    }
}

impl<T: Serialize> Note<T> {
    /// The JSON of the note, and the hash of it that also covers the settings of the run.
    fn json_and_seal(&self, settings: &str) -> (Vec<u8>, String) {
        let json = serde_json::to_vec(self).expect("plain values can be written as JSON");
        let seal = sha256(&[settings.as_bytes(), b"\n", &json].concat());
        (json, seal)
    }

    /// The hash of the note that also covers the settings of the run.
    pub(super) fn seal(&self, settings: &str) -> String {
        self.json_and_seal(settings).1
    }

    /// The content of the note's file.
    pub(super) fn sealed(&self, settings: &str) -> Vec<u8> {
        let (mut note, seal) = self.json_and_seal(settings);
        note.pop();
        note.extend_from_slice(format!(",\"sha256\":\"{seal}\"}}").as_bytes());
        note
    }
}
