//! Comparisons, sequential tests and calibrations that are stopped, carried on, repeated and put together.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{assert_same, fail, folder, manifest, read, succeed, threehand};

const COMPARE: &str = "compare --game 9-2-5 --variants 9-2-5,9-5-2:bleed_cap=free --bots \
                       random,greedy:epsilon=0.2 --blocks 150 --block-values --seed 4 -q";
/// A bot against itself with hypotheses that are close: it goes to its cap.
const SPRT: &str = "sprt --game 9-2-5 --bots greedy:epsilon=0.3,greedy:epsilon=0.3 --t1 0.02 \
                    --blocks 250 --seed 4 -q";

/// Runs that are many enough to be stopped in their midst.
const CALIBRATE: &str = "calibrate --game 9-2-5 --max-hands 2 --runs 25 --seed 4 -q";

/// Runs that are drawn from a pool, most of whose time they take.
const COVERAGE: &str = "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 90 \
                        --blocks 5,100 --seed 4 -q";

/// Starts a run, and after so long sends it a signal; whether that stopped it.
fn stop_after(arguments: &str, delay: Duration, signal: &str) -> (Option<i32>, String) {
    let mut command = threehand();
    command.args(arguments.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(delay);
    let id = child.id().to_string();
    let _ = Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn check_stops(name: &str, run: &str) {
    let dir = folder(name);
    let (full, part) = (dir.join("full"), dir.join("part"));
    let begun = Instant::now();
    succeed(&format!("{run} --threads 1 --out {}", full.display()));
    let whole = begun.elapsed();
    let mut carried_on = 0;
    for (number, share) in [0.05, 0.2, 0.35, 0.5, 0.65, 0.8].into_iter().enumerate() {
        let _ = std::fs::remove_dir_all(&part);
        let start = format!("{run} --threads {} --out {}", 1 + number % 3, part.display());
        let resume = format!("resume {} -q --threads 2", part.display());
        let signal = if number % 2 == 0 { "-KILL" } else { "-INT" };
        let (code, error) = stop_after(&start, whole.mul_f64(share), signal);
        if code == Some(130) && !error.is_empty() {
            assert!(error.contains("interrupted after"), "{error}");
            assert!(error.contains("to go on: threehand resume"), "{error}");
            assert!(part.join("progress.json").exists(), "{error}");
        }
        if !part.join("manifest.json").exists() {
            continue;
        }
        carried_on += usize::from(part.join("progress.json").exists());
        stop_after(&resume, whole.mul_f64(0.1), "-KILL");
        succeed(&resume);
        assert_same(&part, &full, &format!("{share} of {whole:?}, {signal}"));
    }
    assert!(carried_on >= 2, "too few were stopped in their midst: {carried_on}");
}

#[test]
fn a_comparison_stopped_at_any_moment_is_carried_on_to_the_same_bytes() {
    check_stops("compare-stopped", COMPARE);
}

#[test]
fn a_sequential_test_stopped_at_any_moment_is_carried_on_to_the_same_bytes() {
    check_stops("sprt-stopped", SPRT);
}

#[test]
fn a_calibration_stopped_at_any_moment_is_carried_on_to_the_same_bytes() {
    check_stops("calibrate-stopped", &CALIBRATE.replace("--runs 25", "--runs 120"));
}

#[test]
fn a_measurement_of_coverage_stopped_at_any_moment_is_carried_on_to_the_same_bytes() {
    check_stops("coverage-stopped", COVERAGE);
}

#[test]
fn shards_of_a_calibration_are_the_same_bytes_as_the_whole() {
    let dir = folder("calibrate-shards");
    let out = dir.display();
    succeed(&format!("{CALIBRATE} --out {out}/whole"));
    for shard in [3, 1, 2] {
        succeed(&format!("{CALIBRATE} --shard {shard}/3 --threads {shard} --out {out}/{shard}"));
    }
    // A shard holds whole runs, under the numbers that they have in the whole.
    let whole = String::from_utf8(read(&dir.join("whole/runs.csv"))).unwrap();
    let rows = |shard: u32| {
        let rows = String::from_utf8(read(&dir.join(format!("{shard}/runs.csv")))).unwrap();
        rows.lines().skip(1).map(|row| format!("{row}\n")).collect::<String>()
    };
    assert!(whole.ends_with(&[rows(1), rows(2), rows(3)].concat()), "{whole}");
    assert!(fail(1, &format!("merge {out}/3 {out}/1 --out {out}/m")).contains("2/3 is missing"));
    succeed(&format!("merge {out}/3 {out}/1 {out}/2 --out {out}/merged -q"));
    assert_same(&dir.join("merged"), &dir.join("whole"), "shards");
    let error = fail(2, &format!("{CALIBRATE} --shard 1/26 --out {out}/m"));
    assert!(error.contains("--shard: 25 runs make at most 25 shards, not 26"), "{error}");
    let error = fail(2, &format!("{SPRT} --shard 1/251 --out {out}/m"));
    assert!(error.contains("--shard: 250 blocks make at most 250 shards, not 251"), "{error}");
}

#[test]
fn shards_of_a_comparison_are_the_same_bytes_as_the_whole() {
    let dir = folder("compare-shards");
    let out = dir.display();
    succeed(&format!("{COMPARE} --out {out}/whole"));
    for shard in [3, 1, 2] {
        succeed(&format!("{COMPARE} --shard {shard}/3 --threads {shard} --out {out}/{shard}"));
    }
    assert!(fail(1, &format!("merge {out}/3 {out}/1 --out {out}/m")).contains("2/3 is missing"));
    succeed(&format!("merge {out}/3 {out}/1 {out}/2 --out {out}/merged -q"));
    assert_same(&dir.join("merged"), &dir.join("whole"), "shards");
    assert!(fail(2, &format!("{COMPARE} --shard 1/3")).contains("add --out DIR"));
}

#[test]
fn the_written_settings_repeat_a_study() {
    for (name, run) in [("compare", COMPARE), ("sprt", SPRT), ("calibrate", CALIBRATE)] {
        let dir = folder(&format!("config-{name}"));
        let out = dir.display();
        let run = run.replace("--max-hands 2", "");
        let run = format!("{run} --rules bleed_optional=true --max-hands 5 --threads 1");
        succeed(&format!("{run} --out {out}/first"));
        succeed(&format!(
            "{name} --config {out}/first/config.toml --threads 3 --out {out}/again -q"
        ));
        assert_same(&dir.join("again"), &dir.join("first"), name);
        let typed =
            format!("{name} --config {out}/first/config.toml --seed 9 --out {out}/other -q");
        succeed(&typed);
        assert_eq!(manifest(&dir.join("other"))["seed"], 9);
    }
}

#[test]
fn a_folder_that_is_being_written_is_left_alone() {
    for (name, run) in [("compare", COMPARE), ("sprt", SPRT)] {
        let dir = folder(&format!("busy-{name}"));
        let out = dir.join("run");
        let long = run.replace("150", "100000").replace("250", "100000");
        let start = format!("{long} --threads 1 --out {}", out.display());
        let mut child =
            threehand().args(start.split_whitespace()).stdout(Stdio::null()).spawn().unwrap();
        while !out.join("progress.json").exists() {
            assert!(child.try_wait().unwrap().is_none(), "{start}");
            std::thread::sleep(Duration::from_millis(2));
        }
        let error = fail(75, &format!("resume {}", out.display()));
        let forced = fail(75, &format!("{start} --force"));
        child.kill().unwrap();
        child.wait().unwrap();
        for error in [error, forced] {
            assert!(error.contains("another run is being written there"), "{error}");
        }
    }
}

fn tampered(out: &Path, file: &str, from: &str, to: &str) -> String {
    let path = out.join(file);
    let before = read(&path);
    let text = String::from_utf8(before.clone()).unwrap();
    assert!(text.contains(from), "{text}");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    let error = fail(1, &format!("resume {}", out.display()));
    std::fs::write(&path, before).unwrap();
    error
}

#[test]
fn a_study_that_was_changed_is_not_carried_on() {
    for (name, run) in [("compare", COMPARE), ("sprt", SPRT)] {
        let out = folder(&format!("changed-{name}")).join("run");
        let start = format!("{run} --threads 1 --out {}", out.display());
        let mut child =
            threehand().args(start.split_whitespace()).stdout(Stdio::null()).spawn().unwrap();
        while !out.join("progress.json").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let error = tampered(&out, "progress.json", "\"blocks\":", "\"blocks\":7");
        assert!(error.contains("--force"), "{error}");
        let error = tampered(&out, "manifest.json", "\"seed\": 4", "\"seed\": -4");
        assert!(error.contains("manifest.json"), "{error}");
        if name == "sprt" {
            let error = tampered(&out, "blocks.csv", "\n0,", "\n1,");
            assert!(error.contains("blocks.csv: it was changed since"), "{error}");
        } else {
            let path = out.join("progress.json");
            let before = read(&path);
            let mut note: serde_json::Value = serde_json::from_slice(&before).unwrap();
            note["tally"]["rungs"] = serde_json::json!([]);
            std::fs::write(&path, note.to_string()).unwrap();
            let error = fail(1, &format!("verify {}", out.display()));
            assert!(error.contains("progress.json: it is not of the run that"), "{error}");
            std::fs::write(&path, before).unwrap();
            succeed(&format!("verify {}", out.display()));
        }
        succeed(&format!("resume {} -q", out.display()));
    }
}

#[test]
fn plans_of_studies_foretell_and_write_nothing() {
    let dir = folder("study-plans");
    let out = dir.join("run");
    let flags = format!("--plan --json --out {}", out.display());
    let json = |text: String| -> serde_json::Value { serde_json::from_str(&text).unwrap() };
    let plan = json(succeed(&format!("{COMPARE} {flags}")));
    let done = json(succeed(&format!("{COMPARE} --json")));
    assert_eq!((plan["blocks"].as_u64(), &plan["matches"]), (Some(150), &done["matches"]));
    // The probe is the run itself where that is short.
    for pair in done["pairs"].as_array().unwrap().iter().filter(|pair| pair["se"].is_number()) {
        let same =
            |d: &&serde_json::Value| d["metric"] == pair["metric"] && d["bot"] == pair["bot"];
        let told = plan["differences"].as_array().unwrap().iter().find(same).unwrap();
        // SciPy 1.17: stats.t.ppf(0.975, 149) + stats.norm.ppf(0.8).
        let expected = (1.976_013_178 + 0.841_621_234) * pair["se"].as_f64().unwrap();
        let ratio = told["smallest_difference"].as_f64().unwrap() / expected;
        assert!(plan["probe"]["blocks"] != 150 || (ratio - 1.0).abs() < 1e-6, "{told} {pair}");
    }
    let plan = json(succeed(&format!("{} --t1 0.1 {flags}", SPRT.replace("--t1 0.02", ""))));
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
    }
}
