//! Records: all that a run writes is found right, and whatever is changed in them is found out.

use std::path::PathBuf;

use crate::common::{GAMES, fail, folder, parsed, play, records, succeed, write};
use serde_json::{Value, json};

/// A small tournament of a game with these flags: its folder and its records.
pub(crate) fn recorded(game: &str, flags: &str) -> (PathBuf, Vec<Value>) {
    let name = format!("{game} {flags}").replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let run = format!("tournament --game {game} --bots random,greedy,heuristic --blocks 3 {flags}");
    let dir = play(folder(&name), &format!("{run} --records all"));
    let lines = records(dir.join("records.jsonl"));
    (dir, lines)
}

#[test]
fn records_of_every_option_are_found_right_and_replayed() {
    for (game, options, words) in [
        (
            "9-2-5",
            [
                "contracts=8-4-4",
                "bleed_cap=free,bleed_order=surplus",
                "bleed_optional=true,contracts=16-0-0",
                "trump_call=after_bleed,kitty=discard_then_take",
                "first_lead=left,bleed_view=public,tie=recheck",
            ],
            &["→ who takes it, tricks so far of 0·1·2\n   1   "][..],
        ),
        (
            "three-legged-kitty",
            [
                "opening_cost=flat_one",
                "overpay=true",
                "opening=must_open,all_pass=same_dealer",
                "auction_end=high_bidder_passes",
                "tie=shared,overpay=true,auction_end=high_bidder_passes",
            ],
            &["aside", "auction", "is the Cat in", "stray", "takes", "plays", " → ", "tricks"],
        ),
        (
            "three-kings",
            [
                "melds=all,meld_order=set_over_seq",
                "ace_last_total=6,ace_predict_total=12",
                "pending=worst,qualify=touched,form=open",
                "first_deal=set,prediction_slots=separate",
                "set_points=20,game_points=2",
            ],
            &["phase 2", "upcard", "→ who takes it, points so far, draws\n   1  "],
        ),
    ] {
        let rules = options.map(|options| format!("--rules {options}"));
        for flags in rules.into_iter().chain([String::new(), "--max-hands 2".to_owned()]) {
            let (dir, lines) = recorded(game, &flags);
            let said = succeed(&format!("verify {}", dir.display()));
            assert!(said.contains(&format!("{} hands of 18 matches", lines.len())), "{said}");
            let told = succeed(&format!("replay {} --match 0 --lineup 0", dir.display()));
            for word in words {
                assert!(told.contains(word), "{game} {flags}: {word}: {told}");
            }
        }
    }
}

#[test]
fn a_record_has_the_fields_of_the_format_in_order() {
    let (_, lines) = recorded("9-2-5", "--rules contracts=9-5-2,bleed_optional=true --max-hands 2");
    let keys = |line: &Value| line.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let all = "game variant rules rules_version match lineup hand bots dealer scores carry deal actions points \
               scores_after";
    let all: Vec<_> = all.split(' ').collect();
    assert_eq!(keys(&lines[0]), all);
    assert_eq!(keys(&lines[1])[..15], all);
    assert_eq!(keys(&lines[1])[15..], ["truncated"]);
    assert_eq!(lines[0]["rules"], json!({"contracts": [9, 5, 2], "bleed_optional": true}));
    assert_eq!(lines[0]["variant"], "9-2-5:contracts=9-5-2:bleed_optional=true");
    assert_eq!(lines[0]["carry"], json!({}));
    assert_eq!(lines[1]["carry"]["deltas"], lines[0]["points"]);
    assert_eq!(lines[1]["bots"], json!(["random", "greedy", "heuristic"]));
    assert_eq!(lines[0]["deal"]["rest"].as_str().unwrap().split(' ').count(), 4);
    let dealer = lines[0]["dealer"].as_u64().unwrap();
    let first = lines[0]["actions"][0].as_str().unwrap();
    assert!(first.starts_with(&format!("{dealer} trump ")), "{first}");
}

