//! A tournament in which the rating of one bot is given: the others are told beside it.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use common::{assert_same, fail, files, folder, read, succeed, threehand};

const RUN: &str = "tournament --game 9-2-5 --bots greedy:epsilon=0.5,random,greedy -q";
const ANCHOR: &str = "--anchor greedy:epsilon=0.5=1500";

fn play(name: &str, flags: &str) -> PathBuf {
    let dir = folder(name);
    succeed(&format!("{RUN} {flags} --hands none --out {}", dir.display()));
    dir
}

/// By bot, the columns of its rating.
fn ratings(dir: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(dir.join("ratings.csv")).unwrap();
    let rows = reader.deserialize().map(Result::<BTreeMap<String, String>, _>::unwrap);
    rows.map(|row| (row["bot"].clone(), row)).collect()
}

fn number(row: &BTreeMap<String, String>, key: &str) -> f64 {
    row[key].parse().unwrap_or_else(|_| panic!("{key} of {row:?}"))
}

#[test]
fn ratings_are_shifted_and_their_errors_are_those_of_differences() {
    let plain = play("anchor-none", "--blocks 120");
    let dir = play("anchor-set", &format!("--blocks 120 {ANCHOR}"));
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
    let config = |dir: &Path| String::from_utf8(read(&dir.join("config.toml"))).unwrap();
    assert!(config(&dir).contains("anchor = \"greedy:epsilon=0.5=1500\""));
    assert!(!config(&plain).contains("anchor"));
}

#[test]
fn an_anchor_holds_through_every_way_to_the_end_of_a_run() {
    let whole = play("anchor-whole", &format!("--blocks 1000 {ANCHOR}"));
    succeed(&format!("verify -q --again {}", whole.display()));
    let stopped = folder("anchor-stopped");
    let run = format!("{RUN} --blocks 1000 --hands none {ANCHOR} --out {}", stopped.display());
    let mut command = threehand();
    command.args(run.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    while !stopped.join("progress.json").exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    succeed(&format!("resume -q {}", stopped.display()));
    assert_same(&stopped, &whole, "resumed");
    let again = folder("anchor-again");
    let config = whole.join("config.toml");
    succeed(&format!("tournament --config {} -q --out {}", config.display(), again.display()));
    assert_same(&again, &whole, "by its settings");
    let part = |shard: u64, anchor: &str| {
        let flags = format!("--blocks 1000 {anchor} --shard {shard}/2");
        play(&format!("anchor-{shard}-{}", anchor.len()), &flags).display().to_string()
    };
    let (one, two, without) = (part(1, ANCHOR), part(2, ANCHOR), part(2, ""));
    let merged = folder("anchor-merged");
    let error = fail(1, &format!("merge {one} {without} --out {} -q", merged.display()));
    assert!(error.contains("`anchor` is"), "{error}");
    succeed(&format!("merge {one} {two} --out {} -q", merged.display()));
    assert_same(&merged, &whole, "merged");
}

#[test]
fn an_anchor_is_a_bot_of_the_run_with_a_number() {
    for (anchor, told) in [
        ("gredy=0", "`gredy`; did you mean `greedy`?"),
        ("heuristic=0", "it is one of greedy:epsilon=0.5, random, greedy"),
        ("greedy", "it is BOT=RATING"),
        ("greedy=high", "high is no rating"),
        ("greedy=1e9", "1e9 is no rating"),
    ] {
        let error = fail(2, &format!("{RUN} --blocks 2 --anchor {anchor}"));
        assert!(error.contains(told), "{anchor}: {error}");
    }
}

#[test]
fn an_anchor_without_a_rating_leaves_all_as_they_are() {
    let run = "tournament --game 9-2-5 --bots heuristic,random,random --blocks 4";
    let text = succeed(&format!("{run} --anchor heuristic=1000"));
    assert!(
        text.contains("mean is 0, since heuristic has none that could be set to 1000"),
        "{text}"
    );
    let json = |flags: &str| -> serde_json::Value {
        serde_json::from_str(&succeed(&format!("{run} {flags} --json"))).unwrap()
    };
    assert_eq!(json("--anchor heuristic=1000")["ratings"], json("")["ratings"]);
}
