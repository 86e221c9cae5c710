//! A run that begins at a later block is that part of a longer run, and line-ups of one against two are
//! those of pairs.

mod common;

use common::{fail, folder, manifest, read, succeed};
use serde_json::Value;

const RUN: &str = "tournament --game 9-2-5 --bots heuristic,greedy --records every=3 -q";

/// The rows of a file below its header.
fn rows(text: &[u8]) -> Vec<String> {
    String::from_utf8(text.to_vec()).unwrap().lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn blocks_from_a_later_one_are_those_of_a_longer_run() {
    let dir = folder("first");
    let out = |name: &str| dir.join(name).display().to_string();
    succeed(&format!("{RUN} --blocks 20 --out {}", out("whole")));
    succeed(&format!("{RUN} --first 8 --blocks 12 --out {}", out("late")));
    succeed(&format!("verify -q {}", out("late")));
    succeed(&format!("verify -q --again {}", out("late")));
    for file in ["matches.csv", "hands.csv"] {
        let (whole, late) =
            (read(&dir.join("whole").join(file)), read(&dir.join("late").join(file)));
        let (whole, late) = (rows(&whole), rows(&late));
        let block = |row: &String| row.split(',').nth(3).unwrap().parse::<u64>().unwrap();
        let due: Vec<_> = whole.into_iter().filter(|row| block(row) >= 8).collect();
        assert_eq!(late, due, "{file}");
    }
    let records =
        |name: &str| String::from_utf8(read(&dir.join(name).join("records.jsonl"))).unwrap();
    assert!(
        records("whole").ends_with(&records("late")) && records("late").contains("\"match\":9")
    );
    assert_eq!(manifest(&dir.join("late"))["first"], 8);
    // Its parts are put together, and it is gone on with, like any other.
    for shard in 1..=2 {
        succeed(&format!(
            "{RUN} --first 8 --blocks 12 --shard {shard}/2 --out {}",
            out(&shard.to_string())
        ));
    }
    succeed(&format!("merge -q {} {} --out {}", out("1"), out("2"), out("merged")));
    let hash = |name: &str| manifest(&dir.join(name))["results_hash"].clone();
    assert_eq!(hash("merged"), hash("late"));
    let other = fail(1, &format!("{RUN} --first 9 --blocks 12 --out {}", out("late")));
    assert!(other.contains("`first` is 8 there and 9 here"), "{other}");
    let many =
        fail(2, &format!("{RUN} --first 7 --blocks 18446744073709551615 --out {}", out("many")));
    assert!(many.contains("not so many from --first on"), "{many}");
}

#[test]
fn one_against_two_is_the_half_of_pairs_in_which_it_is_alone() {
    let dir = folder("abb");
    let json = |format: &str| -> Value {
        let out = dir.join(format);
        let text = succeed(&format!(
            "tournament --game 9-2-5 --bots heuristic,greedy --format {format} --blocks 30 -q --json \
             --out {}",
            out.display()
        ));
        succeed(&format!("verify -q {}", out.display()));
        serde_json::from_str(&text).unwrap()
    };
    let (abb, gauntlet) = (json("abb"), json("gauntlet"));
    assert_eq!((&abb["matches"], &gauntlet["matches"]), (&90.into(), &180.into()));
    let alone = |run: &Value| run["differences"][0]["alone_against_two"].clone();
    assert!(alone(&abb)["mean"].is_f64(), "{abb}");
    assert_eq!(alone(&abb), alone(&gauntlet));
}
