//! Whatever is changed in the files of a run is found, and the place is named: the changes of the lists in
//! `program/tests/tampered`.
//!
//! In a list, `run: COMMAND` plays a run into a folder, `killed: COMMAND` one that is killed once it has noted its
//! progress, and `unfinished: WHY` takes that in `program/tests/unfinished`. `then: COMMAND` says what is asked of each changed copy
//! of that folder, in that folder; `then under a hash that fits: COMMAND` the same once `results_hash` was made to fit.
//! A change is a line with one or more files and a script for sed, and below it, indented, stands a part of the error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::started::killed;
use crate::common::{
    change_manifest, command, copy, fail, folder, in_repository, play, read, replace, text,
    unfinished,
};
use serde_json::json;
use threehand_sim::files::hash::{hash_of_folder, hashes_beside};

/// A copy of a folder, to be tampered with.
pub(crate) fn copied(dir: &Path) -> PathBuf {
    let to = dir.with_file_name("tampered");
    let _ = fs::remove_dir_all(&to);
    copy(dir, to)
}

/// Makes the hashes in the manifest those of the files, as a forger would.
pub(crate) fn rehash(dir: &Path) {
    let hash = hash_of_folder(dir, &[]).expect("a hash");
    let beside = hashes_beside(dir, &[]).expect("hashes");
    change_manifest(dir, |manifest| {
        manifest["results_hash"] = json!(hash);
        manifest["files_sha256"] = beside;
    });
}

#[test]
fn a_changed_record_is_refused_with_the_place() {
    check("records.txt", 65);
}

#[test]
fn a_changed_manifest_or_note_of_progress_is_refused() {
    check("manifests.txt", 60);
}

#[test]
fn a_changed_row_or_table_is_found_also_under_a_hash_that_fits() {
    check("rows.txt", 70);
}

#[test]
fn sums_of_other_blocks_than_a_shard_has_are_refused_under_a_hash_that_fits() {
    let dir = folder("sums");
    let shard = |n: u64| {
        play(
            dir.join(n.to_string()),
            &format!(
                "tournament --game three-kings --bots random,greedy --blocks 12 --shard {n}/2"
            ),
        )
    };
    let forged = copied(&[shard(1), shard(2)][1]);
    replace(
        &forged.join("tally.json"),
        "\n  \"blocks\": 6",
        "\n  \"blocks\": 18446744073709551615",
    );
    rehash(&forged);
    let error = fail(1, &format!("merge {0}/1 {0}/tampered --out {0}/x", dir.display()));
    let told = "tally.json: it counts 18,446,744,073,709,551,615 blocks, and has to count 6";
    assert!(error.contains(told), "{error}");
}

/// Makes each change of a list and compares what is said with the list, which must have so many changes.
fn check(list: &str, least: usize) {
    let list = text(in_repository("program/tests/tampered").join(list));
    let (mut base, mut asked, mut fits, mut change) = (PathBuf::new(), "", false, "");
    let (mut count, mut wrong) = (0, Vec::new());
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(": ") {
            Some(("run", run)) => base = play(folder("base"), run),
            Some(("killed", run)) => base = killed(run, folder("base")),
            Some(("unfinished", _)) => base = unfinished(&folder("unfinished")),
            Some(("then", words)) => (asked, fits) = (words, false),
            Some(("then under a hash that fits", words)) => (asked, fits) = (words, true),
            _ => match line.strip_prefix("    ") {
                None => change = line,
                Some(answer) => {
                    let error = error_of(&copied(&base), change, asked, fits);
                    count += 1;
                    if !error.starts_with("error: ") || !error.contains(answer) {
                        wrong.push(format!("{change}\n    {error} and not {answer}"));
                    }
                }
            },
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= least, "{count} changes");
}

/// The one line with which a command fails in a folder that is changed so.
fn error_of(dir: &Path, change: &str, asked: &str, fits: bool) -> String {
    let (files, script) = change.split_once(' ').expect("files and a script");
    for file in files.split(',') {
        let before = read(&dir.join(file));
        let sed = Command::new("sed").args(["-i", script, file]).current_dir(dir).status();
        assert!(
            sed.expect("sed can be run").success() && read(&dir.join(file)) != before,
            "{change}"
        );
    }
    if fits {
        rehash(dir);
    }
    let output = command(asked).current_dir(dir).output().expect("the command can be run");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    let is_line = output.status.code() == Some(1) && error.lines().count() == 1;
    if is_line { error.trim_end().to_owned() } else { format!("{:?} {error}", output.status) }
}
