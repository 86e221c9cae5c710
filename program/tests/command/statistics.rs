//! The printed figures against a plain recount of the rows, in floating point, match by match.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::tables::{close, interval_of_share, mean, number, standard_error, table};
use crate::common::{folder, json, play};

/// A row of `matches.csv` as far as it is needed.
struct Row {
    block: u64,
    lineup: usize,
    bot: String,
    score: f64,
    won: f64,
}

fn rows(dir: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(dir.join("matches.csv")).unwrap();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        Row {
            block: row[3].parse().unwrap(),
            lineup: row[4].parse().unwrap(),
            bot: row[6].to_owned(),
            score: row[7].parse().unwrap(),
            won: row[8].parse().unwrap(),
        }
    });
    rows.collect()
}

/// The value of each block that `f` makes of its rows.
fn by_block(rows: &[Row], f: impl Fn(&[&Row]) -> f64) -> Vec<f64> {
    let mut blocks: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        blocks.entry(row.block).or_default().push(row);
    }
    blocks.values().map(|block| f(block)).collect()
}

fn mean_of(block: &[&Row], bot: &str, value: impl Fn(&Row) -> f64) -> f64 {
    let values: Vec<_> = block.iter().filter(|row| row.bot == bot).map(|row| value(row)).collect();
    mean(&values)
}

/// How often a seat of the one finished ahead of a seat of the other in the same match.
fn ahead(block: &[&Row], bot: &str, other: &str) -> f64 {
    let mut shares = Vec::new();
    for a in block.iter().filter(|row| row.bot == bot) {
        for b in block.iter().filter(|row| row.bot == other && row.lineup == a.lineup) {
            shares.push(if a.score > b.score {
                1.0
            } else if a.score == b.score {
                0.5
            } else {
                0.0
            });
        }
    }
    mean(&shares)
}

fn check(name: &str, bots: &str, blocks: u64, factor: f64) {
    let dir = folder(name);
    let run = format!("tournament --game 9-2-5 --bots {bots} --blocks {blocks} --max-hands 6");
    let json = json(&format!("{run} -q --out {}", dir.display()));
    let rows = rows(&dir);
    let lineups = 1 + rows.iter().map(|row| row.lineup).max().unwrap();
    for line in table(dir.join("summary.csv")) {
        let bot = line["bot"].as_str();
        let shares = by_block(&rows, |block| mean_of(block, bot, |row| row.won));
        let number = |column: &str| line[column].parse::<f64>().unwrap();
        close(number("win_share"), mean(&shares), "win share");
        close(number("se"), standard_error(&shares), "its error");
        // Up to the share of a bot that wins all matches in which it sits.
        let first = rows.iter().filter(|row| row.block == 0 && row.bot == bot);
        let sits: BTreeSet<usize> = first.clone().map(|row| row.lineup).collect();
        let most = sits.len() as f64 / first.count() as f64;
        let share = mean(&shares) / most;
        let ends = interval_of_share(share, factor * standard_error(&shares) / most);
        close(number("hi"), most * ends[1], "its upper end");
        close(number("lo"), most * ends[0], "its lower end");
        let scores = by_block(&rows, |block| mean_of(block, bot, |row| row.score));
        close(number("mean_score"), mean(&scores), "score");
    }
    for line in table(dir.join("crosstable.csv")) {
        let shares = by_block(&rows, |block| ahead(block, &line["bot"], &line["opponent"]));
        close(line["score_share"].parse().unwrap(), mean(&shares), "cross share");
        close(line["se"].parse().unwrap(), standard_error(&shares), "its error");
        let number = |column: &str| line[column].parse::<f64>().unwrap();
        let beyond = number("difference_lo") > 0.0 || number("difference_hi") < 0.0;
        assert_eq!(number("p") < 0.05, beyond, "{line:?}");
        let same = |pair: &&serde_json::Value| {
            pair["bot"] == line["bot"] && pair["opponent"] == line["opponent"]
        };
        let pair = json["differences"].as_array().unwrap().iter().find(same).unwrap();
        close(pair["p"].as_f64().unwrap(), number("p"), "its p-value");
    }
    for pair in json["differences"].as_array().unwrap() {
        let (a, b) = (pair["bot"].as_str().unwrap(), pair["opponent"].as_str().unwrap());
        let won = |block: &[&Row], bot| mean_of(block, bot, |row| row.won);
        let differences = by_block(&rows, |block| won(block, a) - won(block, b));
        close(pair["win_share"]["mean"].as_f64().unwrap(), mean(&differences), "difference");
        close(pair["win_share"]["se"].as_f64().unwrap(), standard_error(&differences), "its error");
        // As separate matches: each line-up's part of the difference on its own.
        let seats = |bot| rows.iter().filter(|r| r.block == 0 && r.bot == bot).count() as f64;
        let variance: f64 = (0..lineups)
            .map(|lineup| {
                let parts = by_block(&rows, |block| {
                    let sum = |bot| -> f64 {
                        let here = block.iter().filter(|r| r.lineup == lineup && r.bot == bot);
                        here.map(|row| row.won).sum()
                    };
                    sum(a) / seats(a) - sum(b) / seats(b)
                });
                standard_error(&parts).powi(2)
            })
            .sum();
        close(pair["naive_se"].as_f64().unwrap(), variance.sqrt(), "naive error");
        let concerned = (0..lineups)
            .filter(|&l| rows.iter().any(|r| r.lineup == l && (r.bot == a || r.bot == b)))
            .count() as f64;
        let rho = (standard_error(&differences).powi(2) / variance - 1.0) / (concerned - 1.0);
        close(pair["rho"].as_f64().unwrap(), rho, "rho");
    }
}

