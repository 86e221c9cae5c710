//! Results are the same on a processor with other instructions.

use std::process::Command;

use rand::SeedableRng as _;
use threehand_bots::BotRng;
use threehand_engine::below;

use crate::common::runs::ALL;
use crate::common::{PROGRAM, assert_same, find_program, folder, play, printed};

#[test]
#[ignore = "minutes: by night"]
fn a_run_writes_the_same_bytes_on_a_processor_with_few_instructions() {
    let Some(emulator) = find_program(&["qemu-x86_64"]) else {
        eprintln!("left out: there is no qemu-x86_64 (package qemu-user)");
        return;
    };
    let mut rng = BotRng::seed_from_u64(7);
    for kept in [ALL; 30].into_iter().flatten() {
        let command = kept.command.split(" --seed").next().unwrap_or_default();
        let command = format!("{command} --seed {}", below(&mut rng, 1 << 20));
        let dir = folder(kept.name);
        let here = play(dir.join("here"), &command);
        let there = dir.join("there");
        let mut other = Command::new(&emulator);
        other.args(["-cpu", "qemu64", PROGRAM]).args(command.split_whitespace());
        printed(other.args(["--quiet", "--out"]).arg(&there));
        assert_same(&there, &here, &command);
    }
}
