//! Running the command as a user does.

pub(crate) mod console;
pub(crate) mod runs;
pub(crate) mod started;
pub(crate) mod tables;
pub(crate) mod webdriver;

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output};
use std::sync::{Arc, Once};
use std::thread;

use serde_json::Value;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use threehand_sim::terminal::interrupt::ignored;

pub(crate) const GAMES: [&str; 3] = ["9-2-5", "three-legged-kitty", "three-kings"];

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_threehand");

/// The command without arguments.
pub(crate) fn threehand() -> Command {
    hear_signals();
    let mut command = Command::new(PROGRAM);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("RUST_BACKTRACE", "1");
    // Wide enough for any prose, so that it is not broken.
    command.env("COLUMNS", "1000");
    command
}

/// The command with these arguments, separated by blanks.
pub(crate) fn command(arguments: &str) -> Command {
    let mut command = threehand();
    command.args(arguments.split_whitespace());
    command
}

/// The folders in which programs are looked for: first that of the command.
pub(crate) fn search_path() -> String {
    let folder = Path::new(PROGRAM).parent().expect("a program lies in a folder").display();
    format!("{folder}:{}", env::var("PATH").unwrap_or_default())
}

/// The first of these programs that is here.
pub(crate) fn find_program(names: &[&str]) -> Option<PathBuf> {
    let dirs: Vec<PathBuf> = env::split_paths(&search_path()).collect();
    let files = names.iter().flat_map(|name| dirs.iter().map(move |dir| dir.join(name)));
    files.into_iter().find(|file| file.is_file())
}

/// Whether what is kept is written anew and not compared: `GOLDEN=overwrite`.
pub(crate) fn is_overwritten() -> bool {
    env::var_os("GOLDEN").is_some_and(|how| how == "overwrite")
}

/// A shell that finds the command under its name.
pub(crate) fn shell(script: &str) -> Command {
    hear_signals();
    let mut shell = Command::new("bash");
    shell.args(["-c", script, "bash"]).env("PATH", search_path());
    shell
}

/// Listens for the signals that the tests were started to ignore, as by `nohup`. A started program inherits
/// "ignored", but not "listened for".
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

/// Runs the command with these arguments, separated by blanks.
pub(crate) fn run(arguments: &str) -> Output {
    command(arguments).output().expect("the command can be run")
}

/// What a command prints on standard output; it must succeed.
pub(crate) fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the command can be run");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The one line on standard error of a command that must fail with this code.
pub(crate) fn refused(code: i32, command: &mut Command) -> String {
    let output = command.output().expect("the command can be run");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{command:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{command:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
    error.trim_end().to_owned()
}

/// The standard output of these arguments, which must succeed.
pub(crate) fn succeed(arguments: &str) -> String {
    printed(&mut command(arguments))
}

/// The line on standard error of these arguments, which must fail with this code.
pub(crate) fn fail(code: i32, arguments: &str) -> String {
    refused(code, &mut command(arguments))
}

/// The one JSON value that a command prints with `--json`.
pub(crate) fn json(arguments: &str) -> Value {
    parsed(&succeed(&format!("{arguments} --json")))
}

pub(crate) fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Plays a run quietly into a folder, which is returned.
pub(crate) fn play(out: impl AsRef<Path>, arguments: &str) -> PathBuf {
    let out = out.as_ref();
    printed(command(arguments).args(["--quiet", "--out"]).arg(out));
    out.to_owned()
}

/// An empty folder of this test's own: no other test has the same one, whatever its name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let thread = thread::current();
    let test = thread.name().unwrap_or_default().replace("::", "/");
    empty(Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(name))
}

fn empty(dir: PathBuf) -> PathBuf {
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a test's folder can be made");
    dir
}

/// A folder that several tests only read, filled once per test run. `cargo nextest` runs each test in a process of its
/// own with one `NEXTEST_RUN_ID`: the first process fills the folder while the others wait.
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
        fill(&empty(dir.clone()));
        note.rewind().expect("a note has a start");
        note.write_all(run.as_bytes()).expect("a note can be written");
    }
    dir
}

/// Copies the files of a folder into another, which is made if it is not there; returns the copy.
pub(crate) fn copy(from: &Path, to: impl AsRef<Path>) -> PathBuf {
    let to = to.as_ref();
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("an entry can be read").path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap_or_default())).expect("a copy");
        }
    }
    to.to_owned()
}

/// A copy of the folder of a run that was stopped after two of its three blocks, as this version would have left it.
pub(crate) fn unfinished(to: &Path) -> PathBuf {
    let to = copy(&in_repository("program/tests/unfinished"), to.join("unfinished"));
    let version = |version: &str| format!("\"version\": \"{version}\"");
    replace(&to.join("manifest.json"), &version("0.0.0"), &version(env!("CARGO_PKG_VERSION")));
    to
}

/// A path of the repository.
pub(crate) fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a repository").join(path)
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a file.
pub(crate) fn text(path: impl AsRef<Path>) -> String {
    String::from_utf8(read(path.as_ref())).expect("UTF-8")
}

pub(crate) fn write(path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
    fs::write(path.as_ref(), content).expect("a file can be written");
}

/// Writes a program that can be started; gives its path.
pub(crate) fn write_program(path: &Path, content: &str) -> String {
    write(path, content);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its owner's");
    path.display().to_string()
}

/// Replaces all places of a text in a file, of which there must be one.
pub(crate) fn replace(path: &Path, from: &str, to: &str) {
    let before = text(path);
    assert!(before.contains(from), "{from} in {}: {before}", path.display());
    write(path, before.replace(from, to));
}

/// The files of a folder but its manifest, in which the times differ from run to run.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let files = paths.map(|path| (name(&path), read(&path)));
    files.filter(|(name, _)| name != "manifest.json").collect()
}

/// The manifest of a folder.
pub(crate) fn manifest(dir: &Path) -> Value {
    parsed(&text(dir.join("manifest.json")))
}

/// Changes the manifest of a folder.
pub(crate) fn change_manifest(dir: &Path, change: impl FnOnce(&mut Value)) {
    let mut changed = manifest(dir);
    change(&mut changed);
    write(dir.join("manifest.json"), changed.to_string());
}

/// Makes a finished run look as if it had been stopped.
pub(crate) fn unfinish(dir: &Path) {
    change_manifest(dir, |manifest| {
        (manifest["results_hash"], manifest["finished"]) = (Value::Null, Value::Null);
    });
}

/// Asserts that two folders hold the same files with the same bytes, and the same results hash.
pub(crate) fn assert_same(dir: &Path, full: &Path, when: &str) {
    let (here, there) = (files(dir), files(full));
    assert!(here.keys().eq(there.keys()), "{when}: {:?} and {:?}", here.keys(), there.keys());
    for (name, bytes) in &there {
        assert!(here[name] == *bytes, "{when}: {name}");
    }
    let (here, there) = (manifest(dir), manifest(full));
    assert!(here["results_hash"].is_string() && here["results_hash"] == there["results_hash"]);
}

/// The records of a file, one JSON value a line.
pub(crate) fn records(file: impl AsRef<Path>) -> Vec<Value> {
    text(file).lines().map(parsed).collect()
}
