//! `verify` of a run's folder: it finds what a run writes to be right, and whatever is changed there it finds, also
//! where the hash of the results was made to fit.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::runs::ALL;
use crate::common::{
    change_manifest, command, fail, files, folder, json, manifest, parsed, play, read, records,
    replace, run, succeed, text, write,
};
use crate::tampered::{copied, rehash};
use serde_json::json;
use threehand_engine::games::NineTwoFive;
use threehand_engine::record::Record;

pub(crate) const TOURNAMENT: &str =
    "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 3";

/// A small run.
pub(crate) fn good(flags: &str) -> PathBuf {
    play(folder("good"), flags)
}

pub(crate) fn verify(dir: &Path) -> String {
    format!("verify {}", dir.display())
}

/// Asserts that a folder is refused, with this place, once it was tampered with and its hash was made to fit.
pub(crate) fn refuse(dir: &Path, what: &str, place: &str, tamper: impl FnOnce(&Path)) {
    let forged = copied(dir);
    tamper(&forged);
    rehash(&forged);
    let error = fail(1, &verify(&forged));
    assert!(error.contains(place), "{what}: {error}");
}

/// Changes the lines of a file.
pub(crate) fn change_lines(dir: &Path, file: &str, by: impl FnOnce(&mut Vec<String>)) {
    let before = text(dir.join(file));
    let mut lines: Vec<String> = before.lines().map(|line| format!("{line}\n")).collect();
    by(&mut lines);
    assert_ne!(lines.concat(), before, "{file} is changed");
    write(dir.join(file), lines.concat());
}

#[test]
fn a_run_of_each_kind_is_found_right_also_when_it_is_played_again() {
    for kept in &ALL {
        let dir = kept.copied(folder(kept.name));
        let told = succeed(&verify(&dir));
        assert!(told.contains("nothing is wrong with this "), "{told}");
        assert_eq!(succeed(&format!("{} --again --threads 2 -q", verify(&dir))), "");
        if kept.kind() == "tournament" {
            let all = kept.command.contains("--records all");
            assert_eq!(told.contains("--records all keeps them"), !all, "{told}");
            let json = json(&verify(&dir));
            assert_eq!(json["finished"], true);
            assert_eq!(json["matches"] == 0, !kept.command.contains("--records"), "{json}");
        }
    }
    for flags in [
        "--game three-kings --format triples",
        "--game three-legged-kitty --format gauntlet --records every=3 --hands none",
        "--game three-legged-kitty --shard 2/3 --records all --compress",
    ] {
        let bots = "tournament --bots greedy,random,greedy:epsilon=0.1,random --blocks 4";
        succeed(&format!("{} --again -q", verify(&good(&format!("{bots} {flags}")))));
    }
}

#[test]
fn two_plays_that_change_nothing_are_told_apart_by_asking_the_bots_again() {
    let dir = good(&format!("{TOURNAMENT} --records all"));
    let (line, record) = records(dir.join("records.jsonl"))
        .into_iter()
        .enumerate()
        .find_map(|(line, record)| {
            Some((line, swapped(&serde_json::from_value(record).expect("a record"))?))
        })
        .expect("somewhere two plays can be swapped");
    let forged = copied(&dir);
    let verify = format!("{} -q", verify(&forged));
    change_lines(&forged, "records.jsonl", |lines| {
        lines[line] = serde_json::to_string(&record).expect("JSON") + "\n";
    });
    assert!(fail(1, &verify).contains("results_hash is"));
    rehash(&forged);
    succeed(&verify);
    let error = fail(1, &format!("{verify} --again"));
    assert!(error.contains(&format!("records.jsonl:{}: actions[", line + 1)), "{error}");
    assert!(error.contains("but played again it is"), "{error}");
}

/// The record with two plays of a seat swapped, by which nothing else changes.
fn swapped(record: &Record) -> Option<Record> {
    let is_play = |i: &usize| record.actions[*i].contains(" play ");
    let plays: Vec<usize> = (0..record.actions.len()).filter(is_play).collect();
    plays.iter().enumerate().find_map(|(n, &a)| {
        plays[n + 1..].iter().find_map(|&b| {
            let mut other = record.clone();
            other.actions.swap(a, b);
            let same_seat = record.actions[a][..1] == record.actions[b][..1];
            (same_seat && other.replay::<NineTwoFive>().is_ok()).then_some(other)
        })
    })
}

