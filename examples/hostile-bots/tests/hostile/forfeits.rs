//! Whatever a bot does, it loses its own match and nothing else.

use std::process::Stdio;

use crate::common::{self, command, folder, forfeits, reasons, run, text};

/// Plays a hostile bot against two others with records, and sees to it that the run is whole and all
/// that the bot did stands in its files; gives the reasons that the records have, and standard error.
fn play(name: &str, bot: &str) -> (Vec<String>, String) {
    let dir = folder(name);
    let words = format!(
        "tournament --game 9-2-5 --bots {bot},random,greedy --blocks 20 --records all --json --quiet \
         --threads 2 --out {}",
        dir.display()
    );
    let output = run(&words);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(json["matches"], 120);
    let reasons = reasons(&dir);
    assert!(reasons.len() > 20, "{bot} failed in {} matches", reasons.len());
    let rows = forfeits(&dir);
    assert_eq!(rows.len(), reasons.len());
    assert!(rows.iter().all(|row| row == bot), "{rows:?}");
    assert_eq!(
        json["bots"].as_array().unwrap().iter().find(|row| row["bot"] == bot).unwrap()["forfeits"],
        reasons.len()
    );
    let verified = run(&format!("verify {}", dir.display()));
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    (reasons, error)
}

/// The same of a bot that always fails for one reason, of which nothing is seen on the terminal.
fn fails_with(name: &str, bot: &str, reason: &str) {
    let (reasons, error) = play(name, bot);
    assert!(reasons.iter().all(|there| there == reason), "{}", reasons[0]);
    let count = reasons.len();
    let said = format!("{bot} failed in {count} matches ({count} panicked): forfeited\n");
    assert_eq!(error, said);
}

#[test]
fn a_panic_is_told_by_its_text() {
    fails_with("panics", "panics", "panicked: lost my cards");
}

#[test]
fn a_panic_with_what_panics_again_has_no_reason() {
    fails_with("throws", "throws", "panicked: no reason given");
}

#[test]
fn a_long_text_of_many_lines_is_cut_to_one_line() {
    let (reasons, error) = play("babbles", "babbles");
    for reason in reasons {
        assert!(reason.starts_with("panicked: \\u{1b}[31mred\\nagain and again\\n"), "{reason}");
        assert!(reason.ends_with("again\\nend") && reason.contains(" … "), "{reason}");
        assert!(reason.chars().count() < 700 && !reason.chars().any(char::is_control), "{reason}");
    }
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn a_bot_that_can_not_be_made_forfeits() {
    fails_with("unmade", "unmade", "panicked: no table here for me (when it was made)");
}

#[test]
fn a_bot_that_can_not_be_put_away_forfeits() {
    fails_with("slams", "slams", "panicked: slammed the door (when it was put away)");
}

#[test]
fn a_flood_goes_to_standard_error_and_leaves_the_summary_alone() {
    let dir = folder("floods");
    let words = "tournament --game 9-2-5 --bots floods,random,greedy --blocks 20 --json --out";
    let output = command().args(words.split(' ')).arg(&dir).output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.len() > 1 << 20, "{} bytes", output.stderr.len());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(json["matches"], 120);
    assert!(forfeits(&dir).is_empty());
}

#[test]
fn a_flood_that_nobody_reads_does_not_keep_a_signal_from_ending_the_run() {
    let dir = folder("floods-unread");
    let words = "tournament --game 9-2-5 --bots floods,random,greedy --quiet --json --out";
    let mut command = command();
    let mut child = command
        .args(words.split(' '))
        .arg(&dir)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(child.try_wait().unwrap().is_none(), "the pipe is full");
    for _ in 0..2 {
        common::send(&child, "-TERM");
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    let ended = (0..100).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        child.try_wait().unwrap()
    });
    assert_eq!(ended.and_then(|status| status.code()), Some(143));
}

#[test]
fn the_other_kinds_of_run_count_the_forfeits_too() {
    for run in [
        "sprt --bots panics,random --blocks 30",
        "compare --variants 9-2-5,9-5-2 --bots random,slams --blocks 5",
        "compare --variants 9-2-5,9-5-2 --bots random,unmade --blocks 5",
        "calibrate --bots throws --runs 20",
        "calibrate --bots unmade --runs 20 --shard 2/2",
    ] {
        let dir = folder(&run.replace([' ', ','], "-").replace('/', "of"));
        let words = format!("{run} --game 9-2-5 --quiet --json --out {}", dir.display());
        let output = common::run(&words);
        assert_eq!(output.status.code(), Some(3), "{run}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("forfeited"), "{run}");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("one JSON object");
    }
}

#[test]
fn coverage_takes_no_bot_that_fails() {
    for run in [
        "coverage --bots panics,random --pool 500 --runs 20",
        "coverage --bots random,panics,greedy --pool 500 --runs 20 --shard 2/3",
        "coverage --bots random,panics --variants 9-2-5,9-5-2 --pool 500 --runs 20",
    ] {
        let dir = folder(&run.replace([' ', ','], "-").replace('/', "of"));
        let words = format!("{run} --game 9-2-5 --max-hands 2 --quiet --out {}", dir.display());
        let output = common::run(&words);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{run}: {error}");
        let told = "--bots: panics failed in the pool: take bots that play to the end\n";
        assert!(error.ends_with(told) && error.lines().count() == 1, "{run}: {error}");
        assert!(!dir.join("coverage.csv").exists(), "{run}");
    }
}
