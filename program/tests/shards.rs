//! The shards of a run, put together, are the whole run.

mod common;

use std::path::Path;

use common::{assert_same, fail, folder, manifest, read, run, succeed};
use threehand_sim::folder::hash::hash_of_folder;
use threehand_sim::runs::kinds::results;

const RUN: &str = "tournament --game three-kings --bots random,greedy:epsilon=0.2,heuristic --seed 5 \
                   --blocks 40 --hands every=3 --records every=5 --quiet";

/// A fixed order that is none.
const ORDER: [usize; 7] = [4, 1, 7, 3, 6, 2, 5];

fn merge(dir: &Path, shards: &[usize], out: &str) -> String {
    let shards: Vec<_> = shards.iter().map(|shard| format!("{}/{shard}", dir.display())).collect();
    format!("merge {} --out {}/{out}", shards.join(" "), dir.display())
}

#[test]
fn seven_shards_in_any_order_are_the_same_bytes_as_the_whole() {
    for (name, flags) in
        [("plain", ""), ("small", "--compress"), ("bare", "--hands none --records none")]
    {
        let dir = folder(&format!("shards-{name}"));
        let run = RUN.split(" --hands").next().unwrap();
        let run =
            if name == "bare" { format!("{run} {flags} -q") } else { format!("{RUN} {flags}") };
        succeed(&format!("{run} --out {}/whole", dir.display()));
        for shard in ORDER {
            let threads = 1 + shard % 3;
            let out = dir.join(shard.to_string());
            let out = out.display();
            succeed(&format!("{run} --shard {shard}/7 --threads {threads} --out {out}"));
        }
        let line = succeed(&format!("{} --json -q", merge(&dir, &[3, 7, 1, 2, 6, 5, 4], "merged")));
        let json: serde_json::Value = serde_json::from_str(&line).unwrap();
        let whole = manifest(&dir.join("whole"));
        assert_eq!(json["results_hash"], whole["results_hash"]);
        assert_eq!(json["blocks"], 40);
        assert_same(&dir.join("merged"), &dir.join("whole"), name);
        let merged = manifest(&dir.join("merged"));
        for key in ["run", "specs", "lineups", "blocks", "seed", "hands", "records", "shard"] {
            assert_eq!(merged[key], whole[key], "{key}");
        }
    }
}

#[test]
fn a_shard_that_was_stopped_or_begun_anew_does_no_harm() {
    let dir = folder("shards-again");
    let out = dir.display();
    succeed(&format!("{RUN} --out {out}/whole"));
    for shard in 1..=3 {
        succeed(&format!("{RUN} --shard {shard}/3 --out {out}/{shard}"));
    }
    succeed(&format!("{RUN} --shard 2/3 --out {out}/2 --force"));
    // As a kill leaves it that comes before the first block is noted.
    let path = dir.join("3/manifest.json");
    let mut unfinished = manifest(&dir.join("3"));
    unfinished["results_hash"] = serde_json::Value::Null;
    unfinished["finished"] = serde_json::Value::Null;
    std::fs::write(&path, unfinished.to_string()).unwrap();
    let error = fail(1, &merge(&dir, &[1, 2, 3], "merged"));
    assert!(error.contains("shard 3/3 is not finished; to go on: threehand resume"), "{error}");
    succeed(&format!("resume {out}/3 -q"));
    succeed(&format!("{} -q", merge(&dir, &[1, 2, 3], "merged")));
    assert_same(&dir.join("merged"), &dir.join("whole"), "again");
    // What a killed merger leaves is no run.
    std::fs::remove_file(dir.join("merged/manifest.json")).unwrap();
    assert!(fail(1, &format!("resume {out}/merged")).contains("no manifest.json"));
    succeed(&format!("{} -q --force", merge(&dir, &[2, 1, 3], "merged")));
    assert_same(&dir.join("merged"), &dir.join("whole"), "again");
}

