//! `calibrate` as a user runs it, and what it is there for: a wrong error is found out.

use crate::common::tables::{number, table};
use crate::common::{fail, folder, json, play, read, runs, succeed, text, write};
use threehand_bots::{Lab, Registry as _};
use threehand_engine::games::NineTwoFive;
use threehand_engine::{BySeat, Seat};
use threehand_play::{MakeBot, Seated, Seeds, Table};
use threehand_sim::calibrate::MISSES;
use threehand_sim::play::schedule::{Format, Schedule};
use threehand_sim::stats::{Estimate, Moments, binomial_interval};

const SMALL: &str = "calibrate --game 9-2-5 --max-hands 1 -q";

#[test]
fn the_promises_are_kept_and_the_json_has_its_keys() {
    let json = json(&format!("{SMALL} --runs 60"));
    let number = |key: &str| json[key].as_f64().unwrap_or_else(|| panic!("{key}: {json}"));
    assert_eq!((number("runs"), number("blocks"), number("alpha")), (60.0, 500.0, 0.05));
    assert_eq!(number("expected_misses"), 3.0);
    for misses in ["interval_misses", "sprt_false_positives"] {
        let (lo, hi) = binomial_interval(number(misses) as u64, 60);
        assert!(lo <= 0.05 && 0.05 <= hi, "{json}");
    }
    assert!(number("ks_p") > 0.05 && number("anytime_misses") <= 3.0, "{json}");
    assert!(number("ks_d") > number("lattice_d") && number("lattice_d") < 0.03, "{json}");
    let decided = number("sprt_false_positives") + number("sprt_not_better");
    assert_eq!(decided + number("sprt_undecided"), 60.0);
}

#[test]
fn a_run_is_the_same_however_many_follow() {
    let dir = folder("calibration_runs");
    for runs in [20, 22] {
        play(dir.join(runs.to_string()), &SMALL.replace("-q", &format!("--runs {runs}")));
    }
    let [few, more] = ["20", "22"].map(|runs| text(dir.join(runs).join("runs.csv")));
    assert!(more.starts_with(&few) && more.lines().count() == 23);
}

#[test]
fn a_row_of_a_run_agrees_with_itself() {
    let dir = runs::run("itself").dir();
    let rows = table(dir.join("runs.csv"));
    assert_eq!(rows.len(), 20);
    for row in &rows {
        let misses = number(row, "lo") > 0.0 || number(row, "hi") < 0.0;
        assert_eq!(row["missed"], misses.to_string());
        assert_eq!(misses, number(row, "p") < 0.05, "{row:?}");
    }
    assert_ne!(rows[0]["difference"], rows[1]["difference"], "each run has its own cards");
}

#[test]
fn a_calibration_that_can_show_nothing_leaves_no_folder_and_replaces_none() {
    let cat = "calibrate --game kitty --bots cmd:a --external a=false --max-hands 1 -q";
    let error = fail(2, cat);
    assert!(error.ends_with("too little chance to test: it forfeited 3,000 matches"), "{error}");
    let dir = folder("refused");
    let run = "calibrate --game 9-2-5 --bots greedy --max-hands 1 -q --out";
    fail(2, &format!("{run} {}", dir.display()));
    assert_eq!(std::fs::read_dir(&dir).unwrap().count(), 0, "nothing is left behind");
    // What a run wrote is not given up for one that can't be.
    write(dir.join("manifest.json"), "{}");
    fail(2, &format!("{run} {} --force", dir.display()));
    assert_eq!(read(&dir.join("manifest.json")), b"{}");
}

#[test]
fn a_plan_of_a_calibration_runs_nothing_and_says_what_it_would_show() {
    let dir = folder("calibration_plan");
    let out = dir.join("run");
    let command = format!("{SMALL} --runs 60 --plan --out {}", out.display());
    let text = succeed(&command);
    assert!(text.contains("60 runs of 500 blocks = 180,000 matches"), "{text}");
    assert!(text.ends_with("Nothing was run or written.\n") && !out.exists(), "{text}");
    let plan = json(&command);
    succeed(&format!("{SMALL} --runs 60 --out {}", out.display()));
    let bytes = std::fs::metadata(out.join("runs.csv")).unwrap().len() as f64;
    let foretold = plan["bytes"].as_f64().unwrap();
    assert!((foretold / bytes - 1.0).abs() < 0.15, "{foretold} and {bytes}");
    assert_eq!(plan["enough_spread"], true);
    let even = json("calibrate --game 9-2-5 --plan --bots greedy --max-hands 1");
    assert_eq!(even["enough_spread"], false);
    // A bot that searches plays no whole block in the time of a probe.
    let slow = "calibrate --game 9-2-5 --plan --bots pimc:worlds=200";
    assert!(succeed(slow).contains("nothing yet: the probe came to 1 block, and 10 are needed"));
    assert!(json(slow)["enough_spread"].is_null());
}

#[test]
fn what_counts_is_how_often_a_bot_ties_with_itself_not_its_name() {
    for (game, is_enough) in [("9-2-5", true), ("three-kings", false)] {
        let plan = json(&format!("calibrate --game {game} --plan --bots greedy"));
        assert_eq!(plan["enough_spread"], is_enough, "{game}");
    }
}

/// Seat 0's share of the matches is a third on average. In one block the cards of all six are the
/// same, and so is much of what greedy bots make of them: as six separate matches they look as if
/// they said far more.
#[test]
fn an_error_that_takes_the_matches_of_a_block_for_separate_ones_is_found_out() {
    let rules = NineTwoFive::default();
    let lab = Lab::standard();
    let bots = lab.bots();
    let bot = || -> MakeBot<'_, NineTwoFive> {
        let maker = bots.maker(&bots.spec("greedy:epsilon=0.02").unwrap());
        Box::new(move || Seated::Bot(maker()))
    };
    let table = Table { rules, seeds: Seeds(1), max_hands: 1, bots: vec![bot(), bot()] };
    let schedule = Schedule::new(Format::Pairs, 2).unwrap();
    let (runs, blocks) = (200, 100);
    let (mut by_block, mut by_match) = (0, 0);
    for run in 0..runs {
        let (mut sums, mut separate) = (Moments::default(), Moments::default());
        for block in 0..blocks {
            let played = |lineup: (usize, BySeat<usize>)| {
                table
                    .play(&mut Seeds(1).decks(run * blocks + block), lineup, false, None)
                    .won_sixths()[Seat::P0]
            };
            let won: Vec<i64> = schedule.iter().enumerate().map(played).collect();
            sums.add(won.iter().sum());
            won.into_iter().for_each(|won| separate.add(won));
        }
        let misses = |Estimate { lo, hi, .. }: Estimate| {
            lo.is_some_and(|lo| lo > 1.0 / 3.0) || hi.is_some_and(|hi| hi < 1.0 / 3.0)
        };
        by_block += u64::from(misses(sums.estimate(36.0)));
        by_match += u64::from(misses(separate.estimate(6.0)));
    }
    let (lo, hi) = binomial_interval(by_block, runs);
    assert!((lo..=hi).contains(&MISSES), "over blocks {by_block} of {runs}");
    // Were all six alike, intervals too narrow by √6 would miss 42 % of the time.
    assert!(binomial_interval(by_match, runs).0 > 0.2, "over matches {by_match} of {runs}");
}
