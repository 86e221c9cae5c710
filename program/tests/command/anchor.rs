//! A tournament in which the rating of one bot is given: the others are told beside it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::tables::{Row, number, table};
use crate::common::{fail, files, folder, json, play, succeed, text};

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
fn an_anchor_without_a_rating_leaves_all_as_they_are() {
    let run = "tournament --game 9-2-5 --bots heuristic,random,random --blocks 4";
    let text = succeed(&format!("{run} --anchor heuristic=1000"));
    assert!(
        text.contains("mean is 0, since heuristic has none that could be set to 1000"),
        "{text}"
    );
    assert_eq!(json(&format!("{run} --anchor heuristic=1000"))["ratings"], json(run)["ratings"]);
}

#[test]
fn shards_with_and_without_an_anchor_are_not_merged() {
    let dir = folder("shards");
    let one = play(dir.join("1"), &format!("{RUN} --blocks 4 --shard 1/2 {ANCHOR}"));
    let two = play(dir.join("2"), &format!("{RUN} --blocks 4 --shard 2/2"));
    let merge = format!("merge {} {} --out {}/m", one.display(), two.display(), dir.display());
    assert!(fail(1, &merge).contains("`anchor` is"));
}
