//! `coverage`: how often each interval and claim is wrong, counted over runs that are drawn from a pool.

use std::path::Path;

use crate::common::{folder, json, play, read, succeed};
use serde_json::Value;

/// A small measurement of a tournament of two bots, whose figures are also those of a sequential test.
const RUN: &str = "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20 \
                   --blocks 5,20 --seed 4";

/// The rows of the table.
fn rows(dir: &Path) -> Vec<csv::StringRecord> {
    let bytes = read(&dir.join("coverage.csv"));
    let mut reader = csv::Reader::from_reader(&*bytes);
    reader.records().map(Result::unwrap).collect()
}

#[test]
fn the_counts_of_the_table_agree_with_one_another() {
    let rows = rows(&play(folder("run"), RUN));
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
        let number = |field: usize| row[field].parse::<u64>().unwrap();
        let (runs, printed, missed) = (number(5), number(6), number(7));
        assert_eq!((runs, missed), (20, number(8) + number(9)), "{row:?}");
        assert!(missed <= printed && printed <= runs && [5, 20].contains(&number(4)), "{row:?}");
        assert_eq!(&row[13], "0.05");
        if printed == 0 {
            assert_eq!((&row[10], &row[11], &row[12], &row[14]), ("", "", "", "nothing"));
            continue;
        }
        let value = |field: usize| row[field].parse::<f64>().unwrap();
        assert!((value(10) - missed as f64 / runs as f64).abs() < 1e-12, "{row:?}");
        // Twenty runs are so few that only what is missed by far is told.
        let is_broken = value(11) > 0.07;
        assert_eq!(&row[14], if is_broken { "no" } else { "unsure" }, "{row:?}");
        if let Some((lo, hi)) = ends.get(missed as usize) {
            assert!((value(11) - lo).abs() < 1e-9 && (value(12) - hi).abs() < 1e-9, "{row:?}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_summary_counts_what_the_table_holds() {
    let dir = folder("run");
    let json = json(&format!("{RUN} -q --out {}", dir.display()));
    let rows = rows(&dir);
    let kept = |word: &str| rows.iter().filter(|row| &row[14] == word).count();
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
    assert_eq!(
        (&json["game"], &json["pool"], &json["runs"]),
        (&"9-2-5".into(), &500.into(), &20.into())
    );
    assert_eq!(json["broken_promises"].as_array().unwrap().len(), kept("no"));
    for kind in json["kinds"].as_array().unwrap() {
        let of = |row: &&csv::StringRecord| {
            kind["promise"] == row[2]
                && kind["blocks"].as_u64() == row[4].parse().ok()
                && &row[6] != "0"
        };
        let missed: Vec<f64> = rows.iter().filter(of).map(|row| row[7].parse().unwrap()).collect();
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
fn a_plan_tells_what_the_runs_can_show_and_writes_nothing() {
    let out = folder("coverage-plan").join("run");
    let text = succeed(&format!("{RUN} -q --plan --out {}", out.display()));
    assert!(text.ends_with("Nothing was run or written.\n"), "{text}");
    assert!(text.contains("20 runs from a pool of 500 blocks"), "{text}");
    assert!(text.contains("take more runs") && !text.contains("NaN"), "{text}");
    let plan = |runs: u64| -> Value {
        let run = RUN.replace("--runs 20", &format!("--runs {runs}"));
        json(&format!("{run} --plan --out {}", out.display()))
    };
    let (few, many) = (plan(20), plan(5000));
    // SciPy 1.17: stats.beta.ppf(0.025, 250, 4751) and stats.beta.ppf(0.975, 251, 4750).
    let ends = |plan: &Value| ["lo", "hi"].map(|end| plan["miss_share"][end].as_f64().unwrap());
    let [lo, hi] = ends(&many);
    assert!(
        (lo - 0.044_123_243_980_000_11).abs() < 1e-9
            && (hi - 0.056_408_913_242_178_91).abs() < 1e-9,
        "{many}"
    );
    assert_eq!((&few["decides"], &many["decides"]), (&false.into(), &true.into()));
    assert_eq!((&many["runs"], &many["pool"]), (&5000.into(), &500.into()));
    let [few, many] = [few, many].map(|plan| plan["seconds"].as_f64().unwrap());
    assert!(0.0 < few && 10.0 * few < many, "{few} {many}");
    assert!(!out.exists(), "a plan writes nothing");
}

#[test]
fn bots_that_never_differ_and_one_bot_twice_are_no_fault() {
    for (game, bots) in [
        ("three-kings", "greedy,greedy"),
        ("three-kings", "greedy,greedy,greedy"),
        ("9-2-5", "random,random"),
        ("9-2-5", "greedy,greedy,random,random"),
    ] {
        let text = succeed(&format!(
            "coverage --game {game} --max-hands 1 --bots {bots} --pool 500 --runs 20 --blocks 2,5"
        ));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn a_run_looks_at_more_blocks_than_its_pool_holds() {
    let words = RUN.replace("--blocks 5,20", "--blocks 2,600");
    assert!(succeed(&words).contains("600 blocks"));
}
