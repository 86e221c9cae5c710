//! What records and tables hold of Three Kings and of Three-Legged Kitty alone.

use crate::common::tables::table;
use crate::records::recorded;
use serde_json::{Value, json};

#[test]
fn numbers_of_the_rules_are_numbers_in_records_and_sets_begin_without_a_last_winner() {
    let (_dir, lines) =
        recorded("three-kings", "--rules set_points=9,first_deal=set,game_points=2");
    let rules = json!({"first_deal": "set", "set_points": 9, "game_points": 2});
    let mut begun = 0;
    for line in &lines {
        assert_eq!(line["rules"], rules);
        assert!(line["scores"].as_array().unwrap().iter().all(|score| score.as_i64() < Some(9)));
        let carry = line["carry"].as_object().unwrap();
        if line["hand"] != 0 && !carry.contains_key("last_trick_winner") {
            assert_eq!(carry.keys().collect::<Vec<_>>(), ["pending", "game_points"]);
            assert_eq!(line["deal"]["rest"].as_str().unwrap().split(' ').count(), 25);
            begun += 1;
        }
    }
    assert!(begun > 10, "{begun} sets begin");
}

#[test]
fn a_record_has_the_words_of_the_format_and_three_cards_on_one_line() {
    let (_, lines) = recorded("three-kings", "--rules ace_last_total=6");
    assert_eq!(lines[0]["rules"], json!({"ace_last_total": 6}));
    assert_eq!(lines[0]["carry"], json!({}));
    let keys =
        |line: &Value| line["carry"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&lines[1]), ["pending", "game_points", "last_trick_winner"]);
    let count = |text: &Value| text.as_str().unwrap().split(' ').count();
    assert_eq!(count(&lines[0]["deal"]["rest"]), 25);
    assert_eq!(count(&lines[1]["deal"]["rest"]), 24);
    let winner = lines[1]["carry"]["last_trick_winner"].as_u64().unwrap() as usize;
    let sizes = [0, 1, 2].map(|seat| count(&lines[1]["deal"]["hands"][seat]));
    assert_eq!(sizes, [0, 1, 2].map(|seat| 9 + usize::from(seat == winner)));
    let mut three = 0;
    for line in &lines {
        let played: usize = line["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|action| {
                let words: Vec<_> = action.as_str().unwrap().split(' ').collect();
                let due = match words[1] {
                    "play" if words.len() == 5 => 3,
                    "decline" => 0,
                    "play" | "upcard" | "exchange" | "predict" => 1,
                    word => panic!("no verb of the format: {word}"),
                };
                assert_eq!(words.len(), 2 + due);
                three += usize::from(due == 3);
                if words[1] == "play" { due } else { 0 }
            })
            .sum();
        assert_eq!(played, 51);
    }
    assert!(three > 50, "{three}");
}

#[test]
fn game_points_decide_a_match_and_stand_in_their_column() {
    let (dir, lines) = recorded("three-kings", "");
    let rows = table(dir.join("hands.csv"));
    let points: Vec<u8> =
        rows.iter().map(|row| row["game_points_after"].parse().unwrap()).collect();
    assert_eq!(points.len(), 3 * lines.len());
    assert!(points.iter().all(|points| *points <= 3));
    assert_eq!(points.iter().filter(|points| **points == 3).count(), 18);
    for row in table(dir.join("matches.csv")) {
        assert_eq!(row["score"] == "3", row["won"] == "1", "{row:?}");
    }
}

#[test]
fn a_kitty_record_holds_the_words_of_the_format() {
    let (_dir, lines) = recorded("three-legged-kitty", "--rules overpay=true");
    let first = &lines[0];
    assert_eq!(first["game"], "three-legged-kitty");
    assert_eq!(first["variant"], "three-legged-kitty:overpay=true");
    assert_eq!(first["rules"], json!({ "overpay": true }));
    assert_eq!(first["carry"], json!({}));
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
}

#[test]
fn the_cats_bid_stands_on_his_row_alone() {
    let (dir, _) = recorded("three-legged-kitty", "");
    let mut roles = [0; 3];
    for row in table(dir.join("hands.csv")) {
        assert_eq!(row["role"] == "cat", !row["contract"].is_empty(), "{row:?}");
        let place = ["cat", "left", "right"].iter().position(|role| *role == row["role"]);
        roles[place.expect("nobody passes out against random")] += 1;
    }
    assert!(roles[0] > 50 && roles[0] == roles[1] && roles[1] == roles[2], "{roles:?}");
}
