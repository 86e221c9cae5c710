//! A call to the system fails: the command says so in one line, or does without it, and the same commands come to the same
//! bytes. `strace` makes each call fail in its turn; without it these tests are skipped.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{
    PROGRAM, assert_same, command, find_program, folder, play, printed, run, text, unfinish,
};

/// Calls of files and threads, with the error that each gets.
const CALLS: [(&str, &str); 17] = [
    ("write", "ENOSPC"),
    ("write", "EINTR"),
    ("openat", "EMFILE"),
    ("openat", "EACCES"),
    ("read", "EIO"),
    ("lseek", "EIO"),
    ("ftruncate", "EIO"),
    ("fsync", "EIO"),
    ("fdatasync", "ENOSPC"),
    ("renameat", "EIO"),
    ("unlinkat", "EACCES"),
    ("mkdir", "ENOSPC"),
    ("flock", "ENOLCK"),
    ("statx", "EIO"),
    ("newfstatat", "EIO"),
    ("fstat", "EIO"),
    ("clone3", "EAGAIN"),
];

/// Runs a command in which the call of this number fails in each thread; `None` if none has so many.
fn with_failure(
    words: &str,
    (call, error): (&str, &str),
    number: usize,
    dir: &Path,
) -> Option<Output> {
    let log = dir.join("strace");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o"]).arg(&log).args(["-e", &format!("trace={call}")]);
    strace.args(["-e", &format!("inject={call}:error={error}:when={number}"), PROGRAM]);
    let output =
        strace.args(words.split_whitespace()).stdin(Stdio::null()).output().expect("it runs");
    text(log).contains("(INJECTED)").then_some(output)
}

/// Lets calls fail, each `step`-th of those that a command makes, and asserts that the commands that follow come to `full`.
fn fail_calls(
    words: &str,
    first: &dyn Fn(&Path),
    full: &Path,
    dir: &Path,
    step: usize,
) -> [usize; 2] {
    let out = dir.join("out");
    let words = words.replace("OUT", &out.display().to_string());
    let [mut tried, mut failed] = [0; 2];
    for (place, call) in CALLS.into_iter().enumerate() {
        for number in (1 + place % step..).step_by(step) {
            let _ = fs::remove_dir_all(&out);
            first(&out);
            let Some(output) = with_failure(&words, call, number, dir) else { break };
            let error = String::from_utf8_lossy(&output.stderr);
            let what = format!("{call:?} {number}: {words}: {}: {error}", output.status);
            // What loads the program fails in its own way.
            if output.status.code() == Some(127) || error.contains("shared libraries") {
                continue;
            }
            tried += 1;
            if !output.status.success() {
                failed += 1;
                assert!(matches!(output.status.code(), Some(1 | 2)), "{what}");
                assert!(error.lines().count() <= 1 && !error.contains("panicked"), "{what}");
            }
            let resume = format!("resume --quiet {}", out.display());
            let again = run(if words.starts_with("merge") { &words } else { &resume });
            let is_begun = out.join("manifest.json").exists();
            let message = String::from_utf8_lossy(&again.stderr);
            assert!(again.status.success() || !is_begun, "{what}: {message}");
            if !again.status.success() {
                printed(&mut command(&words));
            }
            assert_same(&out, full, &what);
        }
    }
    [tried, failed]
}

fn fail_all(step: usize) {
    if find_program(&["strace"]).is_none() {
        eprintln!("not tested: strace is missing");
        return;
    }
    let dir = folder("calls");
    let run =
        "tournament --game hearts --bots random,greedy --blocks 40 --records every=2 --max-hands 3";
    let full = play(dir.join("full"), run);
    let parts =
        [1, 2].map(|part| play(dir.join(part.to_string()), &format!("{run} --shard {part}/2")));
    let [one, two] = parts.each_ref().map(|part| part.display());
    let nothing = |_: &Path| {};
    let begun = |out: &Path| {
        play(out, run);
        unfinish(out);
    };
    for (words, first) in [
        (format!("{run} --quiet --threads 2 --out OUT"), &nothing as &dyn Fn(&Path)),
        ("resume --quiet --threads 1 OUT".to_owned(), &begun),
        (format!("merge --quiet {one} {two} --out OUT"), &nothing),
    ] {
        let [tried, failed] = fail_calls(&words, first, &full, &dir, step);
        println!("{words}: {failed} of {tried} commands failed with the call");
    }
}

#[test]
fn a_call_that_fails_ends_a_run_in_one_line_and_loses_nothing() {
    fail_all(83);
}

#[test]
#[ignore = "minutes: by night"]
fn every_call_that_fails_ends_a_run_in_one_line_and_loses_nothing() {
    fail_all(1);
}
