//! `contrast` names the hands in which two variants or two bots part most, and each command that it prints does what it
//! says.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::{
    GAMES, fail, folder, json, parsed, play, printed, records, shell, succeed, text, write,
};
use serde_json::{Value, json};

/// What a line prints in a shell.
fn paste(line: &str) -> String {
    printed(&mut shell(line))
}

/// The records of a file, by match, line-up and hand.
fn by_place(file: &Path) -> BTreeMap<(u64, u64, u64), Value> {
    let place = |record: &Value| {
        let number = |key: &str| record[key].as_u64().expect("a number");
        (number("match"), number("lineup"), number("hand"))
    };
    records(file).into_iter().map(|record| (place(&record), record)).collect()
}

/// The printed commands, which are those of the JSON too; the file of records is right.
fn commands(dir: &Path, told: &Value) -> Vec<String> {
    let file = dir.join("contrast.jsonl");
    assert!(succeed(&format!("verify {}", file.display())).contains("each as the rules have it"));
    let audit = format!("verify {}", dir.display());
    let audited = succeed(&audit);
    assert!(audited.contains("nothing is wrong") && audited.contains("right: contrast.jsonl: "));
    let right = text(&file);
    write(&file, right.replacen("\"points\":[", "\"points\":[9", 1));
    assert!(fail(1, &audit).contains("contrast.jsonl:1: "), "a changed hand of it is found");
    write(&file, right);
    let text = succeed(&format!("contrast {} --all", dir.display()));
    let printed: Vec<String> = text
        .lines()
        .filter_map(|line| {
            line.strip_prefix("  threehand ").map(|rest| format!("threehand {rest}"))
        })
        .collect();
    let hands = told["pairs"].as_array().expect("pairs").iter();
    let hands = hands.flat_map(|pair| pair["hands"].as_array().expect("hands"));
    let due: Vec<String> =
        hands.map(|hand| hand["command"].as_str().expect("a text").to_owned()).collect();
    assert_eq!(printed, due);
    printed
}

#[test]
fn the_other_rules_from_where_two_variants_part_give_the_other_hand() {
    let dir = folder("contrast-variants");
    for (game, variants, top) in [
        ("9-2-5", "9-2-5,9-5-2,8-4-4", 5),
        ("three-legged-kitty", "kitty,kitty:fail_points=2", 7),
        ("three-kings", "three-kings,three-kings:melds=all", 5),
    ] {
        let command = format!(
            "compare --game {game} --variants {variants} --bots random,heuristic --blocks 40"
        );
        let run = play(dir.join(game), &command);
        let told = json(&format!("contrast {} --top {top}", run.display()));
        assert_eq!(told["blocks"], 40);
        let records = by_place(&run.join("contrast.jsonl"));
        let pairs = told["pairs"].as_array().expect("pairs");
        assert_eq!(pairs.len(), if game == "9-2-5" { 3 } else { 1 }, "{game}");
        let mut alike = 0;
        for hand in pairs.iter().flat_map(|pair| pair["hands"].as_array().expect("hands")) {
            let came =
                parsed(&paste(&format!("{} --json", hand["command"].as_str().expect("a text"))));
            let of = |at: usize| {
                let number = |value: &Value| value.as_u64().expect("a number");
                let lineup = number(&hand["lineups"][at]);
                &records[&(number(&hand["match"]), lineup, number(&hand["hand"]))]
            };
            let (one, other) = (of(0), of(1));
            assert_eq!((&one["deal"], &one["dealer"]), (&other["deal"], &other["dealer"]));
            let action = hand["action"].as_u64().expect("a number") as usize;
            let before =
                |record: &Value| record["actions"].as_array().expect("actions")[..action].to_vec();
            assert_eq!(before(one), before(other));
            assert_eq!(hand["done"], json!([one["actions"][action], other["actions"][action]]));
            assert_eq!(came["recorded"]["points"], one["points"], "{game}: {hand}");
            // Where `heuristic` leaves nothing to chance, the same scores and rules give the same hand.
            if hand["same_scores"] == true && game != "9-2-5" {
                alike += 1;
                assert_eq!(came["hands"][0]["actions"], other["actions"], "{game}: {hand}");
                assert_eq!(came["hands"][0]["points"], hand["points"][1], "{game}: {hand}");
            }
        }
        assert!(alike > 0 || game == "9-2-5", "{game}: {told}");
        if top == 5 {
            commands(&run, &told);
        }
        let hands = pairs[0]["hands"].as_array().expect("hands").len();
        assert_eq!(hands, top, "{game}");
    }
}

