//! Files of games, settings and runs that are cut, changed or exchanged: each command either takes them or says in one
//! line what is wrong.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::json;
use threehand_engine::{Stream, below};

use crate::common::started::killed;
use crate::common::{
    change_manifest, command, copy, folder, in_repository, manifest, play, printed, read, write,
};
use crate::tampered::rehash;

/// A run of a game from a file.
const RUN: &str = "tournament --bots random,greedy --records all --blocks 12 --game sergeant-major";

/// A run with a network from a file, whose rows are packed and of some matches alone.
fn packed_run() -> String {
    let network = in_repository("bots/src/games/family/sergeant-major.network");
    format!(
        "tournament --game sergeant-major --blocks 12 --bots policy:network={},greedy --matches every=2 --hands every=2 \
         --records every=2 --compress",
        network.display()
    )
}

/// Which folder holds a file, and what is asked of the folder once the file is spoiled.
const ASKED: [(&str, &str, &[&str]); 33] = [
    (
        "whole",
        "game.toml",
        &[
            "rules DIR/game.toml",
            "list games --game DIR/game.toml",
            "tournament --game DIR/game.toml --bots random,greedy --blocks 1 --max-hands 2 -q",
            "check DIR/game.toml --blocks 1 --decisions 1",
            "verify DIR",
            "replay DIR",
        ],
    ),
    (
        "whole",
        "config.toml",
        &["tournament --config DIR/config.toml --plan", "verify DIR", "replay DIR"],
    ),
    ("whole", "manifest.json", &["verify DIR", "resume DIR -q", "report DIR -q", "rate DIR"]),
    (
        "whole",
        "records.jsonl",
        &["verify DIR/records.jsonl", "replay DIR", "verify DIR", "report DIR -q"],
    ),
    ("whole", "matches.csv", &["verify DIR", "report DIR -q"]),
    ("whole", "hands.csv", &["verify DIR", "report DIR -q"]),
    ("whole", "summary.csv", &["verify DIR", "resume DIR -q"]),
    ("whole", "sums.json.zst", &["resume DIR -q", "verify DIR", "rate DIR", "report DIR -q"]),
    ("whole", "contrast.jsonl", &["verify DIR", "replay DIR/contrast.jsonl"]),
    ("part", "progress.json", &["resume DIR -q", "verify DIR"]),
    ("part", "manifest.json", &["verify DIR", "merge --missing DIR"]),
    ("part", "matches.csv", &["resume DIR -q", "verify DIR"]),
    ("part", "records.jsonl", &["resume DIR -q", "verify DIR"]),
    ("shard", "tally.json", &["merge DIR OTHER --out DIR-all -q", "verify DIR"]),
    ("shard", "manifest.json", &["merge DIR OTHER --out DIR-all -q", "merge --missing DIR"]),
    ("shard", "matches.csv", &["merge DIR OTHER --out DIR-all -q", "verify DIR"]),
    (
        "packed",
        "a.network",
        &[
            "tournament --game sergeant-major --bots policy:network=DIR/a.network,greedy --blocks 1 -q",
        ],
    ),
    (
        "packed",
        "manifest.json",
        &["verify DIR", "resume DIR -q", "report DIR -q", "rate DIR", "contrast DIR -q"],
    ),
    ("packed", "matches.csv.zst", &["verify DIR", "report DIR -q"]),
    ("packed", "hands.csv.zst", &["verify DIR", "report DIR -q"]),
    (
        "packed",
        "records.jsonl.zst",
        &["verify DIR/records.jsonl.zst", "replay DIR", "verify DIR", "report DIR -q"],
    ),
    ("packed-part", "progress.json", &["resume DIR -q", "verify DIR"]),
    ("packed-part", "matches.csv.zst", &["resume DIR -q", "verify DIR"]),
    ("packed-part", "records.jsonl.zst", &["resume DIR -q", "verify DIR", "replay DIR"]),
    ("packed-shard", "tally.json", &["merge DIR OTHER --out DIR-all -q", "verify DIR"]),
    ("packed-shard", "matches.csv.zst", &["merge DIR OTHER --out DIR-all -q", "verify DIR"]),
    ("packed-shard", "manifest.json", &["merge DIR OTHER --out DIR-all -q", "verify DIR"]),
    (
        "none",
        "sums.json.zst",
        &["resume DIR -q --export -", "verify DIR", "rate DIR", "report DIR -q", "contrast DIR -q"],
    ),
    ("none", "manifest.json", &["resume DIR -q --export -", "verify DIR", "rate DIR"]),
    ("compare", "block_values.csv", &["verify DIR", "report DIR -q", "resume DIR -q"]),
    ("compare", "manifest.json", &["verify DIR", "report DIR -q", "contrast DIR -q"]),
    ("compare", "sums.json.zst", &["verify DIR", "report DIR -q", "resume DIR -q --export -"]),
    ("sprt", "blocks.csv", &["verify DIR", "report DIR -q", "resume DIR -q"]),
];

