//! Running the command with the hostile bots, and reading what it wrote.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

use serde_json::Value;

pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hostile-bots"))
}

pub(crate) fn run(words: &str) -> Output {
    command().args(words.split_whitespace()).output().expect("the command runs")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// A folder of its own for each test, not there at the start.
pub(crate) fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-bots").join(name);
    let _ = fs::remove_dir_all(&dir);
    dir
}

pub(crate) fn manifest(dir: &Path) -> Value {
    let bytes = fs::read(dir.join("manifest.json")).expect("a manifest");
    serde_json::from_slice(&bytes).expect("a manifest is JSON")
}

/// The reasons of all forfeits in the records.
pub(crate) fn reasons(dir: &Path) -> Vec<String> {
    let records = fs::read_to_string(dir.join("records.jsonl")).expect("records");
    let records = records.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let reason = |record: Value| Some(record.get("forfeit")?["reason"].as_str()?.to_owned());
    records.filter_map(reason).collect()
}

/// Which bots forfeited, as `matches.csv` tells.
pub(crate) fn forfeits(dir: &Path) -> Vec<String> {
    let mut rows = csv::Reader::from_path(dir.join("matches.csv")).expect("matches");
    let rows = rows.deserialize().map(|row| row.expect("a row"));
    let rows = rows.filter(|row: &BTreeMap<String, String>| row["forfeit"] == "true");
    rows.map(|row| row["bot"].clone()).collect()
}

/// All that a folder holds but its manifest.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry"));
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("a file"))
    };
    entries.map(file).filter(|(name, _)| name != "manifest.json").collect()
}

pub(crate) fn assert_same(one: &Path, other: &Path) {
    let (here, there) = (files(one), files(other));
    assert!(here.keys().eq(there.keys()), "{:?} and {:?}", here.keys(), there.keys());
    for (name, bytes) in &there {
        assert!(here[name] == *bytes, "{name} of {} and {}", one.display(), other.display());
    }
    assert_eq!(manifest(one)["results_hash"], manifest(other)["results_hash"]);
}
