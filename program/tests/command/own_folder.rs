//! A run writes into its own folder and nowhere else, and what others have put there stays or is told.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::common::started::{Started, start};
use crate::common::{assert_same, fail, files, folder, manifest, read, succeed, write};

/// A run of a moment.
const SHORT: &str = "tournament --game 9-2-5 --bots random,greedy --blocks 20 --quiet --out";

/// A run of minutes, which is always ended from outside.
const LONG: &str =
    "tournament --game 9-2-5 --bots random,greedy --blocks 1000000 --records every=9 --quiet";

/// Begins the long run, and waits until its progress was noted.
fn begin(out: &Path) -> Started {
    begin_run(LONG, out)
}

fn begin_run(arguments: &str, out: &Path) -> Started {
    let mut run = start(arguments, out);
    run.wait_for("progress.json");
    run
}

/// The one line with which a run ends that can't be gone on with.
fn ends_for_good(mut run: Started) -> String {
    let (code, error) = run.end();
    assert_eq!((code, error.lines().count()), (Some(1), 1), "{error}");
    assert!(!error.contains("to go on"), "{error}");
    error
}

#[test]
fn a_folder_that_is_removed_and_used_again_gets_nothing_of_the_first_run() {
    let dir = folder("reused");
    let out = dir.join("run");
    let child = begin(&out);
    fs::rename(&out, dir.join("moved")).unwrap();
    succeed(&format!("{SHORT} {}", out.display()));
    let error = ends_for_good(child);
    assert!(error.contains("was moved, removed or replaced while the run went on"), "{error}");
    succeed(&format!("{SHORT} {}", dir.join("alone").display()));
    assert_same(&out, &dir.join("alone"), "reused");
    // What was noted before is still there to be gone on with.
    assert!(manifest(&dir.join("moved"))["finished"].is_null());
}

#[test]
fn a_folder_that_is_gone_is_not_to_be_gone_on_with() {
    let out = folder("gone").join("run");
    let child = begin(&out);
    fs::remove_dir_all(&out).unwrap();
    let error = ends_for_good(child);
    assert!(error.contains("was moved, removed or replaced while the run went on"), "{error}");
    assert!(!out.exists());
}

#[test]
fn a_file_that_is_changed_while_the_run_goes_on_ends_the_run() {
    let dir = folder("changed-meanwhile");
    let out = dir.join("replaced");
    let child = begin(&out);
    fs::rename(out.join("matches.csv"), dir.join("matches.csv")).unwrap();
    write(out.join("matches.csv"), "mine");
    let error = ends_for_good(child);
    assert!(error.contains("replaced/matches.csv: it was moved, removed or replaced"), "{error}");
    assert_eq!(read(&out.join("matches.csv")), b"mine");

    let out = dir.join("longer");
    let child = begin(&out);
    let rows = fs::OpenOptions::new().write(true).open(out.join("hands.csv")).unwrap();
    rows.set_len(1 << 40).unwrap();
    let error = ends_for_good(child);
    assert!(error.contains("hands.csv: 1099511627776 bytes, where the run has written"), "{error}");
    fs::remove_dir_all(out).unwrap();

    // A digit of a row that was written long ago is found at the end.
    let out = dir.join("digit");
    let child = begin_run(&LONG.replace("1000000", "2000"), &out);
    let mut rows = fs::OpenOptions::new().write(true).open(out.join("matches.csv")).unwrap();
    rows.write_all(b"G").unwrap();
    let error = ends_for_good(child);
    assert!(error.contains("matches.csv: it was changed while the run went on"), "{error}");
}

#[test]
fn settings_or_results_of_others_in_the_folder_end_the_run() {
    let dir = folder("foreign");
    let run = LONG.replace("1000000", "3000");
    let out = dir.join("config");
    let child = begin_run(&run, &out);
    write(out.join("config.toml"), "mine");
    let error = ends_for_good(child);
    assert!(error.contains("config.toml: it was changed while the run went on"), "{error}");
    let out = dir.join("tally");
    let child = begin_run(&run, &out);
    write(out.join("tally.json"), "mine");
    let mut child = child;
    let (code, error) = child.end();
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("tally.json: it is no file of this run"), "{error}");
    assert_eq!(read(&out.join("tally.json")), b"mine");
    // Once the other file is away, the run comes to its end.
    fs::remove_file(out.join("tally.json")).unwrap();
    succeed(&format!("resume {} -q", out.display()));
    succeed(&format!("verify {}", out.display()));
}

#[test]
fn a_folder_that_a_live_run_holds_is_neither_written_nor_audited() {
    let out = folder("held").join("run");
    let mut run = begin(&out);
    let told = "another run is being written there";
    for command in
        [format!("resume {}", out.display()), format!("{SHORT} {} --force", out.display())]
    {
        assert!(fail(75, &command).contains(&format!("{told}: try again when it has ended")));
    }
    assert!(fail(75, &format!("verify {}", out.display())).contains(told));
    run.signal("KILL");
    run.end();
    assert!(succeed(&format!("verify {}", out.display())).contains("an unfinished tournament"));
    assert!(out.join(".lock").exists());
    succeed(&format!("{SHORT} {} --force", out.display()));
    assert!(!files(&out).contains_key(".lock"));
    succeed(&format!("resume {}", out.display()));
}