/// By how much the hands of two bots that change places are apart, by match: counted again from all records of a run.
fn furthest(records: &BTreeMap<(u64, u64, u64), Value>, bots: [&str; 2]) -> Vec<i64> {
    let mut best: BTreeMap<u64, i64> = BTreeMap::new();
    let names = |record: &Value| -> Vec<String> {
        let names = record["bots"].as_array().expect("bots").iter();
        names.map(|name| name.as_str().expect("a name").to_owned()).collect()
    };
    for (&(number, lineup, hand), one) in records {
        for (&(.., other_hand), other) in records
            .range((number, lineup + 1, 0)..(number + 1, 0, 0))
            .filter(|(at, _)| at.2 == hand)
        {
            assert_eq!(hand, other_hand);
            let (a, b) = (names(one), names(other));
            let differ: Vec<usize> = (0..3).filter(|&seat| a[seat] != b[seat]).collect();
            let [s, t] = differ[..] else { continue };
            let change =
                a[s] == b[t] && a[t] == b[s] && bots.contains(&&*a[s]) && bots.contains(&&*b[s]);
            let same =
                ["deal", "dealer", "scores", "carry"].iter().all(|key| one[key] == other[key]);
            let actions = |record: &Value| record["actions"].as_array().expect("actions").clone();
            let first = actions(one)
                .iter()
                .zip(actions(other))
                .find(|(a, b)| *a != b)
                .map(|(a, _)| a.clone());
            let Some(line) = first.filter(|_| change && same) else { continue };
            let seat: usize = line.as_str().expect("a line")[..1].parse().expect("a seat");
            if differ.contains(&seat) {
                let points =
                    |record: &Value, seat: usize| record["points"][seat].as_i64().expect("points");
                let by = (0..3).map(|seat| (points(one, seat) - points(other, seat)).abs()).sum();
                let most = best.entry(number).or_insert(by);
                *most = by.max(*most);
            }
        }
    }
    let mut all: Vec<i64> = best.into_values().collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all
}

#[test]
fn the_hands_in_which_two_bots_part_most_are_those_of_all_records() {
    let dir = folder("contrast-bots");
    for game in GAMES {
        let command = format!(
            "tournament --game {game} --bots random,greedy,heuristic --blocks 12 --records all"
        );
        let run = play(dir.join(game), &command);
        let told = json(&format!("contrast {}", run.display()));
        let all = by_place(&run.join("records.jsonl"));
        // What is played again is what the run has recorded.
        for (place, record) in by_place(&run.join("contrast.jsonl")) {
            assert_eq!(all[&place], record, "{game}");
        }
        let pairs = told["pairs"].as_array().expect("pairs");
        assert_eq!(pairs.len(), 3, "{game}");
        for pair in pairs {
            let names = ["a", "b"].map(|key| pair[key].as_str().expect("a name"));
            let apart = pair["hands"].as_array().expect("hands").iter();
            let apart: Vec<i64> =
                apart.map(|hand| hand["apart"].as_i64().expect("a number")).collect();
            assert_eq!(apart[..], furthest(&all, names)[..apart.len()], "{game} {names:?}");
            assert_eq!(apart.len(), 5, "{game}");
        }
        let commands = commands(&run, &told);
        let first = commands[0].replace("--worlds 1000", "--worlds 5");
        assert_ne!(first, commands[0]);
        let hand = &pairs[0]["hands"][0];
        let came = parsed(&paste(&format!("{first} --json")));
        let line = |at: usize| {
            hand["done"][at].as_str().expect("a line").split_once(' ').expect("a seat").1
        };
        assert_eq!((&came["done"], &came["do"]), (&json!(line(0)), &json!(line(1))), "{game}");
        assert_eq!(came["bots"][came["turn"].as_u64().expect("a seat") as usize], pairs[0]["a"]);
        assert!(paste(&first).contains("(was done)"), "{game}");
    }
}

#[test]
fn where_nothing_is_played_otherwise_no_file_is_written() {
    let dir = folder("contrast-none");
    // In the first hand of a match nothing has bled.
    let variants = "--variants 9-2-5,9-2-5:bleed_cap=free --bots greedy --max-hands 1 --blocks 2";
    let run = play(dir.join("run"), &format!("compare --game 9-2-5 {variants}"));
    for _ in 0..2 {
        let told = json(&format!("contrast {}", run.display()));
        assert_eq!(told["pairs"][0]["hands"], json!([]));
        assert!(!run.join("contrast.jsonl").exists());
    }
}
