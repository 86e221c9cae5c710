//! The same command writes the same bytes, however its work is divided.

use crate::common::runs::{self, ALL, Kept};
use crate::common::{
    assert_same, fail, files, folder, json, manifest, play, read, replace, succeed, text, write,
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
            assert_ne!(read(&other.join("matches.csv")), read(&whole.join("matches.csv")));
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
    let out = late.display();
    let other = fail(1, &format!("{run} --first 9 --blocks 12 --out {out}"));
    assert!(other.contains("`first` is 8 there and 9 here"), "{other}");
    let many = format!("{run} --first 7 --blocks 18446744073709551615 --out {out}");
    assert!(fail(2, &many).contains("not so many from --first on"));
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
fn the_hash_is_that_of_the_lines_of_sha256sum() {
    let Kept { name, .. } = runs::run("bare");
    let dir = runs::run(name).dir();
    let files = "crosstable.csv fit.csv matches.csv ratings.csv summary.csv who_pays.csv";
    let mut sums = std::process::Command::new("sh");
    sums.args(["-c", &format!("sha256sum {files} | sha256sum")]).current_dir(&dir);
    let sums = String::from_utf8(sums.output().expect("sha256sum runs").stdout).expect("UTF-8");
    assert_eq!(manifest(&dir)["results_hash"].as_str(), sums.split(' ').next());
}

#[test]
fn compressed_files_hold_the_same_lines_and_block_values_change_no_other_file() {
    let dir = folder("more");
    let (run, flag) = (runs::run("three"), "--compress");
    let small = play(dir.join("small"), &format!("{} {flag}", run.command));
    for file in ["hands.csv", "records.jsonl"] {
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

#[test]
fn a_folder_that_holds_another_run_is_kept() {
    let (kept, dir) = (runs::run("bare"), folder("kept"));
    let dir = kept.copied(&dir);
    let before = read(&dir.join("manifest.json"));
    let run = |flags: &str| format!("tournament --game kings {flags} -q --out {}", dir.display());
    let tournament = "--bots greedy,random --blocks 2 --hands none";
    for (flags, told) in [
        (format!("{tournament} --seed 2"), "holds a run with other settings"),
        (format!("{tournament} --records all"), "--force"),
        (tournament.replace('2', "4"), "`blocks` is 2 there and 4 here"),
        (tournament.replace('2', "4"), "`--first 2 --blocks 2` plays the others"),
        (tournament.replace("random", "heuristic"), "holds a run with other settings"),
    ] {
        let error = fail(1, &run(&flags));
        assert!(error.contains(told), "{error}");
    }
    let compare = run("--variants three-kings --bots random").replace("tournament", "compare");
    let error = fail(1, &compare);
    assert!(error.contains("`run` is \"tournament\" there"), "{error}");
    assert_eq!(before, read(&dir.join("manifest.json")));
    succeed(&run(&format!("{tournament} --seed 2 --force")));
    assert_ne!(before, read(&dir.join("manifest.json")));
}

#[test]
fn sums_that_do_not_fit_their_tables_are_refused() {
    let dir = folder("sums");
    let kept = runs::run("three");
    let one = kept.copied(dir.join("one"));
    let two = play(dir.join("two"), &format!("{} --seed 2", kept.command));
    let again = |out: &str| format!("{} {out} -q", kept.command);
    let again = |dir: &std::path::Path| again(&format!("--out {}", dir.display()));
    std::fs::copy(two.join("sums.json.zst"), one.join("sums.json.zst")).expect("a copy");
    let error = fail(1, &again(&one));
    assert!(error.contains("the tables beside it are not what it comes to"), "{error}");
    let error = fail(1, &format!("verify {}", one.display()));
    assert!(error.contains("sums.json.zst: "), "{error}");
    let error = fail(1, &format!("rate {}", one.display()));
    assert!(error.contains("its sums are not those of its tables"), "{error}");
    write(one.join("sums.json.zst"), "no sums");
    fail(1, &again(&one));
    std::fs::remove_file(one.join("sums.json.zst")).expect("it is there");
    assert!(fail(1, &again(&one)).contains("No such file"));
}
