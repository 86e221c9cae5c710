//! Three-Legged Kitty through the whole simulator: what is played is recorded, found right and
//! told.

mod common;

use common::{fail, folder, read, succeed};
use serde_json::Value;

/// Plays a small tournament under these rules; gives its folder and its records.
fn tournament(name: &str, more: &str) -> (std::path::PathBuf, Vec<Value>) {
    let dir = folder(name);
    succeed(&format!(
        "tournament --game three-legged-kitty --bots random,greedy,heuristic --blocks 4 \
         --records all -q --out {} {more}",
        dir.display()
    ));
    let text = String::from_utf8(read(&dir.join("records.jsonl"))).unwrap();
    (dir, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn kitty_records_of_every_option_are_found_right() {
    for (i, rules) in [
        "",
        "--rules opening_cost=flat_one",
        "--rules overpay=true",
        "--rules opening=must_open,all_pass=same_dealer",
        "--rules auction_end=high_bidder_passes",
        "--rules tie=shared,overpay=true,auction_end=high_bidder_passes",
        "--max-hands 2",
    ]
    .iter()
    .enumerate()
    {
        let (dir, lines) = tournament(&format!("kitty{i}"), rules);
        let said = succeed(&format!("verify {}", dir.display()));
        assert!(said.contains(&format!("{} hands of 24 matches", lines.len())), "{said}");
    }
}

#[test]
fn a_kitty_record_holds_the_words_of_the_format() {
    let (dir, mut lines) = tournament("kitty_words", "--rules overpay=true");
    let first = &lines[0];
    assert_eq!(first["game"], "three-legged-kitty");
    assert_eq!(first["variant"], "three-legged-kitty:overpay=true");
    assert_eq!(first["rules"], serde_json::json!({ "overpay": true }));
    assert_eq!(first["carry"], serde_json::json!({}));
    assert_eq!(first["deal"]["rest"].as_str().unwrap().split(' ').count(), 22);
    let dealer = first["dealer"].as_u64().unwrap();
    let call = first["actions"][0].as_str().unwrap();
    assert!(call.starts_with(&format!("{} ", (dealer + 1) % 3)), "{call}");
    for verb in ["pass", "bid ", "pay ", "enough", "stray ", "take ", "play "] {
        let has = |line: &Value| {
            let actions = line["actions"].as_array().unwrap();
            actions.iter().any(|a| a.as_str().unwrap()[2..].starts_with(verb))
        };
        assert!(lines.iter().any(has), "{verb}");
    }
    // A card that was not in the payer's hand is found out.
    let actions = lines[0]["actions"].as_array_mut().unwrap();
    let pay = actions.iter().position(|a| a.as_str().unwrap().contains(" pay ")).unwrap();
    actions[pay] = format!("{} pay 1C", &actions[pay].as_str().unwrap()[..1]).into();
    let file = dir.join("tampered.jsonl");
    std::fs::write(&file, format!("{}\n", lines[0])).unwrap();
    let error = fail(1, &format!("verify {}", file.display()));
    assert!(error.contains(&format!(":1: actions[{pay}]")), "{error}");
}

#[test]
fn the_cats_bid_stands_on_his_row_alone() {
    let (dir, _) = tournament("kitty_rows", "");
    let text = String::from_utf8(read(&dir.join("hands.csv"))).unwrap();
    let mut lines = text.lines();
    let head: Vec<_> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|&h| h == name).unwrap();
    let (role, contract) = (column("role"), column("contract"));
    let mut roles = [0; 3];
    for line in lines {
        let cells: Vec<_> = line.split(',').collect();
        assert_eq!(cells[role] == "cat", !cells[contract].is_empty(), "{line}");
        let place = ["cat", "left", "right"].iter().position(|&r| r == cells[role]);
        roles[place.expect("nobody passes out against random")] += 1;
    }
    assert!(roles[0] > 50 && roles[0] == roles[1] && roles[1] == roles[2], "{roles:?}");
}

#[test]
fn a_kitty_hand_is_told_from_the_cards_to_the_score() {
    let (dir, _) = tournament("kitty_told", "");
    let told = succeed(&format!("replay {} --match 0 --lineup 0 --hand 0", dir.display()));
    for word in ["aside", "auction", "is the Cat in", "stray", "takes", "plays", " → ", "tricks"]
    {
        assert!(told.contains(word), "{word}: {told}");
    }
    assert!(told.lines().any(|line| line.trim_start().starts_with("10 ")), "{told}");
    let listed = succeed("list games");
    for option in ["opening_cost", "overpay", "opening", "all_pass", "auction_end"] {
        assert!(listed.contains(option), "{listed}");
    }
}
