//! What fuzzing does with bytes: each target takes any bytes, and panics where a promise is broken.
//!
//! `fuzz/run TARGET` gives a target bytes that libFuzzer makes up, to reach code that no bytes before
//! have reached. The bytes in `fuzz/corpus` reach what was reached so far; the tests of this package
//! give them to the targets again.

mod bytes;
mod manifests;
mod play;
mod positions;
mod records;
mod rules;
mod settings;
mod specs;
pub mod stress;

use threehand_bots::{Lab, Standard};

/// What is done with some bytes.
pub type Target = fn(&[u8]);

/// The targets by their names.
pub const TARGETS: [(&str, Target); 7] = [
    ("manifests", manifests::target),
    ("play", play::target),
    ("positions", positions::target),
    ("records", records::target),
    ("rules", rules::target),
    ("settings", settings::target),
    ("specs", specs::target),
];

/// The games and bots that the targets go through.
const LAB: Standard = Lab::standard();