/// What stands in the place of a number or a word.
const VALUES: [&str; 12] = [
    "18446744073709551616",
    "-1",
    "1e999",
    "0.5",
    "null",
    "[]",
    "{}",
    "true",
    "\"\"",
    "\"\\u0000\"",
    "9007199254740993",
    "4294967296",
];

/// Bytes that come between others.
const BYTES: [&[u8]; 8] = [b"\0", b"\x1b[2J", b"\xff\xfe", b"{", b"]", b"\"", b"\n\n", b",,"];

/// The bytes of a file, spoiled in one of many ways.
fn spoiled(rng: &mut Stream, mut bytes: Vec<u8>, other: &[u8]) -> Vec<u8> {
    let at = below(rng, bytes.len() + 1);
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let start = bytes[..at].iter().rposition(|byte| !is_of_word(byte)).map_or(0, |at| at + 1);
    let end = bytes[at..].iter().position(|byte| !is_of_word(byte)).map_or(bytes.len(), |n| at + n);
    let line = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let next =
        bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n + 1);
    match below(rng, 10) {
        0 => bytes.truncate(at),
        1 if at < bytes.len() => bytes[at] ^= 1 << below(rng, 8),
        2 => drop(bytes.splice(line..next, [])),
        3 => drop(bytes.splice(line..line, bytes[line..next].to_vec())),
        4 => drop(bytes.splice(at..at, BYTES[below(rng, BYTES.len())].iter().copied())),
        5 => drop(bytes.splice(at..at, vec![b'9'; 100_000])),
        6 => bytes = other.to_vec(),
        _ => drop(bytes.splice(start..end, VALUES[below(rng, VALUES.len())].bytes())),
    }
    bytes
}

/// What is packed in these bytes; the bytes themselves if nothing is.
fn unpacked(bytes: Vec<u8>) -> Vec<u8> {
    zstd::decode_all(&bytes[..]).unwrap_or(bytes)
}

