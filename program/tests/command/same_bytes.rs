//! The same command writes the same bytes, however its work is divided.

use std::fs;

use crate::common::runs::{self, ALL};
use crate::common::{
    assert_same, files, folder, json, manifest, play, read, replace, succeed, text, write,
};
use serde_json::Value;

#[test]
fn a_run_writes_the_same_bytes_at_any_number_of_threads_and_from_its_own_settings() {
    for kept in &ALL {
        let (dir, whole) = (folder(kept.name), kept.dir());
        let again = format!("{} --config {}/config.toml", kept.kind(), whole.display());
        for (name, command) in [
            ("one thread", format!("{} --threads 1", kept.command)),
            ("seven threads", format!("{} --threads 7", kept.command)),
            ("settings", again.clone()),
        ] {
            let run = play(dir.join(name), &command);
            assert_same(&run, &whole, &format!("{}, {name}", kept.name));
            for key in ["rules", "specs", "strict", "max_hands", "compress", "format", "seed"] {
                assert_eq!(manifest(&run)[key], manifest(&whole)[key], "{}: {key}", kept.name);
            }
        }
        // A typed flag goes before the file.
        if kept.kind() == "tournament" {
            let other = play(dir.join("other"), &format!("{again} --seed=8"));
            assert_eq!(manifest(&other)["seed"], 8);
            assert_ne!(read(&other.join("summary.csv")), read(&whole.join("summary.csv")));
        }
    }
}

#[test]
fn shards_in_any_order_merge_to_the_bytes_of_the_whole_run() {
    for kept in &ALL {
        let (dir, whole) = (folder(kept.name), kept.dir());
        let count = match kept.name {
            "three" => 7,
            "bare" => 2,
            _ => 3,
        };
        for shard in (2..=count).chain([1]) {
            let command = format!("{} --shard {shard}/{count} --threads {shard}", kept.command);
            play(dir.join(shard.to_string()), &command);
        }
        succeed(&format!("verify {}/1 --again -q", dir.display()));
        let out = dir.display();
        let parts: Vec<_> = (1..=count).rev().map(|part| format!("{out}/{part}")).collect();
        let merge = format!("merge {} --out {out}/merged", parts.join(" "));
        json(&format!("{merge} -q"));
        assert_same(&dir.join("merged"), &whole, kept.name);
        // A merger that was killed has a lock and no manifest.
        fs::remove_file(dir.join("merged/manifest.json")).expect("it is there");
        write(dir.join("merged/.lock"), "threehand\n");
        json(&format!("{merge} -q"));
        assert_same(&dir.join("merged"), &whole, kept.name);
        let merged = manifest(&dir.join("merged"));
        for key in ["run", "specs", "lineups", "blocks", "seed", "hands", "records", "shard"] {
            assert_eq!(merged[key], manifest(&whole)[key], "{}: {key}", kept.name);
        }
        succeed(&format!("verify {out}/merged -q"));
    }
}

/// What stands below the first lines, which have the time.
fn below(text: &str) -> &str {
    text.split_once("\n\n").expect("a summary").1
}

#[test]
fn a_finished_run_is_printed_again_by_its_command_and_by_resume() {
    for kept in &ALL {
        let dir = kept.copied(folder(kept.name));
        let before = files(&dir);
        let command = format!("{} --wide --quiet --out {}", kept.command, dir.display());
        let threads = format!("{command} --threads 1");
        for command in [&command, &threads, &format!("resume --wide -q {}", dir.display())] {
            let again = succeed(command);
            // A test has no time.
            assert_eq!(again.contains("finished at 20"), kept.kind() != "sprt", "{again}");
            assert_eq!(below(&again), below(&kept.printed()), "{command}");
        }
        let resumed = succeed(&format!("resume -q --json {}", dir.display()));
        assert_eq!(timeless(&resumed), timeless(&kept.json()), "{}", kept.name);
        assert_eq!(files(&dir), before, "{}", kept.name);
    }
}

/// A summary without its times.
fn timeless(line: &str) -> Value {
    let mut summary: Value = serde_json::from_str(line).expect("JSON");
    let summary_map = summary.as_object_mut().expect("an object");
    summary_map.remove("seconds");
    summary
}

#[test]
fn blocks_from_a_later_one_are_those_of_a_longer_run() {
    let dir = folder("first");
    let run = "tournament --game 9-2-5 --bots heuristic,greedy --records every=3";
    let whole = play(dir.join("whole"), &format!("{run} --blocks 20"));
    let late = play(dir.join("late"), &format!("{run} --first 8 --blocks 12"));
    for file in ["matches.csv", "hands.csv"] {
        let block = |row: &&str| row.split(',').nth(3).and_then(|block| block.parse::<u64>().ok());
        let whole = text(whole.join(file));
        let due: Vec<_> = whole.lines().filter(|row| block(row) >= Some(8)).collect();
        assert_eq!(text(late.join(file)).lines().skip(1).collect::<Vec<_>>(), due, "{file}");
    }
    let [whole, records] = [whole, late.clone()].map(|run| text(run.join("records.jsonl")));
    assert!(whole.ends_with(&records) && records.contains("\"match\":9"));
    assert_eq!(manifest(&late)["first"], 8);
}

#[test]
fn one_against_two_is_the_half_of_pairs_in_which_it_is_alone() {
    let run = "tournament --game 9-2-5 --bots heuristic,greedy --blocks 30 --quiet --format";
    let (abb, gauntlet) = (json(&format!("{run} abb")), json(&format!("{run} gauntlet")));
    assert_eq!((&abb["matches"], &gauntlet["matches"]), (&90.into(), &180.into()));
    let alone = |run: &Value| run["differences"][0]["alone_against_two"].clone();
    assert!(alone(&abb)["mean"].is_f64(), "{abb}");
    assert_eq!(alone(&abb), alone(&gauntlet));
}

#[test]
fn compressed_files_hold_the_same_lines_and_block_values_change_no_other_file() {
    let dir = folder("more");
    let (run, flag) = (runs::run("three"), "--compress");
    let small = play(dir.join("small"), &format!("{} {flag}", run.command));
    for file in ["matches.csv", "hands.csv", "records.jsonl"] {
        let (plain, small) =
            (read(&run.dir().join(file)), read(&small.join(format!("{file}.zst"))));
        assert!(small.len() * 3 < plain.len(), "{file}");
        assert!(zstd::decode_all(&small[..]).expect("zstd") == plain, "{file}");
    }
    succeed(&format!("verify {}", small.display()));

    let run = runs::run("pair");
    let with = run.copied(dir.join("with"));
    let without = play(dir.join("without"), &run.command.replace("--block-values", ""));
    replace(&with.join("config.toml"), "block-values = true\n", "");
    let mut with = files(&with);
    assert!(with.remove("block_values.csv").is_some());
    assert_eq!(with, files(&without));
}
