//! What a plan foretells is what the run then takes and shows.

use crate::common::{folder, json, succeed};
use serde_json::Value;

/// Whether two numbers are within so many parts of each other.
fn near(a: &Value, b: f64, parts: f64) -> bool {
    (a.as_f64().unwrap() / b - 1.0).abs() < parts
}

#[test]
fn a_plan_foretells_hands_bytes_and_precision() {
    let dir = folder("plan");
    let out = dir.join("run");
    let run = format!(
        "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 2000 --hands every=3 \
         --records every=40 --out {}",
        out.display()
    );
    let plan = json(&format!("{run} --plan"));
    assert!(!out.exists(), "a plan writes nothing");
    assert_eq!((plan["blocks"].as_u64(), plan["matches"].as_u64()), (Some(2000), Some(12_000)));
    assert!(plan["seconds"].as_f64() > Some(0.0));
    let done = json(&run);
    // Of 200 blocks with standard deviations below half a mean: four standard errors and more.
    assert!(near(&plan["hands"], done["hands"].as_f64().unwrap(), 0.1), "{plan}");
    for file in ["matches.csv", "hands.csv", "records.jsonl"] {
        let bytes = std::fs::metadata(out.join(file)).unwrap().len() as f64;
        // The probe has but five of the matches that are recorded.
        let parts = if file == "records.jsonl" { 0.5 } else { 0.15 };
        assert!(near(&plan["files"][file], bytes, parts), "{file}: {bytes} {plan}");
    }
    // (z₀.₉₇₅ + z₀.₈) standard errors of the run itself; those of the probe are good to a tenth.
    let pairs = plan["differences"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        let same = |d: &&Value| d["bot"] == pair["bot"] && d["opponent"] == pair["opponent"];
        let shown = done["differences"].as_array().unwrap().iter().find(same).unwrap();
        let expected = 2.801_585 * shown["win_share"]["se"].as_f64().unwrap();
        assert!(near(&pair["smallest_difference"], expected, 0.25), "{pair} {expected}");
    }
}

#[test]
fn a_plan_of_a_shard_takes_its_part_and_shows_what_the_whole_does() {
    let run = "tournament --game three-kings --bots greedy,random --blocks 400 --plan";
    let (whole, part) = (json(run), json(&format!("{run} --shard 2/4")));
    assert_eq!((whole["blocks"].as_u64(), part["blocks"].as_u64()), (Some(400), Some(100)));
    assert_eq!(whole["differences"], part["differences"]);
    assert_eq!(whole["bytes"], 0);
}

#[test]
fn a_plan_says_in_how_many_shards_each_takes_about_an_hour_and_ten_minutes() {
    let run = "tournament --game three-kings --bots greedy,random --plan --threads 1 --blocks";
    let plan = json(&format!("{run} 100M"));
    let (seconds, shards) = (plan["seconds"].as_f64().unwrap(), &plan["shards"]);
    for (shard, of_shard) in shards.as_array().unwrap().iter().zip([3600.0, 600.0]) {
        let (count, each) = (shard["count"].as_f64().unwrap(), shard["seconds"].as_f64().unwrap());
        assert!((count * each / seconds - 1.0).abs() < 1e-9, "{shard}");
        assert!(each <= of_shard && (count - 1.0) * of_shard < seconds, "{shard}");
    }
    assert_eq!(shards.as_array().unwrap().len(), 2);
    let text = succeed(&format!("{run} 100M"));
    assert!(
        text.contains("\n  shards  --shard k/") && text.contains(" min each, --shard k/"),
        "{text}"
    );
    for short in ["400", "100M --shard 2/9"] {
        assert_eq!(json(&format!("{run} {short}"))["shards"], serde_json::json!([]), "{short}");
    }
    // A run of a calibration is not split.
    let plan = json("calibrate --game 9-2-5 --bots pimc:worlds=300 --runs 20 --blocks 500 --plan");
    let counts: Vec<_> = plan["shards"].as_array().unwrap().iter().map(|s| &s["count"]).collect();
    assert_eq!(counts, [20]);
}

#[test]
fn a_plan_of_a_comparison_foretells_the_values_of_its_blocks() {
    let out = folder("plan-comparison").join("run");
    let run = "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy --blocks 20";
    let written = format!("{run} --block-values --out {}", out.display());
    let plan = json(&format!("{written} --plan"));
    assert!(!out.exists(), "a plan writes nothing");
    json(&written);
    let bytes = std::fs::metadata(out.join("block_values.csv")).unwrap().len() as f64;
    assert!(near(&plan["files"]["block_values.csv"], bytes, 0.01), "{bytes} {plan}");
    assert_eq!(json(&format!("{run} --block-values --plan"))["bytes"], 0);
}

const COMPARE: &str = "compare --game 9-2-5 --variants 9-2-5,9-5-2:bleed_cap=free --bots \
                       random,greedy:epsilon=0.2 --blocks 150 --block-values --seed 4";
/// A bot against itself with hypotheses that are close: it goes to its cap.
const SPRT: &str = "sprt --game 9-2-5 --bots greedy:epsilon=0.3,greedy:epsilon=0.3 --t1 0.1 \
                    --blocks 250 --seed 4";

#[test]
fn plans_of_studies_foretell_and_write_nothing() {
    let dir = folder("study-plans");
    let out = dir.join("run");
    let flags = format!("--plan --out {}", out.display());
    let plan = json(&format!("{COMPARE} {flags}"));
    let done = json(COMPARE);
    assert_eq!((plan["blocks"].as_u64(), &plan["matches"]), (Some(150), &done["matches"]));
    // The probe is the run itself where that is short.
    for pair in done["pairs"].as_array().unwrap().iter().filter(|pair| pair["se"].is_number()) {
        let same = |d: &&Value| d["metric"] == pair["metric"] && d["bot"] == pair["bot"];
        let told = plan["differences"].as_array().unwrap().iter().find(same).unwrap();
        // SciPy 1.17: stats.t.ppf(0.975, 149) + stats.norm.ppf(0.8).
        let expected = (1.976_013_178 + 0.841_621_234) * pair["se"].as_f64().unwrap();
        let ratio = told["smallest_difference"].as_f64().unwrap() / expected;
        assert!(plan["probe"]["blocks"] != 150 || (ratio - 1.0).abs() < 1e-6, "{told} {pair}");
    }
    let plan = json(&format!("{SPRT} {flags}"));
    // (0.95 − 0.05) (ln 19 + 2 · 0.1 · 2/3 / sd) / (0.1² / 2), by hand.
    let blocks = plan["expected_blocks"]["t1"].as_f64().unwrap();
    let sd = plan["difference_at_t1"].as_f64().unwrap() / 0.1;
    let expected = 0.9 * (19_f64.ln() + 0.4 / 3.0 / sd) / 0.005;
    assert!((blocks - expected).abs() < 1e-6, "{plan}");
    assert_eq!(plan["matches"], 1500);
    assert!(!out.exists(), "a plan writes nothing");
    for run in [COMPARE, SPRT] {
        let text = succeed(&format!("{run} --plan"));
        assert!(text.ends_with("Nothing was run or written.\n"), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        let [usual, worst] =
            [" blocks (", " at worst, for all blocks"].map(|words| text.find(words));
        let are_both = usual.is_some() && worst.is_some() && usual < worst;
        assert_eq!(are_both, run == SPRT, "the usual length before the longest: {text}");
    }
}
