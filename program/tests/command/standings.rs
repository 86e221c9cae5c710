//! Ratings and who pays, against a plain recount of the rows of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::tables::{Row, mean, number, standard_error, table};
use crate::common::{folder, json, play};

/// A match: the bot and score of each seat.
type Match = [(String, i64); 3];

/// By block, its matches.
fn matches(dir: &Path) -> Vec<Vec<Match>> {
    let mut blocks: BTreeMap<u64, Vec<Match>> = BTreeMap::new();
    for rows in table(dir.join("matches.csv")).chunks(3) {
        let seat = |row: &Row| (row["bot"].clone(), row["score"].parse().unwrap());
        let played = [seat(&rows[0]), seat(&rows[1]), seat(&rows[2])];
        blocks.entry(rows[0]["match"].parse().unwrap()).or_default().push(played);
    }
    blocks.into_values().collect()
}

fn close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() < 1e-7 * (1.0 + b.abs()), "{what}: {a} and {b}");
}

fn tournament(name: &str, flags: &str) -> PathBuf {
    play(folder(name), &format!("tournament {flags} --hands none"))
}

/// At the greatest likelihood each bot is chosen as often as its rating lets expect: first of three,
/// or first of the two that the winner leaves. Level scores count half of either order.
fn check_likelihood(dir: &Path) {
    let rows = table(dir.join("ratings.csv"));
    let rated = rows.iter().filter(|row| row["standing"] == "rated");
    let strength: BTreeMap<&str, f64> = rated
        .map(|row| (row["bot"].as_str(), 10_f64.powf(number(row, "rating") / 400.0)))
        .collect();
    assert_eq!(strength.len(), rows.len());
    let mean = rows.iter().map(|row| number(row, "rating")).sum::<f64>();
    assert!(mean.abs() < 1e-6, "{mean}");
    let mut surplus: BTreeMap<&str, f64> = BTreeMap::new();
    let (mut choices, mut likelihood, mut equal) = (0.0, 0.0, 0.0);
    let blocks = matches(dir);
    for played in blocks.iter().flatten() {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let score = |seat: usize| played[seat].1;
        let falling = |[a, b, c]: &&[usize; 3]| score(*a) >= score(*b) && score(*b) >= score(*c);
        let orders: Vec<_> = orders.iter().filter(falling).collect();
        for order in &orders {
            for left in [&order[..], &order[1..]] {
                let of = |seat: &usize| strength[played[*seat].0.as_str()];
                let all: f64 = left.iter().map(of).sum();
                let like = left.iter().filter(|seat| played[**seat].0 == played[left[0]].0).count();
                if like < left.len() {
                    let share = 1.0 / orders.len() as f64;
                    choices += share;
                    likelihood += share * (like as f64 * of(&left[0]) / all).ln();
                    equal += share * (like as f64 / left.len() as f64).ln();
                }
                for seat in left {
                    *surplus.entry(&played[*seat].0).or_default() -=
                        of(seat) / all / orders.len() as f64;
                }
                *surplus.entry(&played[left[0]].0).or_default() += 1.0 / orders.len() as f64;
            }
        }
    }
    for (bot, surplus) in surplus {
        assert!(surplus.abs() < 1e-5 * blocks.len() as f64, "{bot}: {surplus}");
    }
    let fit = &table(dir.join("fit.csv"))[0];
    close(number(fit, "log_likelihood"), likelihood / choices, "log-likelihood");
    close(number(fit, "log_likelihood_equal"), equal / choices, "that of equal seats");
    close(number(fit, "explained"), 1.0 - likelihood / equal, "explained");
    assert!(number(fit, "explainable") >= number(fit, "explained") - 1e-12, "{fit:?}");
}

#[test]
fn ratings_let_expect_what_was_observed() {
    for (name, flags) in [
        ("triples", "--game 9-2-5 --bots greedy:epsilon=0.5,random,greedy --blocks 150"),
        (
            "pairs",
            "--game 9-2-5 --bots greedy:epsilon=0.5,random,greedy,greedy:epsilon=0.2 --blocks 60",
        ),
        (
            "gauntlet",
            "--game 9-2-5 --bots greedy:epsilon=0.5,random,greedy --blocks 90 --format gauntlet",
        ),
        ("two", "--game three-legged-kitty --bots random,greedy:epsilon=0.6 --blocks 80"),
    ] {
        let dir = tournament(name, flags);
        check_likelihood(&dir);
        for row in table(dir.join("ratings.csv")) {
            assert!(number(&row, "lo") < number(&row, "rating"), "{row:?}");
            assert!(number(&row, "rating") < number(&row, "hi") && number(&row, "se") > 0.0);
        }
    }
}

/// For each block, how often the bot was ahead of the opponent and of how many, in the matches where
/// a third sat with them that is as asked.
fn splits(
    blocks: &[Vec<Match>],
    (bot, opponent): (&str, &str),
    asked: impl Fn(&str, bool, bool) -> bool,
) -> Vec<(f64, f64)> {
    let of_block = |block: &Vec<Match>| {
        let mut counts = (0.0, 0.0);
        for played in block {
            for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let (a, b, c) = (&played[a], &played[b], &played[c]);
                let (first, last) = (c.1 > a.1 && c.1 > b.1, c.1 < a.1 && c.1 < b.1);
                if a.0 == bot && b.0 == opponent && asked(&c.0, first, last) {
                    counts.0 += 0.5 + 0.5 * (a.1 - b.1).signum() as f64;
                    counts.1 += 1.0;
                }
            }
        }
        counts
    };
    blocks.iter().map(of_block).collect()
}

