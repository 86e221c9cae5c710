//! The note of how far a run has got.

use std::any::Any;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::hash::sha256;

/// Sums as a checkpoint keeps them: JSON, which only the fold that wrote it reads.
pub trait Checkpoint {
    /// Blocks so far.
    fn blocks(&self) -> u64;
    /// The JSON of the sums, on one line or on lines that a person can read.
    fn to_json(&self, pretty: bool) -> String;
    /// The sums of a JSON text; `None` if they sum other things than these.
    ///
    /// # Errors
    /// If the text is none of such sums.
    fn read(&self, json: &str) -> serde_json::Result<Option<SavedSums>>;
}

/// The sums of a checkpoint, read but not added to others yet.
pub struct SavedSums {
    /// Blocks that the sums count.
    pub blocks: u64,
    sums: Box<dyn Any>,
}

impl SavedSums {
    /// Sums of so many blocks.
    pub fn new(blocks: u64, sums: impl Any) -> Self {
        Self { blocks, sums: Box::new(sums) }
    }

    /// The sums.
    ///
    /// # Panics
    /// If they are of another kind of experiment.
    pub fn sums<T: Any>(self) -> T {
        *self.sums.downcast().expect("sums are added by the experiment that read them")
    }
}

/// What is said of sums that belong to something else.
pub const OF_ANOTHER: &str = "it is not of the run that manifest.json tells of";

/// How far a run has got: the first `blocks` blocks stand in the first `bytes` of each file, and
/// `tally` is their sum. What lies beyond is of a block that was being written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgressNote {
    /// Finished blocks, always the first ones.
    pub blocks: u64,
    /// The length of each file.
    pub bytes: Vec<(String, u64)>,
    /// The hash of so much of each file.
    pub hashes: Vec<String>,
    /// The sums over the finished blocks.
    pub tally: Box<RawValue>,
}

/// What stands at the end of a note.
#[derive(Deserialize)]
pub(super) struct Seal {
    pub(super) sha256: String,
}

impl ProgressNote {
    /// How far a file reaches, and the hash of so much of it, if the note has the file.
    pub fn reach(&self, name: &str) -> Option<(u64, &str)> {
        let place = self.bytes.iter().position(|(of, _)| of == name)?;
        Some((self.bytes[place].1, self.hashes.get(place)?))
    }

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
