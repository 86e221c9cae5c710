//! Running the command as a user does.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output};
use std::sync::{Arc, Once};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use threehand_sim::experiment::interrupt::ignored;

/// The command, to be given arguments.
pub(crate) fn threehand() -> Command {
    hear_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_threehand"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("RUST_BACKTRACE", "1");
    // Wide enough for any prose, so that it is not broken.
    command.env("COLUMNS", "1000");
    command
}

/// Lets the command hear signals that these tests were started to ignore, as by `nohup`: a signal that is
/// listened for here is no longer ignored by the programs that are started.
fn hear_signals() {
    static HEARD: Once = Once::new();
    HEARD.call_once(|| {
        let ignored = ignored();
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            if ignored >> (signal - 1) & 1 == 1 {
                flag::register(signal, Arc::default()).expect("the signal can be listened for");
            }
        }
    });
}

/// Runs it with these arguments, apart by blanks.
pub(crate) fn run(arguments: &str) -> Output {
    threehand().args(arguments.split_whitespace()).output().expect("the command can be run")
}

/// Runs it and gives its standard output; it must succeed.
pub(crate) fn succeed(arguments: &str) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Runs it, which must fail with this code and one line on standard error; gives that line.
pub(crate) fn fail(code: i32, arguments: &str) -> String {
    let output = run(arguments);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{arguments}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
    assert!(!error.contains("panicked"), "{error}");
    error.trim_end().to_owned()
}

/// A folder of its own for each test, empty at the start.
pub(crate) fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a test's folder can be made");
    dir
}

/// A folder that several tests only read, filled once a run. `cargo nextest` runs each test in a process of its own and
/// gives all of them the same `NEXTEST_RUN_ID`: the first process fills the folder while the others wait.
pub(crate) fn shared_folder(name: &str, fill: impl FnOnce(&Path)) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let run = env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| process::id().to_string());
    let mut options = File::options();
    let note = options.create(true).truncate(false).read(true).write(true);
    let mut note = note.open(dir.with_extension("run")).expect("a note can be written");
    note.lock().expect("the note can be locked");
    let mut filled_by = String::new();
    note.read_to_string(&mut filled_by).expect("UTF-8");
    if filled_by != run {
        note.set_len(0).expect("the note can be emptied");
        fill(&folder(name));
        note.rewind().expect("a note has a start");
        note.write_all(run.as_bytes()).expect("a note can be written");
    }
    dir
}

/// Copies a folder of an earlier program to a place where it may be written, as if this version had begun it.
pub(crate) fn older(name: &str, to: &Path) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/older").join(name);
    let to = to.join(name);
    std::fs::create_dir(&to).expect("a test's folder can be made");
    for entry in std::fs::read_dir(&from).expect("the folder is there") {
        let path = entry.expect("an entry can be read").path();
        std::fs::copy(&path, to.join(path.file_name().unwrap_or_default())).expect("a copy");
    }
    let manifest = to.join("manifest.json");
    let text = String::from_utf8(read(&manifest)).expect("UTF-8");
    let version = |version: &str| format!("\"version\": \"{version}\"");
    let (before, now) = (version("0.1.0"), version(env!("CARGO_PKG_VERSION")));
    assert!(text.contains(&before), "{text}");
    std::fs::write(manifest, text.replace(&before, &now)).expect("a file can be written");
    to
}

/// The whole content of a file.
pub(crate) fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All that a folder holds but its manifest, whose times differ.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = paths.map(|path| (name(&path), read(&path)));
    files.filter(|(name, _)| name != "manifest.json").collect()
}

/// The manifest of a folder.
pub(crate) fn manifest(dir: &Path) -> serde_json::Value {
    serde_json::from_slice(&read(&dir.join("manifest.json"))).expect("a manifest is JSON")
}

/// Sees to it that a folder holds what another one does, and nothing else.
pub(crate) fn assert_same(dir: &Path, full: &Path, when: &str) {
    let (here, there) = (files(dir), files(full));
    assert!(here.keys().eq(there.keys()), "{when}: {:?} and {:?}", here.keys(), there.keys());
    for (name, bytes) in &there {
        assert!(here[name] == *bytes, "{when}: {name}");
    }
    let (here, there) = (manifest(dir), manifest(full));
    assert!(here["results_hash"].is_string() && here["results_hash"] == there["results_hash"]);
}
