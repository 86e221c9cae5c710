//! The note of how far a run has got.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::hash::sha256;

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
    sha256: String,
    /// The same under other settings, from which the run is about to change.
    #[serde(default)]
    before: Option<String>,
}

impl Seal {
    /// Whether the note is of a run with these settings.
    pub(super) fn is_of(&self, note: &ProgressNote, settings: &str) -> bool {
        let due = note.json_and_seal(settings).1;
        self.sha256 == due || self.before.as_ref() == Some(&due)
    }
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

    /// The content of the note's file; where the settings are about to change, also of a run with those `before`.
    pub(super) fn sealed(&self, settings: &str, before: Option<&str>) -> Vec<u8> {
        let (mut note, seal) = self.json_and_seal(settings);
        note.pop();
        note.extend_from_slice(format!(",\"sha256\":\"{seal}\"").as_bytes());
        if let Some(before) = before {
            let (_, seal) = self.json_and_seal(before);
            note.extend_from_slice(format!(",\"before\":\"{seal}\"").as_bytes());
        }
        note.push(b'}');
        note
    }
}