#[test]
fn three_bots_in_all_orders_are_counted_right() {
    // SciPy 1.17: stats.norm.ppf(0.975).
    check("triples", "random,greedy,random", 250, 1.959_963_984_540_054);
}

#[test]
fn pairs_are_counted_right() {
    // SciPy 1.17: stats.t.ppf(0.975, 59).
    check("pairs", "greedy,random,greedy:epsilon=0.5,random", 60, 2.000_995_378_088_267);
}

#[test]
fn after_few_blocks_p_says_what_the_interval_says() {
    let mut open = 0;
    for (blocks, seed) in (2..=7).flat_map(|blocks| [(blocks, 1), (blocks, 2)]) {
        let bots = "--bots random,greedy,heuristic";
        let json = json(&format!(
            "tournament --game 9-2-5 {bots} --blocks {blocks} --seed {seed} --max-hands 5 -q"
        ));
        for pair in json["differences"].as_array().unwrap() {
            let [lo, hi, se] = ["lo", "hi", "se"].map(|key| pair["win_share"][key].as_f64());
            let Some((lo, hi)) = lo.zip(hi) else {
                assert!(pair["p"].is_null(), "{pair}");
                continue;
            };
            let mean = pair["win_share"]["mean"].as_f64().unwrap();
            assert_eq!(pair["p"].as_f64().unwrap() < 0.05, lo > 0.0 || hi < 0.0, "{pair}");
            // By the standard error alone they would differ.
            let by_error = mean.abs() / se.unwrap() > T[blocks - 2];
            open += u64::from(by_error && lo <= 0.0 && hi >= 0.0);
        }
    }
    assert!(open >= 2, "{open}");
}

/// SciPy 1.17: stats.t.ppf(0.975, df) for df = 1 to 6.
const T: [f64; 6] =
    [12.706_204_736, 4.302_652_730, 3.182_446_305, 2.776_445_105, 2.570_581_836, 2.446_911_851];

#[test]
fn points_by_role_are_those_of_the_hands() {
    let run = "tournament --game 9-2-5 --bots random,greedy --blocks 60";
    let dir = play(folder("roles"), run);
    let hands = table(dir.join("hands.csv"));
    for line in table(dir.join("summary.csv")) {
        for role in ["dealer", "left", "right"] {
            let mut blocks = vec![Vec::new(); 60];
            for hand in hands.iter().filter(|h| h["bot"] == line["bot"] && h["role"] == role) {
                blocks[number(hand, "match") as usize].push(number(hand, "points"));
            }
            let x: Vec<f64> = blocks.iter().map(|points| points.iter().sum()).collect();
            let y: Vec<f64> = blocks.iter().map(|points| points.len() as f64).collect();
            let ratio = mean(&x) / mean(&y);
            let residues: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - ratio * y).collect();
            let number = |column: &str| line[&format!("{column}_{role}")].parse::<f64>().unwrap();
            close(number("hands"), y.iter().sum(), "hands in the role");
            close(number("points"), ratio, "points a hand");
            close(number("se"), standard_error(&residues) / mean(&y), "their error");
        }
    }
}
