//! What a terminal is shown: nothing that it obeys, whatever a file or a path says, and commands that
//! can be pasted. What can't be shown at all is an error.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Output;

use crate::common::{
    change_manifest, command, folder, manifest, printed, records, runs, shell, threehand, write,
};
use serde_json::{Value, json};

/// What clears a screen, what turns the direction of a text, and what shows nothing.
const HOSTILE: &str = "a\u{1b}[2J\u{202e}b\u{200b}\u{2028}\u{9b}c\nd";

fn said(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(all).expect("UTF-8")
}

/// Runs the command on a folder; whatever it says has to be safe.
fn safe(code: i32, before: &[&str], dir: &Path) -> String {
    let output = threehand().args(before).arg(dir).output().unwrap();
    let said = said(&output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    let hidden = |c: char| c != '\n' && HOSTILE[1..].contains(c) && !c.is_ascii_graphic();
    assert!(!said.contains(hidden), "{before:?}: {said:?}");
    said
}

#[test]
fn no_path_name_or_content_of_a_file_moves_the_terminal() {
    let dir = folder("moves").join(HOSTILE);
    let run = ["tournament", "--game", "9-2-5", "--bots", "random,greedy", "--blocks", "2"];
    let said = safe(0, &[&run[..], &["--records", "all", "--out"]].concat(), &dir);
    assert!(
        said.contains(r"/a\u{1b}[2J\u{202e}b\u{200b}\u{2028}\u{9b}c\nd: matches.csv"),
        "{said}"
    );
    let said = safe(0, &["verify"], &dir);
    assert!(said.contains(r"\u{9b}c\nd: nothing is wrong with this tournament"), "{said}");
    safe(2, &[&run[..], &["--bots"]].concat(), Path::new(HOSTILE));
    safe(1, &["verify"], &dir.join(HOSTILE));

    // A manifest may say anything, and a record may name anybody.
    change_manifest(&dir, |manifest| manifest["finished"] = json!(HOSTILE));
    let said = safe(0, &["resume"], &dir);
    assert!(said.contains(r"finished at a\u{1b}[2J\u{202e}b"), "{said}");
    change_manifest(&dir, |manifest| manifest["results_hash"] = json!(HOSTILE));
    safe(1, &["resume"], &dir);
    safe(1, &["verify"], &dir);
    change_manifest(&dir, |manifest| {
        (manifest["run"], manifest["finished"]) = (json!(HOSTILE), Value::Null);
    });
    safe(1, &["resume"], &dir);
    let mut record = records(dir.join("records.jsonl"))[0].clone();
    record["bots"] = json!([HOSTILE, HOSTILE, HOSTILE]);
    write(dir.join("records.jsonl"), format!("{record}\n"));
    let said = safe(0, &["replay"], &dir);
    assert!(said.contains(r"seat 0 a\u{1b}[2J\u{202e}b\u{200b}\u{2028}\u{9b}c\nd "), "{said}");
    record["variant"] = json!(HOSTILE);
    write(dir.join("records.jsonl"), format!("{record}\n"));
    safe(1, &["replay"], &dir);
}

#[test]
fn the_command_to_go_on_is_whole_and_can_be_pasted() {
    let root = folder("pasted");
    let long = vec!["a".repeat(200); 8].join("/");
    let names: [&[u8]; 6] =
        [HOSTILE.as_bytes(), b"it's", b"two words", b"-x", long.as_bytes(), b"no\xffUTF-8\\"];
    for name in names.map(OsStr::from_bytes) {
        let dir = root.join(name);
        let out = [OsStr::new("--out="), name].map(OsStr::as_bytes).concat();
        let run = "tournament --game 9-2-5 --bots random,greedy --blocks 2 --shard 1/2 -q";
        printed(command(run).current_dir(&root).arg(OsStr::from_bytes(&out)));
        change_manifest(&dir, |manifest| manifest["finished"] = Value::Null);
        let mut merge = command("merge --out whole --");
        let merge = merge.current_dir(&root).arg(name).output().unwrap();
        let said = said(&merge);
        let (_, then) = said.split_once("to go on: ").expect(&said);
        printed(shell(then).current_dir(&root));
        assert!(manifest(&dir)["finished"].is_string());
    }
}

#[test]
fn what_can_not_be_printed_is_an_error_and_a_closed_pipe_is_none() {
    let out = runs::run("three").copied(folder("full"));
    let out = out.display();
    for arguments in [
        "--help",
        "--version",
        "tournament --help",
        "merge --help",
        "help sprt",
        "list",
        "list --json",
        &format!("verify {out}"),
        &format!("verify --json {out}"),
        &format!("replay {out}"),
        &format!("resume --json {out}"),
        "solve --game 9-2-5 AQ.2.. K3.A.. 54..3. trump=NT lead=0",
        "solve --game 9-2-5 AQ.2.. K3.A.. 54..3. trump=NT lead=0 --json",
        "tournament --game 9-2-5 --bots random,greedy --blocks 2 --plan",
        "tournament --game 9-2-5 --bots random,greedy --blocks 2 -q",
    ] {
        let words: Vec<_> = arguments.split(' ').collect();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = threehand().args(&words).stdout(full).output().unwrap();
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
        assert_eq!(said, "error: standard output: No space left on device (os error 28)\n");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = threehand().args(&words).stdout(writer).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    }
}