/// Swaps two values of a record.
fn swap(record: &mut Value, a: &str, b: &str) {
    let (first, second) = (record.pointer(a).unwrap().clone(), record.pointer(b).unwrap().clone());
    *record.pointer_mut(a).unwrap() = second;
    *record.pointer_mut(b).unwrap() = first;
}

/// Adds to a number of a record.
fn add(record: &mut Value, at: &str, more: i64) {
    let number = record.pointer_mut(at).unwrap();
    *number = json!(number.as_i64().unwrap() + more);
}

/// The place of the first action of this verb in a record.
fn find(record: &Value, verb: &str) -> usize {
    let actions = record["actions"].as_array().unwrap();
    actions.iter().position(|a| a.as_str().unwrap().contains(verb)).unwrap()
}

type Tampering = (&'static str, fn(&mut Vec<Value>), &'static str);

/// Each: what is done, how, and what the error must name. Line 2 holds a match's second hand, with
/// a bleed.
const TAMPERINGS: [Tampering; 40] = [
    ("another game", |r| r[1]["game"] = json!("9-2-6"), ":2: game: no game is called `9-2-6`"),
    ("another variant", |r| r[1]["variant"] = json!("9-5-2"), ":2: variant:"),
    ("another rule", |r| r[1]["rules"]["bleed_cap"] = json!("free"), ":2: variant:"),
    ("an unknown rule", |r| r[1]["rules"]["cap"] = json!("free"), ":2: rules:"),
    ("a default spelt out", |r| r[1]["rules"]["kitty"] = json!("take_then_discard"), ":2: rules:"),
    ("another version", |r| add(&mut r[1], "/rules_version", 1), ":2: rules_version:"),
    ("another match number", |r| add(&mut r[1], "/match", 1), ":2: hand:"),
    ("another line-up", |r| add(&mut r[1], "/lineup", 1), ":2: hand:"),
    ("a hand's number", |r| add(&mut r[1], "/hand", 1), ":2: hand: 2, but by the rules 1"),
    ("other bots", |r| swap(&mut r[1], "/bots/0", "/bots/1"), ":2: bots:"),
    ("another dealer", |r| r[1]["dealer"] = json!(u8::from(r[1]["dealer"] == 0)), ":2: "),
    ("a dealer beyond the table", |r| r[1]["dealer"] = json!(3), ":2: column"),
    ("scores before", |r| add(&mut r[1], "/scores/0", 1), ":2: scores_after:"),
    ("scores before the first hand", |r| add(&mut r[0], "/scores/0", 1), ":1: scores:"),
    ("scores after", |r| add(&mut r[1], "/scores_after/2", 1), ":2: scores_after:"),
    ("points", |r| add(&mut r[1], "/points/0", 1), ":2: points:"),
    (
        "deltas",
        |r| {
            add(&mut r[1], "/carry/deltas/0", 1);
            add(&mut r[1], "/carry/deltas/1", -1);
        },
        ":2: ",
    ),
    ("deltas that don't sum to 0", |r| add(&mut r[1], "/carry/deltas/0", 1), ":2: carry: deltas"),
    ("deltas on a first hand", |r| r[0]["carry"] = json!({"deltas": [1, -1, 0]}), ":1: carry:"),
    ("a latch that never was", |r| r[1]["carry"]["latched"] = json!(true), ":2: carry:"),
    ("a carry from elsewhere", |r| r[1]["carry"]["pending"] = json!([0, 0, 0]), ":2: carry:"),
    ("two hands exchanged", |r| swap(&mut r[1], "/deal/hands/0", "/deal/hands/1"), ":2: actions["),
    (
        "a card dealt twice",
        |r| {
            let hand = r[1]["deal"]["hands"][0].as_str().unwrap();
            let (first, second) = (hand[..2].to_owned(), hand[3..5].to_owned());
            let twice = hand.replacen(&first, &second, 1);
            r[1]["deal"]["hands"][0] = json!(twice);
        },
        "is dealt twice",
    ),
    (
        "a card short",
        |r| {
            let kitty = r[1]["deal"]["rest"].as_str().unwrap()[3..].to_owned();
            r[1]["deal"]["rest"] = json!(kitty);
        },
        ":2: deal.rest: 3 cards",
    ),
    (
        "no card",
        |r| {
            let hand = r[1]["deal"]["hands"][2].as_str().unwrap().replacen(' ', " 1S ", 1);
            r[1]["deal"]["hands"][2] = json!(hand);
        },
        ":2: deal.hands[2]: `1S` is no card",
    ),
    (
        "an action left out",
        |r| {
            let at = find(&r[1], "discard");
            r[1]["actions"].as_array_mut().unwrap().remove(at);
        },
        ":2: actions[",
    ),
    (
        "the last play left out",
        |r| {
            r[1]["actions"].as_array_mut().unwrap().pop();
        },
        ":2: actions: the hand is not over",
    ),
    (
        "an action too many",
        |r| {
            r[1]["actions"].as_array_mut().unwrap().push(json!("0 play 2C"));
        },
        "the hand is over",
    ),
    (
        "another seat's action",
        |r| {
            let at = find(&r[1], "play");
            let action = r[1]["actions"][at].as_str().unwrap();
            let seat = (action[..1].parse::<u8>().unwrap() + 1) % 3;
            let other = format!("{seat}{}", &action[1..]);
            r[1]["actions"][at] = json!(other);
        },
        "it is seat",
    ),
    (
        "a card of another hand",
        |r| {
            let at = find(&r[1], "play");
            let (mine, left) =
                (r[1]["actions"][at].as_str().unwrap(), r[1]["actions"][at + 1].as_str().unwrap());
            let other = format!("{}{}", &mine[..7], &left[7..]);
            r[1]["actions"][at] = json!(other);
        },
        "does not hold",
    ),
    (
        // In one hand it might not have mattered; in all of them it does.
        "another trump",
        |r| {
            for record in r {
                let at = find(record, "trump");
                let action = record["actions"][at].as_str().unwrap();
                let trump = if action.ends_with("NT") { "C" } else { "NT" };
                record["actions"][at] = json!(format!("{} trump {trump}", &action[..1]));
            }
        },
        "actions[",
    ),
    (
        "no verb of the game",
        |r| {
            let at = find(&r[1], "trump");
            r[1]["actions"][at] =
                json!(r[1]["actions"][at].as_str().unwrap().replace("trump", "calls"));
        },
        "is no action of 9-2-5",
    ),
    (
        "a match cut short",
        |r| {
            let next = r.iter().position(|record| record["lineup"] == 1).unwrap();
            r.remove(next - 1);
        },
        "is not over",
    ),
    (
        "another match's hand as the last",
        |r| {
            // All of line-up 0 of match 1 in the place of line-up 1 of match 0.
            let other: Vec<_> =
                r.iter().filter(|a| a["match"] == 1 && a["lineup"] == 1).cloned().collect();
            let at = r.iter().position(|a| a["lineup"] == 1).unwrap();
            r.retain(|a| a["match"] != 0 || a["lineup"] != 1);
            for mut record in other.into_iter().rev() {
                record["match"] = json!(0);
                r.insert(at, record);
            }
        },
        "another line-up of this match had",
    ),
    (
        "the bots of a whole match",
        |r| r.iter_mut().filter(|a| a["match"] == 1).for_each(|a| swap(a, "/bots/0", "/bots/2")),
        "but line-up 0 was",
    ),
    (
        "a score beyond all bounds",
        |r| r[1]["scores"][0] = json!(i32::MIN),
        ":2: carry: scores are beyond a million",
    ),
    ("a hand told twice", |r| r.insert(1, r[1].clone()), ":3: hand:"),
    (
        "a cap that never was",
        |r| {
            let next = r.iter().position(|record| record["lineup"] == 1).unwrap();
            r[next - 1]["truncated"] = json!(true);
        },
        "truncated: the match is over",
    ),
    ("a cap that is not", |r| r[1]["truncated"] = json!(false), "leaving the field out"),
    ("a forfeit that is not", |r| r[1]["forfeit"] = Value::Null, ":2: column"),
];

