//! Fuzz targets, and the [stress test](stress). A target takes any bytes, and panics where a promise is
//! broken.
//!
//! `fuzz/run TARGET` gives a target bytes that libFuzzer makes up to reach new code. `fuzz/corpus` keeps
//! such bytes, and the tests of this package give them to the targets.

mod bytes;
mod manifests;
mod play;
mod positions;
mod records;
mod rules;
mod settings;
mod specs;
pub mod stress;

use std::sync::LazyLock;

use threehand_bots::{Lab, Standard};

/// Checks some bytes.
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

/// The games and bots of the targets.
static LAB: LazyLock<Standard> = LazyLock::new(Lab::standard);
