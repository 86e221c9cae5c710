//! One program for all targets, so that one build does: `FUZZ_TARGET` names the target.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use threehand_fuzz::{TARGETS, Target};

static TARGET: OnceLock<Target> = OnceLock::new();

fn named() -> Target {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    target.unwrap_or_else(|| panic!("FUZZ_TARGET is no target: `{name}`")).1
}

fuzz_target!(|data: &[u8]| TARGET.get_or_init(named)(data));
