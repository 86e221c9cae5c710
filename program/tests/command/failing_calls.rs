//! A call to the system fails: the command says so in one line, or does without it, and the same commands come to the same
//! bytes. A command that reads a run and succeeds prints and writes the same as without the fault. `strace` makes each
//! call fail in its turn; without it these tests are skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{
    PROGRAM, assert_same, command, copy, files, find_program, folder, in_repository, play, printed,
    run, text, unfinish,
};

/// Calls of files and threads, with the error that each gets.
const CALLS: [(&str, &str); 18] = [
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
    ("getdents64", "EIO"),
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
    // As wide as where no call fails.
    strace.env("COLUMNS", "1000");
    strace.args(["-f", "-qq", "-o"]).arg(&log).args(["-e", &format!("trace={call}")]);
    strace.args(["-e", &format!("inject={call}:error={error}:when={number}"), PROGRAM]);
    let output =
        strace.args(words.split_whitespace()).stdin(Stdio::null()).output().expect("it runs");
    text(log).contains("(INJECTED)").then_some(output)
}

/// Lets calls fail, each `step`-th of those that a command makes after `first`. A command that fails for it says so in
/// one line; `then` looks at what each has done.
fn fail_calls(
    (words, calls, step): (&str, &[(&str, &str)], usize),
    dir: &Path,
    first: impl Fn(),
    then: impl Fn(&Output, &str),
) {
    let [mut tried, mut failed] = [0; 2];
    for (place, &call) in calls.iter().enumerate() {
        for number in (1 + place % step..).step_by(step) {
            first();
            let Some(output) = with_failure(words, call, number, dir) else { break };
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
                assert!(error.matches("(os error").count() <= 1, "{what}");
            }
            then(&output, &what);
        }
    }
    println!("{words}: {failed} of {tried} commands failed with the call");
}

/// Lets calls fail of a command that writes a run to `OUT`; the commands that follow have to come to `full`.
fn fail_writer(words: &str, first: &dyn Fn(&Path), full: &Path, dir: &Path, step: usize) {
    let out = dir.join("out");
    let words = words.replace("OUT", &out.display().to_string());
    let begin = || {
        let _ = fs::remove_dir_all(&out);
        first(&out);
    };
    fail_calls((&words, &CALLS, step), dir, begin, |_, what| {
        let resume = format!("resume --quiet {}", out.display());
        let again = run(if words.starts_with("merge") { &words } else { &resume });
        let is_begun = out.join("manifest.json").exists();
        let message = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success() || !is_begun, "{what}: {message}");
        if !again.status.success() {
            printed(&mut command(&words));
        }
        assert_same(&out, full, what);
    });
}

/// Lets calls fail of a command that reads the run in `IN` and may write `OUT`.
fn fail_reader(words: &str, calls: &[(&str, &str)], full: &Path, dir: &Path, step: usize) {
    let [run, out] = ["in", "out"].map(|name| dir.join(name));
    let words = words.replace("IN", &run.display().to_string());
    let words = words.replace("OUT", &out.display().to_string());
    let begin = || {
        let _ = (fs::remove_dir_all(&run), fs::remove_file(&out));
        copy(full, &run);
    };
    let written = || (files(&run), fs::read(&out).ok());
    begin();
    let (due, due_files) = (printed(&mut command(&words)), written());
    fail_calls((&words, calls, step), dir, begin, |output, what| {
        if output.status.success() {
            assert!(output.stdout == due.as_bytes(), "{what}: other words");
            assert!(written() == due_files, "{what}: other files");
        }
    });
}

/// A command and the folder that it writes; `None` without `strace`.
fn runs() -> Option<(PathBuf, [(String, PathBuf); 2])> {
    if find_program(&["strace"]).is_none() {
        eprintln!("not tested: strace is missing");
        return None;
    }
    let dir = folder("calls");
    let plain =
        "tournament --game hearts --bots random,greedy --blocks 40 --records every=2 --max-hands 3";
    let file = |path: &str| in_repository(path).display().to_string();
    let packed = format!(
        "tournament --game {} --bots policy:network={},greedy --blocks 12 --max-hands 2 --compress --matches every=3 \
         --hands every=3 --records every=6",
        file("engine/src/games/family/files/sergeant-major.toml"),
        file("bots/src/games/family/sergeant-major.network")
    );
    let runs = [("plain", plain), ("packed", &packed)]
        .map(|(name, run)| (run.to_owned(), play(dir.join(name), run)));
    Some((dir, runs))
}

fn fail_writers(step: usize, most: usize) {
    let Some((dir, runs)) = runs() else { return };
    for (run, full) in runs.iter().take(most) {
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
            fail_writer(&words, first, full, &dir, step);
        }
        parts.iter().for_each(|part| fs::remove_dir_all(part).expect("it is there"));
    }
}

#[test]
fn a_call_that_fails_ends_a_run_in_one_line_and_loses_nothing() {
    fail_writers(83, 1);
}

#[test]
fn a_read_that_fails_gives_no_other_page() {
    let Some((dir, [_, (_, full)])) = runs() else { return };
    let calls = [("read", "EIO"), ("statx", "EIO")];
    fail_reader("report IN --quiet --out OUT", &calls, &full, &dir, 31);
}

#[test]
#[ignore = "minutes: by night"]
fn every_call_that_fails_ends_a_run_in_one_line_and_loses_nothing() {
    fail_writers(1, 2);
}

#[test]
#[ignore = "minutes: by night"]
fn every_call_that_fails_in_what_reads_a_run_gives_no_other_words_or_files() {
    let Some((dir, runs)) = runs() else { return };
    for (_, full) in runs {
        for words in [
            "report IN --quiet --out OUT",
            "verify IN",
            "verify IN --again --threads 2",
            "rate IN",
            "resume IN --quiet --export -",
            "contrast IN --quiet --out OUT",
            "replay IN",
        ] {
            fail_reader(words, &CALLS, &full, &dir, 1);
        }
    }
}