#[test]
fn shards_that_do_not_make_a_run_are_named() {
    let dir = folder("shards-wrong");
    let out = dir.display();
    let play = |what: &str| succeed(&format!("{RUN} {what}"));
    for shard in 1..=4 {
        play(&format!("--shard {shard}/4 --out {out}/{shard}"));
    }
    play(&format!("--out {out}/5"));
    play(&format!("--shard 4/5 --out {out}/6"));
    succeed(&format!("{} --shard 4/4 --out {out}/7", RUN.replace("--seed 5", "--seed 6")));
    play(&format!("--shard 2/4 --out {out}/8"));
    for (shards, expected) in [
        (&[1, 2, 4][..], "shard 3/4 is missing"),
        (&[3], "shards 1/4, 2/4 and 4/4 are missing"),
        (&[1, 2, 3, 5], "holds no shard but a whole run"),
        (&[1, 2, 3, 6], "one of 4 shards and"),
        (&[1, 2, 3, 7], "`seed` is 5 and 6"),
        (&[1, 2, 3, 8, 4], "shard 2/4 is there twice"),
        (&[1, 2, 3, 9], "manifest.json"),
    ] {
        let error = fail(1, &merge(&dir, shards, "merged"));
        assert!(error.contains(expected), "{error}");
        assert!(!dir.join("merged").exists());
    }
    let path = dir.join("3/manifest.json");
    let written = read(&path);
    let text = String::from_utf8(written.clone()).unwrap();
    std::fs::write(&path, text.replace("\"3/4\"", "\"3/18446744073709551615\"")).unwrap();
    let error = fail(1, &merge(&dir, &[3], "merged"));
    assert!(error.ends_with(" and 18446744073709551606 more are missing"), "{error}");
    std::fs::write(&path, written).unwrap();
    std::fs::create_dir(dir.join("other")).unwrap();
    std::fs::write(dir.join("other/matches.csv"), "").unwrap();
    let error = fail(1, &merge(&dir, &[1, 2, 3, 4], "other"));
    assert!(error.contains("holds matches.csv of another run"), "{error}");
    succeed(&format!("{} --out {out}/seed-6", RUN.replace("--seed 5", "--seed 6")));
    let error = fail(1, &merge(&dir, &[1, 2, 3, 4], "seed-6"));
    assert!(error.contains("(`seed` is 6 there and 5 here)"), "{error}");
    // The folder of the shards is not the place for the whole, and neither is a shard's own folder.
    std::fs::create_dir(dir.join("parent")).unwrap();
    std::fs::rename(dir.join("1"), dir.join("parent/1")).unwrap();
    let error = fail(2, &format!("merge {out}/parent --out {out}/parent/. --force"));
    assert!(error.contains("holds the shards: name a folder of its own"), "{error}");
    std::fs::rename(dir.join("parent/1"), dir.join("1")).unwrap();
    let before = read(&dir.join("4/matches.csv"));
    let error = fail(2, &format!("{} --force", merge(&dir, &[1, 2, 3, 4], "4")));
    assert!(error.contains("is one of the shards"), "{error}");
    let mut rows = before.clone();
    let last = rows.len() - 3;
    rows[last] ^= 1;
    std::fs::write(dir.join("4/matches.csv"), rows).unwrap();
    let error = fail(1, &merge(&dir, &[1, 2, 3, 4], "merged"));
    assert!(error.contains("4: the files are not those that the run wrote"), "{error}");
    std::fs::write(dir.join("4/matches.csv"), before).unwrap();
    // Sums of other blocks than the shard has, under a hash that fits them.
    let tally = read(&dir.join("4/tally.json"));
    let mut sums: serde_json::Value = serde_json::from_slice(&tally).unwrap();
    sums["blocks"] = u64::MAX.into();
    std::fs::write(dir.join("4/tally.json"), sums.to_string()).unwrap();
    let mut told = manifest(&dir.join("4"));
    let honest = told.clone();
    told["results_hash"] = hash_of_folder(&dir.join("4"), &results(), &[]).unwrap().into();
    std::fs::write(dir.join("4/manifest.json"), told.to_string()).unwrap();
    let error = fail(1, &merge(&dir, &[1, 2, 3, 4], "merged"));
    let expected = "tally.json: it counts 18,446,744,073,709,551,615 blocks, and the shard has 10";
    assert!(error.contains(expected), "{error}");
    std::fs::write(dir.join("4/tally.json"), tally).unwrap();
    std::fs::write(dir.join("4/manifest.json"), honest.to_string()).unwrap();
    succeed(&merge(&dir, &[1, 2, 3, 4], "merged"));
    for (what, expected) in [
        ("--shard 0/4 --out x", "k/n"),
        ("--shard 5 --out x", "k/n"),
        ("--shard 1/41 --out x", "40 blocks make at most 40 shards"),
        ("--shard 1/4", "add --out DIR"),
    ] {
        let error = fail(2, &format!("{RUN} {what}"));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_is_merged_already_is_told_again() {
    let dir = folder("shards-again");
    let out = dir.display();
    for shard in [1, 2] {
        succeed(&format!("{RUN} --shard {shard}/2 --out {out}/parts/{shard}"));
    }
    let merge = format!("merge {out}/parts --out {out}/merged");
    let told = succeed(&format!("{merge} --quiet"));
    let before = std::fs::metadata(dir.join("merged/manifest.json")).unwrap().modified().unwrap();
    let again = run(&merge);
    assert!(again.status.success());
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(said.contains("merged: nothing is left to do: the shards were merged at "), "{said}");
    assert_eq!(
        String::from_utf8(again.stdout).unwrap().lines().skip(1).collect::<Vec<_>>(),
        told.lines().skip(1).collect::<Vec<_>>()
    );
    let after = std::fs::metadata(dir.join("merged/manifest.json")).unwrap().modified().unwrap();
    assert_eq!(before, after);
    // What was changed since is not told again.
    std::fs::write(dir.join("merged/summary.csv"), "").unwrap();
    fail(1, &merge);
    succeed(&format!("{merge} --quiet --force"));
    succeed(&merge);
}

#[test]
fn the_shards_after_the_one_that_decides_a_test_need_not_be_played() {
    let dir = folder("shards-decided");
    let out = dir.display();
    let test = "sprt --game 9-2-5 --bots greedy,greedy:epsilon=0.1 --blocks 400 --seed 3 --quiet";
    succeed(&format!("{test} --out {out}/whole"));
    let play = |number: u64| {
        succeed(&format!("{test} --shard {number}/20 --out {out}/parts/{number}"));
    };
    let missing = || run_of(&format!("merge --missing {out}/parts"));
    let merge = format!("merge {out}/parts --out {out}/merged");
    // The third of twenty decides: not before the first two are there.
    [1, 3, 7].into_iter().for_each(play);
    assert_eq!(missing().0.lines().count(), 17);
    let error = fail(1, &merge);
    assert!(error.contains("shards 2/20, 4/20"), "{error}");
    play(2);
    let told = "the first 3 of 20 shards decide: no other is needed\n";
    assert_eq!(missing(), (String::new(), told.to_owned()));
    let json = succeed(&format!("merge --missing {out}/parts --json --quiet"));
    assert_eq!(json, "{\"missing\":[],\"running\":[]}\n");
    // One that was stopped is not needed either.
    let mut stopped = manifest(&dir.join("parts/7"));
    (stopped["results_hash"], stopped["finished"]) = Default::default();
    std::fs::write(dir.join("parts/7/manifest.json"), stopped.to_string()).unwrap();
    assert_eq!(missing(), (String::new(), told.to_owned()));
    let (_, said) = run_of(&merge);
    assert!(said.starts_with(told), "{said}");
    assert_same(&dir.join("merged"), &dir.join("whole"), "decided");
    succeed(&format!("verify {out}/merged --again"));
    // One that is not what it wrote is.
    std::fs::write(dir.join("parts/3/blocks.csv"), "").unwrap();
    assert_eq!(missing().0.lines().count(), 18);
    fail(1, &format!("{merge} --force"));
}

/// What a command that succeeds prints, on standard output and on standard error.
fn run_of(arguments: &str) -> (String, String) {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_test_in_shards_stops_at_the_block_that_decides_whichever_shard_has_it() {
    let dir = folder("shards-test");
    let out = dir.display();
    for (name, flags, count) in [
        // Decided in the third of twenty, at the last block of the seventh, and not at all.
        ("better", "--bots greedy,greedy:epsilon=0.1 --blocks 400 --seed 3", 20),
        ("at-end", "--bots greedy,greedy:epsilon=0.1 --blocks 63 --seed 3", 9),
        ("undecided", "--bots greedy,greedy:epsilon=0.1 --blocks 40 --seed 3", 3),
        ("e", "--bots greedy,random --test e --blocks 60 --seed 3", 4),
    ] {
        let run = format!("sprt --game 9-2-5 {flags} --quiet");
        let json = succeed(&format!("{run} --json --out {out}/{name}"));
        let shard = |number: u64| {
            format!("{run} --shard {number}/{count} --out {out}/{name}-parts/{number}")
        };
        for number in (1..=count).rev() {
            let told = succeed(&shard(number));
            assert!(
                told.contains("A shard decides nothing: merge the shards of the test."),
                "{told}"
            );
        }
        let again: serde_json::Value =
            serde_json::from_str(&succeed(&format!("{} --json", shard(2)))).unwrap();
        assert_eq!(again["decision"], "undecided");
        succeed(&format!("verify {out}/{name}-parts/{count} --again"));
        succeed(&format!("report {out}/{name}-parts/{count}"));
        let merge = format!("merge {out}/{name}-parts --out {out}/{name}-merged --quiet --json");
        assert_eq!(succeed(&merge), json, "{name}");
        assert_same(&dir.join(format!("{name}-merged")), &dir.join(name), name);
        succeed(&format!("verify {out}/{name}-merged --again"));
        assert_eq!(succeed(&format!("resume {out}/{name}-merged --quiet --json")), json, "{name}");
    }
    let blocks =
        |name: &str| read(&dir.join(name).join("blocks.csv")).split(|b| *b == b'\n').count() - 2;
    assert_eq!(["better", "at-end", "undecided"].map(blocks), [49, 49, 40]);
}
