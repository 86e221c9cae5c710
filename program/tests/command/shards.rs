//! The shards of a run are merged into the whole, and what makes no whole is refused.

use std::fs;
use std::path::Path;

use crate::common::{
    assert_same, fail, folder, play, read, replace, run, succeed, unfinish, write,
};
use crate::tampered::{copied, rehash};

const RUN: &str = "tournament --game three-kings --bots random,greedy --seed 5 --blocks 12";

fn merge(dir: &Path, shards: &[usize], out: &str) -> String {
    let shards: Vec<_> = shards.iter().map(|shard| format!("{}/{shard}", dir.display())).collect();
    format!("merge {} -q --out {}/{out}", shards.join(" "), dir.display())
}

#[test]
fn a_shard_that_was_stopped_or_begun_anew_and_a_merge_that_was_killed_do_no_harm() {
    let dir = folder("again");
    let out = dir.display();
    let whole = play(dir.join("whole"), RUN);
    let shard = |shard: u64, flags: &str| {
        play(dir.join(shard.to_string()), &format!("{RUN} --shard {shard}/3 {flags}"))
    };
    (1..=3).for_each(|number| drop(shard(number, "")));
    shard(2, "--force");
    // As a kill leaves it that comes before the first block is noted.
    unfinish(&dir.join("3"));
    let error = fail(1, &merge(&dir, &[1, 2, 3], "merged"));
    assert!(error.contains("shard 3/3 is not finished; to go on: threehand resume"), "{error}");
    succeed(&format!("resume {out}/3 -q"));
    let told = succeed(&merge(&dir, &[1, 2, 3], "merged"));
    let merged = dir.join("merged");
    assert_same(&merged, &whole, "again");
    // What is merged already is printed again, and not written.
    let before = read(&merged.join("manifest.json"));
    let (again, said) = run_of(&merge(&dir, &[1, 2, 3], "merged").replace(" -q", ""));
    assert!(said.contains("merged: nothing is left to do: the shards were merged at "), "{said}");
    let below = |text: &str| text.split_once('\n').map(|(_, below)| below.to_owned());
    assert_eq!(below(&again), below(&told));
    assert_eq!(read(&merged.join("manifest.json")), before);
    // What was changed since is refused, and what a killed merge leaves is no run.
    write(merged.join("summary.csv"), "");
    fail(1, &merge(&dir, &[1, 2, 3], "merged"));
    fs::remove_file(merged.join("manifest.json")).expect("it is there");
    assert!(fail(1, &format!("resume {out}/merged")).contains("no manifest.json"));
    succeed(&format!("{} --force", merge(&dir, &[2, 1, 3], "merged")));
    assert_same(&merged, &whole, "again");
}

#[test]
fn sums_of_other_blocks_than_a_shard_has_are_refused_under_a_hash_that_fits() {
    let dir = folder("sums");
    let shard = |n: u64| play(dir.join(n.to_string()), &format!("{RUN} --shard {n}/2"));
    let forged = copied(&[shard(1), shard(2)][1]);
    replace(
        &forged.join("tally.json"),
        "\n  \"blocks\": 6",
        "\n  \"blocks\": 18446744073709551615",
    );
    rehash(&forged);
    let error = fail(1, &format!("merge {0}/1 {0}/tampered --out {0}/x", dir.display()));
    let told = "tally.json: it counts 18,446,744,073,709,551,615 blocks, and the shard has 6";
    assert!(error.contains(told), "{error}");
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
    unfinish(&dir.join("parts/7"));
    assert_eq!(missing(), (String::new(), told.to_owned()));
    let (_, said) = run_of(&merge);
    assert!(said.starts_with(told), "{said}");
    assert_same(&dir.join("merged"), &dir.join("whole"), "decided");
    succeed(&format!("verify {out}/merged --again"));
    // One that is not what it wrote is.
    write(dir.join("parts/3/blocks.csv"), "");
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
        assert_eq!(crate::common::json(&shard(2))["decision"], "undecided");
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
