//! Ratings of several tournaments together, and those in which the rating of one bot is given.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::tables::{Row, number, table};
use crate::common::{fail, files, folder, json, parsed, play, replace, runs, succeed, text, write};
use crate::external::script;
use serde_json::Value;

#[test]
fn one_tournament_is_rated_as_it_rates_itself() {
    let kept = runs::run("three");
    let told = parsed(&kept.json());
    let rated = json(&format!("rate {}", kept.dir().display()));
    for (there, here) in
        told["ratings"].as_array().unwrap().iter().zip(rated["ratings"].as_array().unwrap())
    {
        for (key, value) in there.as_object().unwrap() {
            assert_eq!(here[key], *value, "{key}");
        }
        assert_eq!((&here["runs"], &here["blocks"]), (&1.into(), &40.into()));
    }
}

#[test]
fn parts_of_a_run_are_rated_as_the_whole_and_other_bots_are_linked_by_those_in_common() {
    let dir = folder("parts");
    let out = |name: &str| dir.join(name).display().to_string();
    let run = "tournament --game 9-2-5 --hands none";
    play(dir.join("whole"), &format!("{run} --bots heuristic,greedy --blocks 60"));
    play(dir.join("one"), &format!("{run} --bots heuristic,greedy --blocks 30"));
    play(dir.join("two"), &format!("{run} --bots heuristic,greedy --first 30 --blocks 30"));
    let rate = |dirs: &str| json(&format!("rate {dirs}"));
    let (whole, parts) = (rate(&out("whole")), rate(&format!("{} {}", out("one"), out("two"))));
    for bot in 0..2 {
        let of = |rated: &Value, key: &str| rated["ratings"][bot][key].as_f64().unwrap();
        assert!((of(&whole, "rating") - of(&parts, "rating")).abs() < 1e-9);
        assert!((of(&whole, "se") / of(&parts, "se") - 1.0).abs() < 1e-9);
    }
    // A third has met `greedy` alone, on other cards.
    play(
        dir.join("three"),
        &format!("{run} --bots greedy:epsilon=0.5,greedy --blocks 30 --seed 2"),
    );
    let all = rate(&format!("{} {}", out("whole"), out("three")));
    let names: Vec<_> =
        all["ratings"].as_array().unwrap().iter().map(|r| r["bot"].clone()).collect();
    assert_eq!(names, ["heuristic", "greedy", "greedy:epsilon=0.5"]);
    assert!(all["ratings"].as_array().unwrap().iter().all(|r| r["standing"] == "rated"), "{all}");
    // Bots that are linked by one alone keep the difference to it that they have in their own run.
    let gap = whole["ratings"][0]["above_next"].as_f64().unwrap();
    assert!((all["ratings"][0]["above_next"].as_f64().unwrap() - gap).abs() < 1e-6);
    let text = succeed(&format!("rate {} {} --anchor greedy=1500", out("whole"), out("three")));
    assert!(text.contains("9-2-5 · 3 bots of 2 tournaments") && text.contains("+1500"), "{text}");
}

const RUN: &str = "tournament --game 9-2-5 --bots greedy:epsilon=0.5,random,greedy --hands none";
const ANCHOR: &str = "--anchor greedy:epsilon=0.5=1500";

fn tournament(name: &str, flags: &str) -> PathBuf {
    play(folder(name), &format!("{RUN} {flags}"))
}

/// The rows of the ratings, by bot.
fn ratings(dir: &Path) -> BTreeMap<String, Row> {
    let rows = table(dir.join("ratings.csv"));
    rows.into_iter().map(|row| (row["bot"].clone(), row)).collect()
}

