//! Three Kings through the whole simulator: records of every option verified, tampering found out,
//! and the columns that only this game fills.

mod common;

use common::{fail, folder, read, succeed};
use serde_json::{Value, json};

/// A small tournament under these rules: its folder and its records.
fn run(name: &str, rules: &str) -> (std::path::PathBuf, Vec<Value>) {
    let dir = folder(name);
    succeed(&format!(
        "tournament --game three-kings --bots random,greedy,heuristic --blocks 3 --records all -q \
         --out {} {rules}",
        dir.display()
    ));
    let text = String::from_utf8(read(&dir.join("records.jsonl"))).unwrap();
    (dir, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn records_of_every_option_are_found_right_and_told() {
    for (i, rules) in [
        "",
        "--rules melds=all,meld_order=set_over_seq",
        "--rules ace_last_total=6,ace_predict_total=12",
        "--rules pending=worst,qualify=touched,form=open",
        "--rules first_deal=set,prediction_slots=separate",
        "--rules set_points=20,game_points=2",
        "--max-hands 2",
    ]
    .iter()
    .enumerate()
    {
        let (dir, lines) = run(&format!("kings{i}"), rules);
        let said = succeed(&format!("verify {}", dir.display()));
        assert!(said.contains(&format!("{} hands of 18 matches", lines.len())), "{said}");
        let told = succeed(&format!("replay {} --match 0 --lineup 0", dir.display()));
        assert!(told.contains("phase 2") && told.contains("upcard"), "{told}");
        assert!(told.contains("→ who takes it, points so far, draws\n   1  "), "{told}");
    }
}

#[test]
fn numbers_of_the_rules_are_numbers_in_records_and_sets_begin_without_a_last_winner() {
    let (dir, lines) = run("kings_numbers", "--rules set_points=9,first_deal=set,game_points=2");
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
    for (now, then) in [
        ("\"set_points\":9", "\"set_points\":8"),
        ("\"set_points\":9", "\"set_points\":9.0"),
        ("\"first_deal\":\"set\",", ""),
    ] {
        let text = String::from_utf8(read(&dir.join("records.jsonl"))).unwrap();
        let file = folder("kings_numbers_wrong").join("records.jsonl");
        std::fs::write(&file, text.replace(now, then)).unwrap();
        fail(1, &format!("verify {}", file.display()));
    }
}

#[test]
fn list_games_tells_what_numbers_an_option_takes_and_a_number_beyond_is_refused() {
    let listed = succeed("list games");
    for line in [
        "  first_deal        match, set\n",
        "  prediction_slots  shared, separate\n",
        "  set_points        15, or a whole number from 5 to 60\n",
        "  game_points       3, or a whole number from 1 to 10\n",
    ] {
        assert!(listed.contains(line), "{line}: {listed}");
    }
    let said = fail(2, "tournament --game three-kings --bots random,greedy --rules set_points=61");
    assert!(said.contains("set_points can't be `61`: it is a whole number from 5 to 60"), "{said}");
}

#[test]
fn a_record_has_the_words_of_the_format_and_three_cards_on_one_line() {
    let (_, lines) = run("kings_words", "--rules ace_last_total=6");
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
fn three_cards_have_one_text_from_the_highest_down() {
    let (dir, lines) = run("kings_order", "");
    let path = dir.join("other.jsonl");
    // A meld that was led, and three cards thrown to it.
    let actions = lines[0]["actions"].as_array().unwrap();
    let threes = actions
        .iter()
        .enumerate()
        .filter(|(_, line)| line.as_str().unwrap().split(' ').count() == 5);
    for (at, line) in threes.take(3) {
        let plain = line.as_str().unwrap();
        let words: Vec<_> = plain.split(' ').collect();
        let [seat, play, a, b, c] = words[..] else { panic!("{plain}") };
        for other in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            let other = format!("{seat} {play} {}", other.join(" "));
            let mut changed = lines[0].clone();
            changed["actions"][at] = json!(other);
            std::fs::write(&path, format!("{changed}\n")).unwrap();
            for command in ["verify", "replay"] {
                let error = fail(1, &format!("{command} {}", path.display()));
                let told = format!(":1: actions[{at}]: `{other}`, which a record writes `{plain}`");
                assert!(error.contains(&told), "{command}: {error}");
            }
        }
    }
}

#[test]
fn game_points_decide_a_match_and_stand_in_their_column() {
    let (dir, lines) = run("kings_points", "");
    let text = String::from_utf8(read(&dir.join("hands.csv"))).unwrap();
    let column = |line: &str| line.rsplit(',').next().unwrap().parse::<u8>();
    let points: Vec<u8> = text.lines().skip(1).map(|line| column(line).unwrap()).collect();
    assert_eq!(points.len(), 3 * lines.len());
    assert!(points.iter().all(|points| *points <= 3));
    assert_eq!(points.iter().filter(|points| **points == 3).count(), 18);
    let matches = String::from_utf8(read(&dir.join("matches.csv"))).unwrap();
    for line in matches.lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        assert_eq!(fields[7] == "3", fields[8] == "1", "{line}");
    }
}

/// Writes records to a file.
fn write(name: &str, lines: &[Value]) -> std::path::PathBuf {
    let file = folder(name).with_extension("jsonl");
    let text: Vec<_> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&file, text.join("\n")).unwrap();
    file
}

/// What `verify` has against records that were changed.
fn fault(name: &str, lines: &[Value], change: impl FnOnce(&mut [Value])) -> String {
    let mut changed = lines.to_vec();
    change(&mut changed);
    fail(1, &format!("verify {}", write(name, &changed).display()))
}

#[test]
fn what_is_changed_in_a_record_is_found_out() {
    let (_, lines) = run("kings_tampered", "");
    let place = |line: &Value| {
        let actions = line["actions"].as_array().unwrap();
        actions.iter().position(|action| action.as_str().unwrap().split(' ').count() == 5)
    };
    let (hand, at) =
        lines.iter().enumerate().find_map(|(i, line)| Some((i, place(line)?))).expect("a meld");
    let text = lines[hand]["actions"][at].as_str().unwrap().to_owned();
    let words: Vec<_> = text.split(' ').collect();
    let said = fault("kings_two", &lines, |lines| {
        lines[hand]["actions"][at] = json!(words[..4].join(" "));
    });
    assert!(said.contains(&format!("actions[{at}]")), "{said}");
    let said = fault("kings_throw", &lines, |lines| {
        lines[hand]["actions"][at] = json!(format!("{} throw {}", words[0], words[2]));
    });
    assert!(said.contains("no action of three-kings"), "{said}");
    // In a hand that ends no set, so that its own scores do not show it first.
    let goes_on = |pair: &[Value]| {
        let [carry, next] = [0, 1].map(|i| &pair[i]["carry"]["game_points"]);
        carry.is_array() && carry == next
    };
    let hand = lines.windows(2).position(goes_on).expect("a hand that ends no set");
    let said = fault("kings_pending", &lines, |lines| {
        lines[hand]["carry"]["pending"] = json!([-35, -35, -35]);
    });
    assert!(said.contains("carry"), "{said}");
    let said = fault("kings_scores", &lines, |lines| {
        lines[0]["scores_after"] = json!([1, 2, 3]);
    });
    assert!(said.contains("scores_after"), "{said}");
}
