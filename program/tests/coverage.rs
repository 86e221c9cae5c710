//! `coverage`: how often each interval and claim is wrong, counted over runs that are drawn from a pool.

mod common;

use std::path::Path;

use common::{assert_same, fail, folder, manifest, read, run, succeed};
use serde_json::Value;

/// A small measurement of a tournament of two bots, whose figures are also those of a sequential test.
const RUN: &str = "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20 \
                   --blocks 5,20 --seed 4 -q";

/// The rows of the table.
fn rows(dir: &Path) -> Vec<csv::StringRecord> {
    let bytes = read(&dir.join("coverage.csv"));
    let mut reader = csv::Reader::from_reader(&*bytes);
    reader.records().map(Result::unwrap).collect()
}

#[test]
fn the_table_is_the_same_bytes_at_any_number_of_threads_and_from_its_own_settings() {
    for (name, bots) in [
        ("duel", "--bots random,greedy"),
        ("three", "--bots random,greedy,greedy:epsilon=0.2"),
        ("variants", "--bots random,greedy --variants 9-2-5,9-5-2"),
    ] {
        let dir = folder(&format!("coverage-threads-{name}"));
        let out = dir.display();
        let run = RUN.replace("--bots random,greedy", bots);
        succeed(&format!("{run} --threads 1 --out {out}/1"));
        succeed(&format!("{run} --threads 3 --out {out}/3"));
        assert_same(&dir.join("3"), &dir.join("1"), name);
        let config = format!("coverage --config {out}/1/config.toml -q");
        succeed(&format!("{config} --out {out}/again"));
        assert_same(&dir.join("again"), &dir.join("1"), name);
        assert_eq!(manifest(&dir.join("again"))["seed"], 4);
        succeed(&format!("verify {out}/3 --again -q"));
    }
}

#[test]
fn the_counts_of_the_table_agree_with_one_another() {
    let dir = folder("coverage-arithmetic").join("run");
    succeed(&format!("{RUN} --out {}", dir.display()));
    let rows = rows(&dir);
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
    let dir = folder("coverage-json").join("run");
    let line = succeed(&format!("{RUN} --json --out {}", dir.display()));
    let json: Value = serde_json::from_str(&line).unwrap();
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
fn shards_are_the_same_bytes_as_the_whole() {
    let dir = folder("coverage-shards");
    let out = dir.display();
    succeed(&format!("{RUN} --out {out}/whole"));
    for shard in [3, 1, 2] {
        succeed(&format!("{RUN} --shard {shard}/3 --threads {shard} --out {out}/{shard}"));
        succeed(&format!("verify {out}/{shard} --again -q"));
    }
    assert!(fail(1, &format!("merge {out}/3 {out}/1 --out {out}/m")).contains("2/3 is missing"));
    succeed(&format!("merge {out}/3 {out}/1 {out}/2 --out {out}/merged -q"));
    assert_same(&dir.join("merged"), &dir.join("whole"), "shards");
    let error = fail(2, &format!("{RUN} --shard 1/21 --out {out}/m"));
    assert!(error.contains("20 runs make at most 20 shards, not 21"), "{error}");
    // A part of one run is still told of.
    succeed(&format!("{RUN} --shard 2/20 --out {out}/one"));
}

#[test]
fn a_plan_tells_what_the_runs_can_show_and_writes_nothing() {
    let out = folder("coverage-plan").join("run");
    let text = succeed(&format!("{RUN} --plan --out {}", out.display()));
    assert!(text.ends_with("Nothing was run or written.\n"), "{text}");
    assert!(text.contains("20 runs from a pool of 500 blocks"), "{text}");
    assert!(text.contains("take more runs") && !text.contains("NaN"), "{text}");
    let json = |runs: u64| -> Value {
        let run = RUN.replace("--runs 20", &format!("--runs {runs}"));
        let line = succeed(&format!("{run} --plan --json --out {}", out.display()));
        serde_json::from_str(&line).unwrap()
    };
    let (few, many) = (json(20), json(5000));
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
fn what_coverage_does_not_take_is_refused_in_one_line() {
    let out = folder("coverage-refused").join("run");
    let nine = "random,greedy,random,greedy,random,greedy,random,greedy,random";
    let thirteen = "2,3,4,5,6,7,8,9,10,11,12,13,14";
    for (flags, expected) in [
        ("--bots random", "--bots: coverage takes 2 to 8 bots, not 1"),
        (&*format!("--bots {nine}"), "--bots: coverage takes 2 to 8 bots, not 9"),
        ("--bots random,nobody", "nobody"),
        ("--bots random,greedy --blocks 20,5", "--blocks: 5 comes after 20: they have to rise"),
        ("--bots random,greedy --blocks 5,5", "5 comes after 5: they have to rise"),
        ("--bots random,greedy --blocks 1", "`1` is no number of blocks from 2 to 10000"),
        ("--bots random,greedy --blocks 10001", "`10001` is no number of blocks"),
        ("--bots random,greedy --blocks -5", "`-5` is no number of blocks"),
        ("--bots random,greedy --blocks x", "`x` is no number of blocks"),
        ("--bots random,greedy --blocks 5,", "--blocks"),
        (&*format!("--bots random,greedy --blocks {thirteen}"), "13 numbers are too many"),
        ("--bots random,greedy --pool 100", "--pool"),
        ("--bots random,greedy --pool 99999999999999999999", "--pool"),
        ("--bots random,greedy --runs 19", "--runs"),
        ("--bots random,greedy --runs -1", "--runs"),
        (
            "--bots random,greedy --move-seconds 1",
            "--move-seconds: a pool is played without limits",
        ),
        ("--bots random,greedy --variants 9-2-5", "--variants: coverage takes 2 to 4 variants"),
        ("--bots random,greedy --variants 9-2-5,8-8-8", "8-8-8"),
        ("--bots random,greedy --variants 9-2-5,9-2-5", "--variants: 9-2-5 comes twice"),
        ("--bots random,random --variants 9-2-5,9-5-2", "--bots: random comes twice"),
        ("--bots random,greedy --shard 1/9999", "1000 runs make at most 1000 shards"),
    ] {
        let error = fail(2, &format!("coverage --game 9-2-5 {flags} -q --out {}", out.display()));
        assert!(error.contains(expected), "{flags}: {error}");
        assert!(!out.exists(), "{flags}");
    }
}

#[test]
fn bots_that_never_differ_and_one_bot_twice_are_no_fault() {
    for (game, bots) in [
        ("three-kings", "greedy,greedy"),
        ("three-kings", "greedy,greedy,greedy"),
        ("9-2-5", "random,random"),
        ("three-legged-kitty", "greedy,greedy,random,random"),
    ] {
        let words = format!(
            "coverage --game {game} --max-hands 1 --bots {bots} --pool 500 --runs 20 --blocks 2,5"
        );
        let output = run(&words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words}: {error}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn a_run_looks_at_more_blocks_than_its_pool_holds() {
    let words = RUN.replace("--blocks 5,20", "--blocks 2,1500");
    assert!(succeed(&words.replace(" -q", "")).contains("1,500 blocks"));
}
