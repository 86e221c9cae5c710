//! `calibrate` as a user runs it, on fresh cards and from a pool, and that it finds out a wrong error.

use crate::common::tables::{number, table};
use crate::common::{folder, json, play, runs, succeed, text};
use serde_json::Value;
use threehand_bots::Lab;
use threehand_engine::games::NineTwoFive;
use threehand_engine::{BySeat, Seat};
use threehand_play::{MakeBot, Seated, Seeds, Table};
use threehand_sim::kinds::calibrate::MISSES;
use threehand_sim::play::schedule::{Format, Schedule};
use threehand_stats::{Estimate, Moments, binomial_interval};

const SMALL: &str = "calibrate --game 9-2-5 --max-hands 1 -q";

/// Runs from a pool of a tournament of two bots, whose figures are also those of a sequential test.
const POOLED: &str = "calibrate --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20 \
                      --blocks 5,20 --seed 4";

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
    let planned = plan["bytes"].as_f64().unwrap();
    assert!((planned / bytes - 1.0).abs() < 0.15, "{planned} and {bytes}");
    assert_eq!(plan["enough_spread"], true);
}

#[test]
fn the_counts_of_a_pool_agree_with_one_another_and_with_the_summary() {
    let dir = folder("pooled");
    let json = json(&format!("{POOLED} -q --out {}", dir.display()));
    let rows = table(dir.join("coverage.csv"));
    assert!(rows.len() > 20, "{}", rows.len());
    // SciPy 1.17: stats.beta.ppf(0.025, k, 21 - k) and stats.beta.ppf(0.975, k + 1, 20 - k) for k = 0, 1, …, 5.
    let ends = [
        (0.0, 0.168_433_470_983_085_3),
        (0.001_265_089_497_949_804, 0.248_732_762_772_027_8),
        (0.012_348_527_170_294_81, 0.316_982_714_019_082_4),
        (0.032_070_937_185_463_7, 0.378_926_826_545_314),
        (0.057_333_997_050_032_77, 0.436_614_002_996_668_3),
        (0.086_571_469_101_434_61, 0.491_045_871_707_957_4),
    ];
    let mut seen = 0;
    for row in &rows {
        let [printed, missed] = ["printed", "missed"].map(|column| number(row, column));
        assert_eq!(missed, number(row, "missed_below") + number(row, "missed_above"), "{row:?}");
        assert!(missed <= printed && printed <= 20.0 && number(row, "runs") == 20.0, "{row:?}");
        assert!([5.0, 20.0].contains(&number(row, "blocks")) && number(row, "due") == 0.05);
        if printed == 0.0 {
            let empty = ["missed_share", "lo", "hi"].iter().all(|column| row[*column].is_empty());
            assert!(empty && row["kept"] == "nothing", "{row:?}");
            continue;
        }
        assert!((number(row, "missed_share") - missed / 20.0).abs() < 1e-12, "{row:?}");
        // Twenty runs are so few that only what is missed by far is found.
        let is_broken = number(row, "lo") > 0.07;
        assert_eq!(row["kept"], if is_broken { "no" } else { "unsure" }, "{row:?}");
        if let Some((lo, hi)) = ends.get(missed as usize) {
            let (found_lo, found_hi) = (number(row, "lo"), number(row, "hi"));
            assert!((found_lo - lo).abs() < 1e-9 && (found_hi - hi).abs() < 1e-9, "{row:?}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
    let kept = |word: &str| rows.iter().filter(|row| row["kept"] == word).count();
    for (key, word) in [
        ("kept", "yes"),
        ("broken", "no"),
        ("wide", "wide"),
        ("unsure", "unsure"),
        ("nothing", "nothing"),
    ] {
        assert_eq!(json[key], kept(word), "{key}");
    }
    assert_eq!(json["promises"], rows.len());
    let [game, pool, runs] = ["game", "pool", "runs"].map(|key| &json[key]);
    assert_eq!((game, pool, runs), (&"9-2-5".into(), &500.into(), &20.into()));
    assert_eq!(json["broken_promises"].as_array().unwrap().len(), kept("no"));
    for kind in json["kinds"].as_array().unwrap() {
        let is_of = |row: &&_| {
            let row: &std::collections::BTreeMap<String, String> = row;
            kind["promise"] == row["promise"]
                && kind["blocks"] == number(row, "blocks") as u64
                && row["printed"] != "0"
        };
        let missed: Vec<f64> = rows.iter().filter(is_of).map(|row| number(row, "missed")).collect();
        assert_eq!(kind["figures"], missed.len(), "{kind}");
        if missed.is_empty() {
            assert!(kind["missed_share"].is_null() && kind["worst"].is_null(), "{kind}");
            continue;
        }
        let mean = missed.iter().sum::<f64>() / (20.0 * missed.len() as f64);
        let worst = missed.iter().copied().fold(0.0, f64::max) / 20.0;
        assert!((kind["missed_share"].as_f64().unwrap() - mean).abs() < 1e-12, "{kind}");
        assert!((kind["worst"].as_f64().unwrap() - worst).abs() < 1e-12, "{kind}");
    }
}

#[test]
fn the_older_name_means_a_pool() {
    let dir = folder("older-name");
    let older = POOLED.replace("calibrate", "coverage");
    let [new, older] = [("new", POOLED), ("older", &older)].map(|(name, run)| {
        let manifest = text(play(dir.join(name), run).join("manifest.json"));
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        ["run", "pool", "blocks", "results_hash"].map(|key| manifest[key].clone())
    });
    assert_eq!(new, older);
    assert_eq!(new[0], "coverage");
    let plan = |run: &str| json(&format!("{run} --game 9-2-5 --bots random,greedy --plan"));
    let (usual, given) = (plan("coverage"), plan("calibrate --pool 2000"));
    assert_eq!((&usual["pool"], &usual["runs"]), (&2000.into(), &1000.into()));
    assert_eq!((&usual["pool"], &usual["runs"]), (&given["pool"], &given["runs"]));
}

#[test]
fn a_plan_of_runs_from_a_pool_says_what_they_can_show_and_writes_nothing() {
    let out = folder("pooled-plan").join("run");
    let text = succeed(&format!("{POOLED} -q --plan --out {}", out.display()));
    assert!(text.ends_with("Nothing was run or written.\n"), "{text}");
    assert!(text.contains("20 runs from a pool of 500 blocks"), "{text}");
    assert!(text.contains("too few runs") && !text.contains("NaN"), "{text}");
    let plan = |runs: u64| -> Value {
        let run = POOLED.replace("--runs 20", &format!("--runs {runs}"));
        json(&format!("{run} --plan --out {}", out.display()))
    };
    let (few, many) = (plan(20), plan(5000));
    // SciPy 1.17: stats.beta.ppf(0.025, 250, 4751) and stats.beta.ppf(0.975, 251, 4750).
    let [lo, hi] = ["lo", "hi"].map(|end| many["miss_share"][end].as_f64().unwrap());
    assert!((lo - 0.044_123_243_980_000_11).abs() < 1e-9, "{many}");
    assert!((hi - 0.056_408_913_242_178_91).abs() < 1e-9, "{many}");
    assert_eq!((&few["decides"], &many["decides"]), (&false.into(), &true.into()));
    assert_eq!((&many["runs"], &many["pool"]), (&5000.into(), &500.into()));
    let [few, many] = [few, many].map(|plan| plan["seconds"].as_f64().unwrap());
    assert!(0.0 < few && 10.0 * few < many, "{few} {many}");
    assert!(!out.exists(), "a plan writes nothing");
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
        Box::new(move |_, _| Seated::Bot(maker()))
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
