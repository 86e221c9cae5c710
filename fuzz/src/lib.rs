//! Fuzz targets, and the [stress test](stress). A target takes any bytes, and panics where a promise is
//! broken.
//!
//! `fuzz/run TARGET` gives a target bytes that libFuzzer makes up to reach new code. `fuzz/corpus` keeps
//! such bytes, and the tests of this package give them to the targets.

mod bytes;
mod manifests;
mod play;
mod records;
mod settings;
pub mod stress;
mod texts;

use std::sync::LazyLock;

use threehand_bots::{Lab, Standard};
use threehand_play::Catalog;

use crate::texts::{Text, target};

/// Checks some bytes.
pub type Target = fn(&[u8]);

/// The targets by their names.
pub const TARGETS: [(&str, Target); 7] = [
    ("manifests", manifests::target),
    ("play", play::target),
    ("positions", |data| target(Text::Position, data)),
    ("records", records::target),
    ("rules", |data| target(Text::Rules, data)),
    ("settings", settings::target),
    ("specs", |data| target(Text::Spec, data)),
];

/// The games and bots of the targets.
static LAB: LazyLock<Standard> = LazyLock::new(Lab::standard);

/// The same with the games that come along as files.
static CATALOG: LazyLock<Catalog<'_>> = LazyLock::new(|| Catalog::of(&*LAB));
