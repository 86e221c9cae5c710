//! A run writes into its own folder and nowhere else, and what others have put there stays or is told.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::common::started::{Started, start};
use crate::common::{assert_same, fail, files, folder, manifest, read, succeed, write};

/// A run of a moment.
const SHORT: &str = "tournament --game 9-2-5 --bots random,greedy --blocks 20 --quiet --out";

/// Begins a run of so many blocks, and holds it once its progress was noted.
fn begin(blocks: u64, out: &Path) -> Started {
    let run = "tournament --game 9-2-5 --bots random,greedy --records every=9 --quiet --blocks";
    let mut run = start(&format!("{run} {blocks}"), out);
    run.wait_for("progress.json");
    run.signal("STOP");
    run
}

/// Lets a run that is held end, which has to be an error; returns its line.
fn fails(mut run: Started) -> String {
    run.signal("CONT");
    let (code, error) = run.end();
    assert_eq!((code, error.lines().count()), (Some(1), 1), "{error}");
    error
}

#[test]
fn a_folder_that_is_removed_and_used_again_gets_nothing_of_the_first_run() {
    let dir = folder("reused");
    let (out, alone) = (dir.join("run"), dir.join("alone"));
    let run = begin(1_000_000, &out);
    fs::rename(&out, dir.join("moved")).unwrap();
    succeed(&format!("{SHORT} {}", out.display()));
    let lost = "was moved, removed or replaced while the run went on";
    let error = fails(run);
    assert!(error.contains(lost) && !error.contains("to go on"), "{error}");
    succeed(&format!("{SHORT} {}", alone.display()));
    assert_same(&out, &alone, "reused");
    // What was noted before is still there to be gone on with.
    assert!(manifest(&dir.join("moved"))["finished"].is_null());

    let out = dir.join("gone");
    let run = begin(1_000_000, &out);
    fs::remove_dir_all(&out).unwrap();
    let error = fails(run);
    assert!(error.contains(lost) && !error.contains("to go on") && !out.exists(), "{error}");
}

#[test]
fn a_file_that_is_changed_while_the_run_goes_on_ends_the_run() {
    /// What is done to a file, how many blocks the run has, and the error.
    type Change = (&'static str, fn(&Path), u64, &'static str);
    let overwrite = |path: &Path| {
        let mut rows = fs::OpenOptions::new().write(true).open(path).unwrap();
        rows.write_all(b"G").unwrap();
    };
    let changes: [Change; 5] = [
        (
            "matches.csv",
            |path| {
                fs::remove_file(path).unwrap();
                write(path, "mine");
            },
            1_000_000,
            "matches.csv: it was moved, removed or replaced",
        ),
        (
            "hands.csv",
            |path| {
                fs::OpenOptions::new().write(true).open(path).unwrap().set_len(1 << 40).unwrap();
            },
            1_000_000,
            "hands.csv: 1099511627776 bytes, where the run has written",
        ),
        // A digit of a row that was written long ago, and files of others, are found at the end.
        ("matches.csv", overwrite, 1500, "matches.csv: it was changed while the run went on"),
        (
            "config.toml",
            |path| write(path, "mine"),
            1500,
            "config.toml: it was changed while the run went on",
        ),
        ("tally.json", |path| write(path, "mine"), 1500, "tally.json: it is no file of this run"),
    ];
    for (file, change, blocks, told) in changes {
        let out = folder("changed").join("run");
        let run = begin(blocks, &out);
        change(&out.join(file));
        let error = fails(run);
        assert!(error.contains(told), "{error}");
        assert_eq!(error.contains("to go on"), file == "tally.json", "{error}");
        if blocks == 1_000_000 {
            continue;
        }
        if file != "matches.csv" {
            assert_eq!(read(&out.join(file)), b"mine");
        }
        if file == "tally.json" {
            // Once the other file is away, the run comes to its end.
            fs::remove_file(out.join("tally.json")).unwrap();
            succeed(&format!("resume {} -q", out.display()));
        }
    }
}

#[test]
fn a_folder_that_a_live_run_holds_is_neither_written_nor_audited() {
    let dir = folder("held").join("run");
    let (mut run, out) = (begin(1_000_000, &dir), dir.display());
    let told = "another run is being written there";
    for command in [format!("resume {out}"), format!("{SHORT} {out} --force")] {
        assert!(fail(75, &command).contains(&format!("{told}: try again when it has ended")));
    }
    assert!(fail(75, &format!("verify {out}")).contains(told));
    run.signal("KILL");
    run.end();
    assert!(succeed(&format!("verify {out}")).contains("an unfinished tournament"));
    assert!(dir.join(".lock").exists());
    succeed(&format!("{SHORT} {out} --force"));
    assert!(!files(&dir).contains_key(".lock"));
    succeed(&format!("resume {out}"));
}
