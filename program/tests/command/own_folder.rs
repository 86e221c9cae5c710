//! A run writes into its own folder and nowhere else, and what others have put there stays or is told.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::started::{self, Started, start};
use crate::common::{
    assert_same, fail, files, folder, manifest, play, read, replace, succeed, text, write,
};

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

/// A folder with a run that was killed after its progress was noted.
fn killed(out: PathBuf) -> PathBuf {
    started::killed(LONG, out)
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
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
fn a_changed_digit_is_found_before_a_run_is_gone_on_with() {
    let out = killed(folder("digit").join("run"));
    for name in ["matches.csv", "hands.csv", "records.jsonl"] {
        let path = out.join(name);
        let before = read(&path);
        let mut changed = before.clone();
        let digit = changed.iter().rposition(u8::is_ascii_digit).unwrap() / 3;
        let digit = changed[digit..].iter().position(u8::is_ascii_digit).unwrap() + digit;
        changed[digit] ^= 1;
        write(&path, &changed);
        let error = fail(1, &format!("resume {}", out.display()));
        let told = format!("{name}: it was changed since progress.json has noted it");
        assert!(error.contains(&told), "{error}");
        assert_eq!(read(&path), changed);
        fs::remove_file(&path).unwrap();
        let error = fail(1, &format!("resume {}", out.display()));
        assert!(error.contains(&format!("{name}: it is gone")), "{error}");
        write(&path, before);
    }
}

#[test]
fn a_finished_run_is_looked_at_before_nothing_is_said_to_be_left() {
    let dir = folder("finished-changed");
    let out = dir.join("run");
    succeed(&format!("{SHORT} {}", out.display()));
    succeed(&format!("resume {}", out.display()));
    for name in ["matches.csv", "hands.csv", "summary.csv", "crosstable.csv", "ratings.csv"] {
        let path = out.join(name);
        let before = read(&path);
        let mut changed = before.clone();
        let digit = changed.iter().rposition(u8::is_ascii_digit).unwrap();
        changed[digit] ^= 1;
        write(&path, changed);
        let error = fail(1, &format!("resume {}", out.display()));
        assert!(error.contains("the files are not those that the run wrote"), "{error}");
        fs::remove_file(&path).unwrap();
        fail(1, &format!("resume {}", out.display()));
        write(&path, before);
    }
    succeed(&format!("resume {}", out.display()));
}

#[test]
fn a_file_that_no_run_made_is_neither_removed_nor_written() {
    let dir = folder("not-ours");
    let mine = dir.join("mine");
    write(&mine, "mine");
    // A refused run leaves what it found.
    let out = dir.join("taken");
    succeed(&format!("{SHORT} {}", out.display()));
    for content in ["", "mine"] {
        write(out.join(".lock"), content);
        fail(1, &format!("{SHORT} {} --seed 9", out.display()));
        assert!(out.join(".lock").exists(), "{content}");
    }
    // Something else in place of the lock, or of the file that is being written whole.
    type Put<'a> = &'a dyn Fn(&Path);
    let put: [(Put, &str); 4] = [
        (&|path| fs::write(path, "mine").unwrap(), ".lock: it is no lock of a run"),
        (&|path| symlink(&mine, path).unwrap(), "it is a symbolic link"),
        (&|path| fifo(path), "it is no plain file"),
        (&|path| fs::create_dir(path).unwrap(), "directory"),
    ];
    for (number, (put, told)) in put.iter().enumerate() {
        let out = dir.join(format!("lock-{number}"));
        fs::create_dir(&out).unwrap();
        put(&out.join(".lock"));
        let error = fail(1, &format!("{SHORT} {}", out.display()));
        assert!(error.contains(told), "{error}");
        assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
        let out = dir.join(format!("part-{number}"));
        fs::create_dir(&out).unwrap();
        put(&out.join(".part"));
        let error = fail(1, &format!("{SHORT} {}", out.display()));
        assert!(error.contains(".part: "), "{error}");
        fail(1, &format!("{SHORT} {} --force", out.display()));
        assert!(!out.join(".lock").exists());
        assert!(fs::symlink_metadata(out.join(".part")).is_ok());
    }
    assert_eq!(read(&mine), b"mine");
}

#[test]
fn nothing_is_written_through_a_link() {
    let dir = folder("links");
    let mine = dir.join("mine");
    let out = killed(dir.join("run"));
    let rows = read(&out.join("matches.csv"));
    write(&mine, &rows);
    fs::remove_file(out.join("matches.csv")).unwrap();
    symlink(&mine, out.join("matches.csv")).unwrap();
    let error = fail(1, &format!("resume {}", out.display()));
    assert!(error.contains("matches.csv: it is a symbolic link"), "{error}");
    assert_eq!(read(&mine), rows);
    // Without a note the rows are begun anew, and the link gives way.
    fs::remove_file(out.join("progress.json")).unwrap();
    symlink(&mine, out.join(".part")).unwrap();
    replace(&out.join("manifest.json"), "1000000", "30");
    succeed(&format!("resume {} --quiet", out.display()));
    assert_eq!(read(&mine), rows);
    let whole = dir.join("whole");
    let short = LONG.replace("1000000", "30").replace("--quiet", "");
    play(&whole, &short);
    assert_same(&out, &whole, "links");
    // A run that replaces another removes links and not what they lead to.
    fs::remove_file(out.join("summary.csv")).unwrap();
    symlink(&mine, out.join("summary.csv")).unwrap();
    play(&out, &format!("{short} --force"));
    assert_same(&out, &whole, "replaced");
    assert_eq!(read(&mine), rows);
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
fn a_copy_that_shares_its_files_with_a_run_is_not_changed() {
    let dir = folder("hard-links");
    let out = killed(dir.join("run"));
    let copied = Command::new("cp").arg("-al").arg(&out).arg(dir.join("copy")).status().unwrap();
    assert!(copied.success());
    let before = read(&dir.join("copy/matches.csv"));
    let error = fail(1, &format!("resume {}", out.display()));
    assert!(error.contains("matches.csv: it is a file with other names too"), "{error}");
    assert_eq!(read(&dir.join("copy/matches.csv")), before);
}

#[test]
fn a_manifest_that_says_a_key_twice_is_refused() {
    let out = folder("twice").join("run");
    succeed(&format!("{SHORT} {}", out.display()));
    let manifest = text(out.join("manifest.json"));
    let twice = manifest.replacen('{', "{\n  \"seed\": 77,", 1);
    write(out.join("manifest.json"), twice);
    for command in ["verify", "resume"] {
        let error = fail(1, &format!("{command} {}", out.display()));
        assert!(error.contains("duplicate field `seed`"), "{error}");
    }
}

#[test]
fn nobody_waits_for_a_file_without_end() {
    let dir = folder("fifos");
    let out = killed(dir.join("run"));
    for name in ["matches.csv", "progress.json", ".lock"] {
        let (path, kept) = (out.join(name), dir.join("kept"));
        fs::rename(&path, &kept).unwrap();
        fifo(&path);
        let error = fail(1, &format!("resume {}", out.display()));
        assert!(error.contains(&format!("{name}: it is no plain file")), "{error}");
        fs::rename(&kept, &path).unwrap();
    }
    let out = dir.join("finished");
    succeed(&format!("{SHORT} {}", out.display()));
    fs::remove_file(out.join("hands.csv")).unwrap();
    fifo(&out.join("hands.csv"));
    let error = fail(1, &format!("resume {}", out.display()));
    assert!(error.contains("hands.csv: it is no plain file"), "{error}");
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