#[test]
fn the_documents_of_another_run_and_settings_beyond_all_bounds_are_refused() {
    let dir = good(&format!("{TOURNAMENT} --records all"));
    let other = play(folder("other"), &format!("{TOURNAMENT} --seed 2 --records all"));
    refuse(&dir, "another run's settings", "by the seed and the rules it is", |dir| {
        for name in ["manifest.json", "config.toml"] {
            fs::copy(other.join(name), dir.join(name)).expect("a copy");
        }
    });
    let forged = copied(&dir);
    change_manifest(&forged, |manifest| manifest["specs"] = json!(vec!["random"; 100_000]));
    assert!(fail(1, &verify(&forged)).contains("bots make"));
}

#[test]
fn a_folder_with_a_file_too_few_or_too_many_or_a_line_without_end_is_refused() {
    let dir = good(&format!("{TOURNAMENT} --records all"));
    for name in files(&dir).keys() {
        refuse(&dir, name, &format!("tampered/{name}: No such file"), |dir| {
            fs::remove_file(dir.join(name)).expect("it is there");
        });
    }
    for name in ["matches.csv", "records.jsonl", "summary.csv"] {
        refuse(&dir, name, "the line is longer than any line of a run can be", |dir| {
            change_lines(dir, name, |lines| lines[1] = "9".repeat(3 << 20));
        });
    }
    let bare = play(folder("bare"), &format!("{TOURNAMENT} --hands none"));
    let place = "hands.csv: a run with these settings writes no such";
    refuse(&bare, "a file too many", place, |dir| write(dir.join("hands.csv"), "game\n"));
}

#[test]
fn a_list_of_forfeits_that_the_other_files_do_not_show_is_refused() {
    let rule = |dir: &Path, ruling: &str| {
        let ruling = ruling.replace(", ", ",\n    ").replace('{', "{\n    ").replace('}', "\n  }");
        write(dir.join("forfeits.json"), format!("[\n  {ruling}\n]\n"));
    };
    let reason = "\"reason\": \"took longer than the 3600 s allowed\"";
    let dir = good(&format!("{TOURNAMENT} --records every=2 --move-seconds 3600"));
    let compare =
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy --blocks 2 --move-seconds 3600";
    let sums = play(folder("sums"), compare);
    for (dir, ruling, place) in [
        (
            &dir,
            "\"block\": 3, \"match\": 0, \"question\": 9, \"seat\": 1",
            "block is 3, which the run has not",
        ),
        (
            &dir,
            "\"block\": 1, \"match\": 0, \"question\": 1, \"seat\": 2",
            "question 1 is not asked of seat 2",
        ),
        (
            &dir,
            "\"block\": 1, \"match\": 4, \"question\": 9, \"seat\": 1",
            "match 4: nobody forfeits",
        ),
        (
            &dir,
            "\"block\": 2, \"match\": 7, \"question\": 9, \"seat\": 1",
            "match is 7, which a block of 6 has not",
        ),
        (
            &sums,
            "\"block\": 1, \"match\": 0, \"question\": 9, \"seat\": 1",
            "1 match here, but by the kept sums 0 matches",
        ),
    ] {
        refuse(dir, ruling, place, |dir| rule(dir, &format!("{{{ruling}, {reason}}}")));
    }
    let good =
        "{\"block\": 1, \"match\": 4, \"question\": 9, \"seat\": 1, \"reason\": \"died: x\"}";
    refuse(&dir, "a reason", "`died: x` is no reason by the run's limits", |dir| rule(dir, good));
    refuse(&dir, "a form", "forfeits.json:1: the line is", |dir| {
        write(dir.join("forfeits.json"), "[ ]");
    });
}