#[test]
fn every_tampered_record_is_refused_with_the_place() {
    let (dir, lines) = recorded("9-2-5", "");
    assert!(lines[1]["carry"]["deltas"].is_array());
    for (what, tamper, expected) in TAMPERINGS {
        let mut changed = lines.clone();
        tamper(&mut changed);
        assert_ne!(changed, lines, "{what} changes something");
        let path = dir.join("tampered.jsonl");
        let text: String = changed.iter().map(|record| format!("{record}\n")).collect();
        write(&path, text);
        let error = fail(1, &format!("verify {}", path.display()));
        assert!(error.contains(expected), "{what}: {error}");
        assert!(error.starts_with(&format!("error: {}:", path.display())), "{what}: {error}");
    }
}

#[test]
fn what_a_record_says_has_one_text() {
    let (dir, lines) = recorded("9-2-5", "");
    let [first, second] = [0, 1].map(|line| lines[line].to_string());
    let play = lines[1]["actions"][find(&lines[1], " play ")].as_str().unwrap();
    let (seat, card) = play.split_once(" play ").unwrap();
    let ten = second.find(['T']).map(|at| second[at..at + 2].to_owned()).unwrap();
    let say = |action: String| format!("\"{action}\"");
    for (plain, other, expected) in [
        ("\"match\":0", "\"match\":0,\"match\":0".to_owned(), "duplicate field `match`"),
        ("\"rules\":{}", "\"rules\":{\"tie\":1,\"tie\":1}".to_owned(), "duplicate field `tie`"),
        ("\"carry\":{", "\"carry\":{\"deltas\":[0,0,0],".to_owned(), "duplicate field `deltas`"),
        ("\"hand\":1", "\"hand\":1.0".to_owned(), ":2: column"),
        ("\"hand\":1", "\"hand\":01".to_owned(), ":2: column"),
        ("\"hand\":1", "\"hand\":+1".to_owned(), ":2: column"),
        ("\"hand\":1", "\"hand\":1e0".to_owned(), ":2: column"),
        (&ten, format!("10{}", &ten[1..]), "is no card"),
        (&ten, ten.to_lowercase(), "is no card"),
        (&ten, format!(" {ten}"), "is no card"),
        (play, format!("{seat}  play {card}"), "is no action of 9-2-5"),
        (play, format!("{seat} play {card} "), "is no action of 9-2-5"),
        (play, format!("{seat} Play {card}"), "is no action of 9-2-5"),
        (play, format!("0{seat} play {card}"), "turn"),
        (play, format!("{seat}\\tplay {card}"), "turn"),
    ] {
        let changed = if plain == play {
            second.replacen(&say(plain.to_owned()), &say(other.clone()), 1)
        } else {
            second.replacen(plain, &other, 1)
        };
        assert_ne!(changed, second, "{other}");
        let path = dir.join("other.jsonl");
        write(&path, format!("{first}\n{changed}\n"));
        let error = fail(1, &format!("verify {}", path.display()));
        assert!(error.contains(expected) && error.contains(":2: "), "{other}: {error}");
    }
}

