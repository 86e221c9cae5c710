//! The same bytes at any number of threads, and at any moment of a run.

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{folder, read, run, succeed, threehand};

const FILES: [&str; 8] = [
    "matches.csv",
    "hands.csv",
    "records.jsonl",
    "summary.csv",
    "crosstable.csv",
    "ratings.csv",
    "fit.csv",
    "who_pays.csv",
];

fn hash(dir: &Path) -> serde_json::Value {
    let manifest: serde_json::Value =
        serde_json::from_slice(&read(&dir.join("manifest.json"))).unwrap();
    manifest["results_hash"].clone()
}

#[test]
fn results_are_the_same_bytes_at_any_number_of_threads() {
    let dir = folder("threads");
    let bots = "random,greedy:epsilon=0.2,heuristic";
    for threads in [1, 2, 7] {
        let out = dir.join(threads.to_string());
        succeed(&format!(
            "tournament --game 9-2-5 --bots {bots} --blocks 60 --records every=3 --hands every=2 \
             --threads {threads} --out {} --quiet",
            out.display()
        ));
    }
    for file in FILES {
        let one = read(&dir.join("1").join(file));
        assert!(one.len() > 100, "{file}");
        for threads in ["2", "7"] {
            assert!(one == read(&dir.join(threads).join(file)), "{file} at {threads} threads");
        }
    }
    assert_eq!(hash(&dir.join("1")), hash(&dir.join("7")));
}

#[test]
fn the_hash_is_that_of_sha256sums_own_lines() {
    let dir = folder("hash");
    let out = dir.display();
    succeed(&format!(
        "tournament --game 9-2-5 --bots random,greedy --blocks 5 --out {out} --quiet"
    ));
    let sums = Command::new("sh")
        .arg("-c")
        .arg("sha256sum crosstable.csv fit.csv hands.csv matches.csv ratings.csv summary.csv who_pays.csv | sha256sum")
        .current_dir(&dir)
        .output()
        .unwrap();
    let sum = String::from_utf8(sums.stdout).unwrap();
    assert_eq!(hash(&dir).as_str(), sum.split(' ').next());
}

#[test]
fn compressed_files_hold_the_same_lines() {
    let dir = folder("compressed");
    for (name, flag) in [("plain", ""), ("small", "--compress")] {
        let out = dir.join(name);
        let out = out.display();
        succeed(&format!(
            "tournament --game 9-2-5 --bots random,greedy --blocks 20 --records all {flag} --out {out} -q"
        ));
    }
    for file in ["hands.csv", "records.jsonl"] {
        let plain = read(&dir.join("plain").join(file));
        let small = read(&dir.join("small").join(format!("{file}.zst")));
        assert!(small.len() * 3 < plain.len(), "{file}");
        assert!(zstd::decode_all(&small[..]).unwrap() == plain, "{file}");
    }
    succeed(&format!("verify {}", dir.join("small").display()));
}

/// What an unfinished run has noted of its progress.
fn progress(dir: &Path) -> Option<serde_json::Value> {
    serde_json::from_slice(&std::fs::read(dir.join("progress.json")).ok()?).ok()
}

/// Starts a run and waits until it has noted some finished blocks.
fn start(arguments: &str, dir: &Path) -> Child {
    let mut command = threehand();
    command.args(arguments.split_whitespace());
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    while progress(dir).is_none_or(|note| note["blocks"] == 0) {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it noted its progress");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn an_interrupted_run_says_how_far_it_got() {
    let dir = folder("interrupted");
    let arguments = format!(
        "tournament --game 9-2-5 --bots random,greedy --blocks 1000000 --hands none --out {}",
        dir.display()
    );
    let child = start(&arguments, &dir);
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("\ninterrupted after ") && error.contains("threehand resume"),
        "{error}"
    );
    let note = progress(&dir).unwrap();
    let matches = read(&dir.join("matches.csv"));
    assert_eq!(note["bytes"][0][1].as_u64(), Some(matches.len() as u64));
    let lines = matches.iter().filter(|&&byte| byte == b'\n').count() as u64;
    assert_eq!(lines, 1 + 18 * note["blocks"].as_u64().unwrap());
    // What was played so far is on standard output, for who has not kept it.
    assert!(String::from_utf8(output.stdout).unwrap().contains("win share"));
}

#[test]
fn a_killed_run_leaves_whole_blocks_that_another_run_starts_with() {
    let dir = folder("killed");
    let (part, full) = (dir.join("part"), dir.join("full"));
    let arguments = |out: &Path, matches: u64| {
        format!(
            "tournament --game 9-2-5 --bots random,greedy --blocks {matches} --records every=50 \
             --out {} -q",
            out.display()
        )
    };
    let mut child = start(&arguments(&part, 1_000_000), &part);
    child.kill().unwrap();
    child.wait().unwrap();
    let note = progress(&part).unwrap();
    let blocks = note["blocks"].as_u64().unwrap();
    succeed(&arguments(&full, blocks + 20));
    for file in note["bytes"].as_array().unwrap() {
        let (name, bytes) = (file[0].as_str().unwrap(), file[1].as_u64().unwrap() as usize);
        let (part, full) = (read(&part.join(name)), read(&full.join(name)));
        assert!(part.len() >= bytes && part[..bytes] == full[..bytes], "{name}");
        assert_eq!(full[bytes - 1], b'\n', "{name} is noted up to the end of a line");
    }
    let matches = read(&part.join("matches.csv"));
    let noted = note["bytes"][0][1].as_u64().unwrap() as usize;
    let lines = matches[..noted].iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines as u64, 1 + blocks * 6 * 3);
    assert!(!full.join("progress.json").exists());
}

#[test]
fn a_folder_that_is_being_written_is_refused_even_with_force() {
    let dir = folder("busy");
    let arguments = |matches: u64| {
        format!(
            "tournament --game 9-2-5 --bots random,greedy --blocks {matches} --hands none -q \
             --force --out {}",
            dir.display()
        )
    };
    let mut child = start(&arguments(1_000_000), &dir);
    let refused = common::fail(75, &arguments(5));
    assert!(refused.contains("another run is being written there"), "{refused}");
    child.kill().unwrap();
    child.wait().unwrap();
    succeed(&arguments(5));
}

#[test]
fn a_folder_that_holds_a_run_is_kept() {
    let dir = folder("kept");
    let arguments = format!(
        "tournament --game 9-2-5 --bots random,greedy --blocks 3 -q --out {}",
        dir.display()
    );
    succeed(&arguments);
    let before = read(&dir.join("manifest.json"));
    for other in ["--seed 2", "--records all", "--blocks 4", "--bots random,heuristic"] {
        let arguments = format!(
            "tournament --game 9-2-5 --out {} -q {}{}{other}",
            dir.display(),
            if other.contains("--bots") { "" } else { "--bots random,greedy " },
            if other.contains("--blocks") { "" } else { "--blocks 3 " },
        );
        let refused = common::fail(1, &arguments);
        assert!(
            refused.contains("holds a run with other settings") && refused.contains("--force"),
            "{refused}"
        );
    }
    let compare = format!(
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy --blocks 3 -q --out {}",
        dir.display()
    );
    let refused = common::fail(1, &compare);
    assert!(refused.contains("`run` is \"tournament\" there"), "{refused}");
    assert_eq!(before, read(&dir.join("manifest.json")));
    assert!(run(&format!("{arguments} --force")).status.success());
}
