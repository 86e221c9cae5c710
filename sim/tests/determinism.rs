//! The same bytes at any number of threads, and at any moment of a run.

mod common;

use std::path::Path;
use std::time::Duration;

use common::{folder, read, run, succeed, threehand};

const FILES: [&str; 5] =
    ["matches.csv", "hands.csv", "records.jsonl", "summary.csv", "crosstable.csv"];

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
            "tournament --game 9-2-5 --bots {bots} --matches 60 --records every=3 --hands every=2 \
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
        "tournament --game 9-2-5 --bots random,greedy --matches 5 --out {out} --quiet"
    ));
    let sums = std::process::Command::new("sh")
        .arg("-c")
        .arg("sha256sum crosstable.csv hands.csv matches.csv summary.csv | sha256sum")
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
            "tournament --game 9-2-5 --bots random,greedy --matches 20 --records all {flag} --out {out} -q"
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

#[test]
fn a_killed_run_leaves_whole_blocks_that_the_full_run_starts_with() {
    let dir = folder("killed");
    let (part, full) = (dir.join("part"), dir.join("full"));
    let arguments = |out: &Path| {
        format!(
            "tournament --game 9-2-5 --bots random,greedy --matches 3000 --records every=50 --out {} -q",
            out.display()
        )
    };
    let mut child = threehand().args(arguments(&part).split_whitespace()).spawn().unwrap();
    let progress = part.join("progress.json");
    while !progress.exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it noted its progress");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    succeed(&arguments(&full));
    let note: serde_json::Value = serde_json::from_slice(&read(&progress)).unwrap();
    let blocks = note["blocks"].as_u64().unwrap();
    assert!(blocks > 0 && blocks < 3000, "{blocks}");
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
fn a_folder_that_holds_a_run_is_kept() {
    let dir = folder("kept");
    let arguments = format!(
        "tournament --game 9-2-5 --bots random,greedy --matches 3 -q --out {}",
        dir.display()
    );
    succeed(&arguments);
    let before = read(&dir.join("manifest.json"));
    let again = common::fail(1, &arguments);
    assert!(
        again.contains("holds manifest.json of another run") && again.contains("--force"),
        "{again}"
    );
    assert_eq!(before, read(&dir.join("manifest.json")));
    assert!(run(&format!("{arguments} --force")).status.success());
}