/// Runs a command on a folder in which a file was spoiled; returns whether it was refused.
fn try_out(number: usize, dirs: &Path, scratch: &Path) -> bool {
    let mut rng = Stream::new([number as u64, 6, 1, 0]);
    let (base, name, asked) = ASKED[below(&mut rng, ASKED.len())];
    let base = dirs.join(base);
    let _ = fs::remove_dir_all(scratch);
    let dir = copy(&base, scratch.join("run"));
    let others: Vec<PathBuf> =
        fs::read_dir(&base).unwrap().map(|entry| entry.unwrap().path()).collect();
    let other = read(&others[below(&mut rng, others.len())]);
    let mut bytes = read(&dir.join(name));
    // The packed rows of a run that was killed end anywhere.
    let is_part = base.ends_with("part") || base.ends_with("packed-part");
    let is_packed = name.ends_with(".zst") && !is_part;
    if is_packed {
        bytes = unpacked(bytes);
    }
    let plain = bytes.clone();
    for _ in 0..=below(&mut rng, 2) {
        bytes = spoiled(&mut rng, bytes, &other);
    }
    if is_packed && below(&mut rng, 4) > 0 {
        bytes = zstd::encode_all(&bytes[..], 1).expect("in memory");
    }
    let is_changed = !is_part && bytes != plain && unpacked(bytes.clone()) != plain;
    // A forger makes the hashes fit.
    write(dir.join(name), &bytes);
    if below(&mut rng, 2) == 0 && name == "game.toml" {
        change_manifest(&dir, |manifest| {
            manifest["game_sha256"] = json!(threehand_sim::files::hash::sha256(&bytes));
        });
    } else if name != "manifest.json"
        && below(&mut rng, 2) == 0
        && !manifest(&dir)["finished"].is_null()
    {
        rehash(&dir);
    }
    let words = asked[below(&mut rng, asked.len())];
    let words = words.replace("OTHER", &format!("{}-2", base.display()));
    let words = words.replace("DIR", &dir.display().to_string());
    let begun = Instant::now();
    let mut child = command(&words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let stderr = child.stderr.take().expect("it is piped");
    let said = thread::spawn(|| std::io::read_to_string(stderr));
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            panic!("input {number}: {words} goes on and on");
        }
        thread::sleep(Duration::from_millis(2));
    }
    let status = child.wait().unwrap();
    let said = said.join().unwrap().unwrap_or_else(|why| panic!("input {number}: {words}: {why}"));
    let is_refused = !status.success();
    let plain_name = name.trim_end_matches(".zst");
    let decides =
        plain_name.ends_with(".csv") || ["records.jsonl", "config.toml"].contains(&plain_name);
    let is_audit = words.starts_with("verify") && !words.ends_with(".jsonl");
    let is_seen = is_refused || !(is_audit && decides && is_changed);
    assert!(is_seen, "input {number}, {name}: {words} finds nothing wrong");
    let is_line = said.starts_with("error: ") && said.lines().count() == 1 && said.len() < 4000;
    let is_right = !said.contains("panicked")
        && matches!(status.code(), Some(0..=2))
        && (!is_refused || is_line);
    assert!(is_right, "input {number}, {name}: {words}: {status}: {said}");
    is_refused
}

/// Tries so many inputs on two threads.
fn try_all(count: usize) {
    let dirs = folder("bad");
    for (name, run) in [("", RUN), ("packed-", &packed_run())] {
        let [part, shard, other] =
            ["part", "shard", "shard-2"].map(|it| dirs.join(format!("{name}{it}")));
        killed(&run.replace("--blocks 12 ", "--blocks 400 --threads 1 "), part);
        play(shard, &format!("{run} --shard 1/2"));
        play(other, &format!("{run} --shard 2/2"));
    }
    let whole = play(dirs.join("whole"), RUN);
    printed(command("contrast --quiet").arg(whole));
    let packed = play(dirs.join("packed"), &packed_run());
    write(
        packed.join("a.network"),
        read(&in_repository("bots/src/games/family/sergeant-major.network")),
    );
    let none = RUN.replace("--records all", "--matches none --hands none");
    play(dirs.join("none"), &none);
    play(
        dirs.join("compare"),
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy --blocks 9 --block-values",
    );
    play(dirs.join("sprt"), "sprt --game 9-2-5 --bots greedy,random --blocks 30");
    let (next, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for scratch in ["one", "two"].map(|name| dirs.join(name)) {
            let (dirs, next, refused) = (&dirs, &next, &refused);
            scope.spawn(move || {
                for number in
                    std::iter::repeat_with(|| next.fetch_add(1, Relaxed)).take_while(|n| *n < count)
                {
                    refused.fetch_add(try_out(number, dirs, &scratch).into(), Relaxed);
                }
            });
        }
    });
    let refused = refused.into_inner();
    println!("{refused} of {count} inputs were refused");
    assert!(refused > count / 2, "{refused} of {count}");
}

#[test]
fn a_spoiled_file_of_a_run_is_refused_in_one_line_or_taken() {
    try_all(60);
}

#[test]
#[ignore = "minutes: by night"]
fn ten_thousand_spoiled_files_are_refused_in_one_line_or_taken() {
    try_all(10_000);
}