fn check_who_pays(dir: &Path) -> Vec<Row> {
    let blocks = matches(dir);
    let rows = table(dir.join("who_pays.csv"));
    for row in &rows {
        let pair = (row["bot"].as_str(), row["opponent"].as_str());
        let third = row["third"].as_str();
        let share = |asked: &dyn Fn(&str, bool, bool) -> bool| {
            let counts = splits(&blocks, pair, asked);
            let sum = |f: fn(&(f64, f64)) -> f64| counts.iter().map(f).sum::<f64>();
            let each: Vec<f64> = counts.iter().map(|(ahead, all)| ahead / all).collect();
            (sum(|c| c.0) / sum(|c| c.1), sum(|c| c.1), each)
        };
        let (with, _, each) = share(&|who, _, _| who == third);
        let (mean, se) = (mean(&each), standard_error(&each));
        close(number(row, "ahead_share"), with, "share");
        close(number(row, "ahead_share"), mean, "mean of blocks");
        if se > 0.0 {
            close(number(row, "se"), se, "its error");
        }
        let (without, others, each_without) = share(&|who, _, _| who != third);
        assert_eq!(row["change"].is_empty(), others == 0.0, "{row:?}");
        if others > 0.0 {
            close(number(row, "change"), with - without, "change");
            let changes: Vec<f64> = each.iter().zip(&each_without).map(|(a, b)| a - b).collect();
            if standard_error(&changes) > 1e-12 {
                close(number(row, "change_se"), standard_error(&changes), "its error");
            }
        }
        let (first, ..) = share(&|who, first, _| who == third && first);
        let (last, ..) = share(&|who, _, last| who == third && last);
        // As many blocks of equal weight say as much, by Kish: (Σw)² / Σw², with matches as weights.
        let rests_on = |asked: &dyn Fn(&str, bool, bool) -> bool| {
            let weights: Vec<f64> = splits(&blocks, pair, asked).iter().map(|c| c.1).collect();
            let squares: f64 = weights.iter().map(|w| w * w).sum();
            if squares > 0.0 { weights.iter().sum::<f64>().powi(2) / squares } else { 0.0 }
        };
        let wins = rests_on(&|who, first, _| who == third && first);
        let lasts = rests_on(&|who, _, last| who == third && last);
        assert_eq!(row["kingmaking"].is_empty(), wins.min(lasts) < 30.0, "{row:?} {wins} {lasts}");
        if !row["kingmaking"].is_empty() {
            close(number(row, "share_if_first"), first, "if first");
            close(number(row, "share_if_last"), last, "if last");
            close(number(row, "kingmaking"), first - last, "kingmaking");
        }
    }
    rows
}

#[test]
fn who_pays_is_what_the_rows_say() {
    let triples = "--game 9-2-5 --bots greedy:epsilon=0.5,random,greedy,greedy:epsilon=0.2 \
                   --blocks 60 --format triples";
    let rows = check_who_pays(&tournament("pays-four", triples));
    assert_eq!(rows.len(), 12);
    assert!(rows.iter().all(|row| !row["change"].is_empty()));
    let three = "--game 9-2-5 --bots greedy:epsilon=0.5,random,greedy --blocks 80";
    let rows = check_who_pays(&tournament("pays-three", three));
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["change"].is_empty()), "no other third has sat there");
    assert!(rows.iter().any(|row| !row["kingmaking"].is_empty()));
    let pairs = "--game three-legged-kitty --bots greedy:epsilon=0.5,random,greedy --blocks 40";
    let rows = check_who_pays(&tournament("pays-pairs", &format!("{pairs} --format pairs")));
    // For each two bots a second of the one or of the other.
    assert_eq!(rows.len(), 6);
}

#[test]
fn the_tables_say_of_ratings_what_the_json_says() {
    let dir = folder("run");
    let bots = "greedy:epsilon=0.5,random,greedy,greedy:epsilon=0.1";
    let run = format!("tournament --game 9-2-5 --bots {bots} --blocks 110 --hands none -q");
    let json = json(&format!("{run} --out {}", dir.display()));
    let same = |row: &Row, key: &str, value: &serde_json::Value| match value {
        serde_json::Value::Null => assert_eq!(row[key], "", "{key}"),
        serde_json::Value::Number(due) => close(number(row, key), due.as_f64().unwrap(), key),
        serde_json::Value::Bool(due) => assert_eq!(row[key], due.to_string(), "{key}"),
        serde_json::Value::Array(names) => {
            let names: Vec<_> = names.iter().map(|name| name.as_str().unwrap()).collect();
            assert_eq!(row[key], names.join(" "), "{key}");
        }
        text => assert_eq!(Some(row[key].as_str()), text.as_str(), "{key}"),
    };
    let ratings = json["ratings"].as_array().unwrap();
    for (row, rating) in table(dir.join("ratings.csv")).iter().zip(ratings) {
        rating.as_object().unwrap().iter().for_each(|(key, value)| same(row, key, value));
        // The next is the first of those below, and the difference is that of the two ratings.
        let below = ratings.iter().map(|other| other["rating"].as_f64().unwrap());
        let below = below.filter(|other| *other < number(row, "rating")).reduce(f64::max);
        assert_eq!(below.is_none(), row["next"].is_empty(), "{row:?}");
        if let Some(below) = below {
            close(number(row, "above_next"), number(row, "rating") - below, "above the next");
        }
    }
    let row = &table(dir.join("fit.csv"))[0];
    for part in ["fit", "misfit"] {
        json[part].as_object().unwrap().iter().for_each(|(key, value)| same(row, key, value));
    }
    same(row, "cycle", &json["cycle"]);
}
