//! Records: all that a run writes is found right, and whatever is changed in them is found out.

use std::path::PathBuf;

use crate::common::{GAMES, folder, parsed, play, records, succeed};
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