#[test]
fn ratings_are_shifted_and_their_errors_are_those_of_differences() {
    let plain = tournament("none", "--blocks 120");
    let dir = tournament("set", &format!("--blocks 120 {ANCHOR}"));
    let (before, after) = (ratings(&plain), ratings(&dir));
    let (top, anchor, last) = ("greedy", "greedy:epsilon=0.5", "random");
    for (bot, row) in &after {
        let shifted = number(&before[bot], "rating") - number(&before[anchor], "rating") + 1500.0;
        assert!((number(row, "rating") - shifted).abs() < 1e-9, "{row:?}");
        for key in before[bot].keys().filter(|key| key.contains("next") || *key == "standing") {
            assert_eq!(row[key], before[bot][key], "{key} of {bot}");
        }
    }
    assert_eq!(after[anchor]["rating"], "1500.0");
    assert!(["se", "lo", "hi"].iter().all(|key| after[anchor][*key].is_empty()));
    for end in ["lo", "hi"] {
        let above = number(&after[top], &format!("above_next_{end}")) + 1500.0;
        assert!((number(&after[top], end) - above).abs() < 1e-9, "{end} of {top}");
    }
    let below = 1500.0 - number(&after[anchor], "above_next_lo");
    assert!((number(&after[last], "hi") - below).abs() < 1e-9, "hi of {last}");
    let (mut others, mut there) = (files(&plain), files(&dir));
    for name in ["ratings.csv", "config.toml"] {
        assert_ne!(others.remove(name), there.remove(name), "{name}");
    }
    assert_eq!(others, there);
    let config = |dir: &Path| text(dir.join("config.toml"));
    assert!(config(&dir).contains("anchor = \"greedy:epsilon=0.5=1500\""));
    assert!(!config(&plain).contains("anchor"));
}

#[test]
fn what_goes_by_one_name_is_rated_together_only_if_it_is_the_same() {
    let dir = folder("same");
    let out = |name: &str| dir.join(name).display().to_string();
    let run =
        |name: &str, rest: &str| play(dir.join(name), &format!("tournament {rest} --blocks 2"));
    let program = |name: &str| script(&dir, name, "", if name == "dies" { "exit 1" } else { "" });
    for (seed, name) in (1..).zip(["one", "two", "dies"]) {
        let rest = format!("--seed {seed} --external it={}", program(name));
        // A program that fails in each of the first ten matches ends its run.
        let (blocks, code) = if name == "dies" { (1, 3) } else { (2, 0) };
        let command =
            format!("tournament --game 9-2-5 --bots cmd:it,greedy,random --blocks {blocks} {rest}");
        let mut command = crate::common::command(&command);
        let done =
            command.args(["-q", "--out", &out(name)]).output().expect("the command can be run");
        assert_eq!(done.status.code(), Some(code), "{name}");
    }
    let error = fail(1, &format!("rate {} {}", out("one"), out("two")));
    assert!(error.contains("cmd:it is another bot in "), "{error}");
    // The same program in another folder is the same.
    let place = program("one");
    let moved = place.replace("one.sh", "moved.sh");
    std::fs::copy(&place, &moved).expect("a copy");
    run(
        "moved",
        &format!("--game 9-2-5 --bots cmd:it,greedy,random --seed 4 --external it={moved}"),
    );
    succeed(&format!("rate {} {}", out("one"), out("moved")));
    let error = fail(2, &format!("rate {} --anchor cmd:it=0", out("dies")));
    assert_eq!(error, "error: --anchor: the results give cmd:it no rating that could be set");

    let capped = "--game 9-2-5 --bots heuristic,random";
    run("usual", capped);
    run("short", &format!("{capped} --seed 2 --max-hands 3"));
    let error = fail(1, &format!("rate {} {}", out("usual"), out("short")));
    assert!(error.contains("are of different rules (`max_hands`)"), "{error}");

    let game = dir.join("mine.toml");
    write(&game, succeed("new-game three-two-five"));
    let of_file = format!("--game {} --bots heuristic,random", game.display());
    run("file", &of_file);
    replace(&game, "format = 1", "# Another file.\nformat = 1");
    run("other-file", &format!("{of_file} --seed 2"));
    let error = fail(1, &format!("rate {} {}", out("file"), out("other-file")));
    assert!(error.contains("are of different rules (`game_sha256`)"), "{error}");

    // A bot that stood for another one does not come into it, wherever its matches are read or played again.
    let changed = run("changed", "--game 9-2-5 --bots heuristic,random");
    let manifest = text(changed.join("manifest.json"));
    let (start, list) = manifest.split_once("\"stands_for\"").expect("the key");
    let manifest = format!("{start}\"stands_for\"{}", list.replacen("heuristic", "policy", 1));
    write(changed.join("manifest.json"), manifest);
    for command in ["rate", "report", "contrast"] {
        let error = fail(1, &format!("{command} {}", changed.display()));
        assert!(error.contains("`stands_for` is [\"policy\",\"random\"]"), "{error}");
    }
}