/// A bot that takes longer than it may loses three matches.
#[test]
fn forfeits_for_a_limit_are_found_right_and_each_change_of_their_list_is_found() {
    let run = "tournament --game kings --bots mc:worlds=1000000,random --format abb --blocks 1 --move-seconds 1 \
               --records all";
    let dir = folder("limit");
    let ended = command(run).args(["--quiet", "--out"]).arg(&dir).output().expect("it runs");
    assert_eq!(ended.status.code(), Some(3), "{}", String::from_utf8_lossy(&ended.stderr));
    succeed(&verify(&dir));
    let list = text(dir.join("forfeits.json"));
    assert_eq!(list.matches("took longer than the 1 s allowed").count(), 3, "{list}");
    let change = |from: &'static str, to: &'static str| {
        move |dir: &Path| replace(&dir.join("forfeits.json"), from, to)
    };
    refuse(&dir, "no match", "which a block of 3 has not", change("\"match\": 2", "\"match\": 9"));
    let mut more = parsed(&list);
    let mut another = more[2].clone();
    another["question"] = json!(another["question"].as_u64().expect("a number") + 9);
    more.as_array_mut().expect("a list").push(another);
    let more = serde_json::to_string_pretty(&more).expect("JSON") + "\n";
    for (words, place) in
        [("verify", "by the records seat"), ("verify --again", "when it is played again")]
    {
        let forged = copied(&dir);
        write(forged.join("forfeits.json"), &more);
        let error = fail(1, &format!("{words} {}", forged.display()));
        assert!(error.contains(place), "{words}: {error}");
    }
    refuse(&dir, "another seat", "by the records seat 1 left no question", |dir| {
        write(dir.join("forfeits.json"), list.replacen("\"seat\": 0", "\"seat\": 1", 1));
    });
    refuse(&dir, "no list", "it is not there that seat", |dir| {
        fs::remove_file(dir.join("forfeits.json")).expect("it is there");
    });
}

#[test]
fn a_changed_digit_or_a_flipped_bit_is_found_and_nothing_panics() {
    flip(40);
}

#[test]
#[ignore = "a minute: by night"]
fn hundreds_of_flipped_bits_are_found_and_nothing_panics() {
    flip(600);
}

fn flip(flips: usize) {
    let plain =
        good("tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 2 --records all");
    let small = "tournament --game three-kings --bots greedy,random --blocks 2 --records every=2 \
                 --compress --shard 1/2";
    let small = play(folder("small").join("good"), small);
    let mut state = 9_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    // A digit of each file, and bits of any.
    for (name, mut bytes) in files(&plain) {
        let digits: Vec<usize> =
            (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        let Some(&at) = digits.get(random(digits.len().max(1))) else { continue };
        bytes[at] = b'0' + (bytes[at] - b'0' + 1) % 10;
        let place = format!("tampered/{name}:");
        refuse(&plain, &name, &place, |dir| write(dir.join(&name), bytes));
    }
    for (dir, flips) in [(plain, flips / 2), (small, flips / 2)] {
        let mut all: Vec<(String, Vec<u8>)> = files(&dir).into_iter().collect();
        all.push(("manifest.json".to_owned(), read(&dir.join("manifest.json"))));
        for _ in 0..flips {
            let (name, bytes) = &all[random(all.len())];
            let mut bytes = bytes.clone();
            let at = random(bytes.len());
            bytes[at] ^= 1 << random(8);
            let forged = copied(&dir);
            write(forged.join(name), &bytes);
            let output = run(&verify(&forged));
            if output.status.success() {
                assert!(name == "manifest.json" && decides_nothing(&forged), "{name} at {at}");
                continue;
            }
            assert_eq!(output.status.code(), Some(1), "{name} at {at}");
            if name != "manifest.json" {
                rehash(&forged);
                let output = run(&verify(&forged));
                let error = String::from_utf8_lossy(&output.stderr);
                assert!(matches!(output.status.code(), Some(0 | 1)), "{name} at {at}: {error}");
                assert!(!error.contains("panicked"), "{name} at {at}: {error}");
            }
        }
    }
}

/// Whether a manifest that differs from a right one does so only in keys that decide no result.
fn decides_nothing(dir: &Path) -> bool {
    let manifest = manifest(dir);
    ["command", "threads", "started", "finished"].iter().all(|key| manifest.get(key).is_some())
}