#[test]
fn a_forged_forfeit_is_refused() {
    let (dir, mut lines) = recorded("9-2-5", "");
    lines[0]["forfeit"] = json!({"seat": 0, "reason": "panicked"});
    let path = dir.join("forged.jsonl");
    write(&path, format!("{}\n", lines[0]));
    let error = fail(1, &format!("verify {}", path.display()));
    assert!(error.contains(":1: forfeit: the hand was played to its end"), "{error}");
}

#[test]
fn a_replay_tells_one_hand_from_the_cards_to_the_winner() {
    let (dir, lines) = recorded("9-2-5", "");
    let out = dir.display();
    let text = succeed(&format!("replay {out} --match 0 --lineup 0 --hand 1"));
    for word in
        ["match 0, line-up 0, hand 1", "kitty", "trump", "bleed", "discard", " 16 ", "points"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
    assert_eq!(text.matches(" → ").count(), 17, "the tricks, and what their rows hold");
    let whole = succeed(&format!("replay {out} --match 0 --lineup 0"));
    assert_eq!(whole.matches("wins the match").count(), 1);
    assert_eq!(succeed(&format!("replay {out}")).matches("match 2, line-up").count(), {
        lines.iter().filter(|record| record["match"] == 2).count()
    });
    assert!(fail(1, &format!("replay {out} --match 9 --hand 2")).contains("no match 9, hand 2"));
}

#[test]
fn a_replay_in_json_is_the_record_with_what_it_shows() {
    for game in GAMES {
        let run = format!("tournament --game {game} --bots random,greedy --blocks 1 --records all");
        let dir = play(folder(game), &run);
        let recorded = records(dir.join("records.jsonl"));
        let told = succeed(&format!("replay {} --json", dir.display()));
        assert_eq!(told.lines().count(), recorded.len());
        let mut over = 0;
        for (told, record) in told.lines().map(parsed).zip(&recorded) {
            let places = format!(
                "--match {} --lineup {} --hand {}",
                record["match"], record["lineup"], record["hand"]
            );
            for (key, value) in record.as_object().unwrap() {
                assert_eq!(&told[key], value, "{game} {places}: {key}");
            }
            let text = succeed(&format!("replay {} {places}", dir.display()));
            let lines: Vec<_> = text.lines().collect();
            assert_eq!(told["told"], json!(lines));
            let tricks = told["tricks"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap());
            let tricks: u64 = tricks.sum();
            assert!(told["over"] == true || tricks > 0 || game == "three-legged-kitty");
            let winners = told["winners"].as_array().unwrap();
            assert_eq!(winners.is_empty(), told["over"] == false);
            if let [winner] = &winners[..] {
                assert!(text.ends_with(&format!("  seat {winner} wins the match\n")), "{text}");
            }
            over += u32::from(told["over"] == true);
        }
        assert_eq!(over, 6, "{game}: a match of each line-up ends");
    }
}

#[test]
fn a_match_that_was_not_recorded_is_told_with_the_nearest_that_were() {
    let dir = folder("replay-every");
    play(&dir, "tournament --game 9-2-5 --bots random,greedy --blocks 25 --records every=10");
    let file = dir.join("records.jsonl");
    let asked = |words: &str| fail(1, &format!("replay {} {words}", dir.display()));
    let said = |nearest: &str| format!("{}: no {nearest}", file.display());
    let both = "match 15 in it; every=10 was recorded: the nearest are matches 10 and 20";
    assert!(asked("--match 15").ends_with(&said(both)), "{}", asked("--match 15"));
    let last = "match 24, line-up 2 in it; every=10 was recorded: the nearest is match 20";
    assert!(asked("--match 24 --lineup 2").ends_with(&said(last)));
    assert!(asked("--match 10 --hand 999").ends_with(&said("match 10, hand 999 in it")));
    // Apart from its folder nobody knows what the run was asked for.
    let alone = folder("replay-every-alone").join("copy.jsonl");
    std::fs::copy(&file, &alone).unwrap();
    let error = fail(1, &format!("replay {} --match 15", alone.display()));
    assert!(error.ends_with("no match 15 in it; the nearest are matches 10 and 20"), "{error}");
}
