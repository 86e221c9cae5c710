//! A bot that takes too long or too much loses its match; the run goes on, and is a function of its seed
//! and of what was ruled.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::{self, command, folder, forfeits, reasons, run, text};

const LATE: &str = "took longer than the 1 s allowed";

/// A short run with a limit, in which this bot does what it should not in some matches.
fn limited(bots: &str, out: &Path, more: &str) -> String {
    format!(
        "tournament --game 9-2-5 --bots {bots} --blocks 3 --max-hands 1 --records all --json --quiet \
         --out {} {more}",
        out.display()
    )
}

/// Plays such a run to its end, which has to come with forfeits.
fn play(name: &str, bots: &str, more: &str) -> PathBuf {
    let dir = folder(name);
    let output = run(&limited(bots, &dir, more));
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(json["blocks"], 3);
    let rows = forfeits(&dir);
    assert!(!rows.is_empty() && rows.len() == reasons(&dir).len(), "{rows:?}");
    let verified = run(&format!("verify {}", dir.display()));
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    let rulings: serde_json::Value =
        serde_json::from_slice(&std::fs::read(dir.join("forfeits.json")).unwrap()).unwrap();
    assert_eq!(rulings.as_array().unwrap().len(), rows.len());
    dir
}

#[test]
fn a_silent_bot_forfeits_and_the_run_is_the_same_at_any_number_of_threads() {
    let limit = "--move-seconds 1";
    let one = play("silent1", "silent:seldom=30,random,greedy", &format!("{limit} --threads 1"));
    let two = play("silent2", "silent:seldom=30,random,greedy", &format!("{limit} --threads 2"));
    assert!(reasons(&one).iter().all(|reason| reason == LATE), "{:?}", reasons(&one));
    common::assert_same(&one, &two);
    // Played again with the forfeits that are kept, every line is the same; without them it is said what lacks.
    let audit =
        |threads| common::run(&format!("verify --again --threads {threads} {}", one.display()));
    let output = audit(2);
    assert!(output.status.success(), "{}", common::text(&output.stderr));
    std::fs::remove_file(one.join("forfeits.json")).unwrap();
    let output = audit(1);
    let error = common::text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("a bot passes a limit of the run where no forfeit is kept"), "{error}");
}

#[test]
fn a_run_that_starts_anew_says_nothing_of_it_and_exports_what_was_asked_for() {
    let dir = folder("anew");
    let export = dir.with_extension("csv");
    let _ = std::fs::remove_file(&export);
    let more = format!("--move-seconds 1 --export {}", export.display());
    let words = limited("silent:seldom=30,random,greedy", &dir, &more).replace(" --quiet", "");
    let output = run(&words);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(!error.contains("going on"), "{error}");
    let export = std::fs::read(&export).expect("a table");
    assert!(export == std::fs::read(dir.join("summary.csv")).expect("a table"));
}

#[test]
fn a_bot_that_keeps_its_thread_busy_or_can_not_be_put_away_forfeits_too() {
    let dir = play("spins", "spins:seldom=45,random,greedy", "--move-seconds 1");
    assert!(reasons(&dir).iter().all(|reason| reason == LATE));
    let dir = folder("lingers");
    let output = run(&limited("lingers,random,greedy", &dir, "--move-seconds 1")
        .replace("--blocks 3", "--blocks 1"));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert_eq!(reasons(&dir), vec![format!("{LATE} (when it was put away)"); 6]);
}

#[test]
fn a_slow_bot_forfeits_without_a_new_start() {
    let dir = play("slow", "slow:seldom=45,random,greedy", "--move-seconds 1");
    assert!(reasons(&dir).iter().all(|reason| reason == LATE));
}

#[test]
fn a_killed_run_with_a_silent_bot_is_carried_on_to_the_same_bytes() {
    let bots = "silent:seldom=30,random,greedy";
    let full = play("silent-full", bots, "--move-seconds 1");
    let dir = folder("silent-killed");
    for (signal, seconds) in [("-KILL", 1.7), ("-TERM", 1.0)] {
        let words = if dir.join("manifest.json").exists() {
            format!("resume {} --quiet", dir.display())
        } else {
            limited(bots, &dir, "--move-seconds 1")
        };
        let mut command = command();
        let mut child = command
            .args(words.split_whitespace())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs_f64(seconds));
        common::send(&child, signal);
        let begun = Instant::now();
        assert!(child.wait().unwrap().code() != Some(3), "the run ended before {signal}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{signal}");
    }
    let output = run(&format!("resume {} --quiet", dir.display()));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    common::assert_same(&dir, &full);
}

#[test]
fn the_limit_holds_in_the_other_kinds_of_run_and_in_shards() {
    for (name, run) in [
        ("sprt", "sprt --bots silent:seldom=250,random --blocks 3"),
        ("compare", "compare --variants 9-2-5,9-5-2 --bots random,silent:seldom=120 --blocks 2"),
        ("calibrate", "calibrate --bots silent:seldom=1000000 --runs 20"),
    ] {
        let dir = folder(&format!("limit-{name}"));
        let words = format!(
            "{run} --game 9-2-5 --max-hands 2 --move-seconds 1 --quiet --json --out {}",
            dir.display()
        );
        let output = common::run(&words);
        assert_eq!(output.status.code(), Some(3), "{name}: {}", text(&output.stderr));
        audited_and_forged(name, &dir);
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("one JSON object");
    }
    let dir = folder("limit-shards");
    let bots = "silent:seldom=45,random,greedy";
    let whole = play("limit-whole", bots, "--move-seconds 1");
    let mut merge = "merge".to_owned();
    for part in 1..=3 {
        let out = dir.join(part.to_string());
        let code =
            run(&limited(bots, &out, &format!("--move-seconds 1 --shard {part}/3"))).status.code();
        assert!([Some(0), Some(3)].contains(&code), "{code:?}");
        merge += &format!(" {}", out.display());
    }
    let merged = dir.join("merged");
    let output = run(&format!("{merge} --quiet --out {}", merged.display()));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    common::assert_same(&merged, &whole);
}

/// Audits a run of which only sums show the forfeits, and the same with a forfeit of another bot or match.
fn audited_and_forged(name: &str, dir: &Path) {
    let path = dir.join("forfeits.json");
    let list = std::fs::read_to_string(&path).expect(name);
    let verify = || run(&format!("verify {}", dir.display()));
    assert!(verify().status.success(), "{name}: {}", text(&verify().stderr));
    let refuse = |why: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let mut rulings: Vec<serde_json::Value> = serde_json::from_str(&list).expect("a list");
        change(&mut rulings[0]);
        let place = |it: &serde_json::Value| {
            ["block", "match", "question"].map(|key| it[key].as_u64().expect("a number"))
        };
        rulings.sort_by_key(place);
        let forged = serde_json::to_string_pretty(&rulings).expect("JSON") + "\n";
        std::fs::write(&path, forged).expect("a list");
        let error = text(&verify().stderr);
        assert!(error.contains(why), "{name}: {error}");
    };
    refuse("which a block of ", &|ruling| ruling["match"] = 99.into());
    match name {
        // In the first match of a block `random` has all seats.
        "compare" => refuse("timed out here, but by the kept sums", &|ruling| {
            ruling["match"] = 0.into();
        }),
        // The line-ups of a test go ABB, BAB, BBA, BAA, ABA, AAB.
        "sprt" => refuse("timed out here, but by blocks.csv", &|ruling| {
            let seat = ruling["seat"].as_u64().expect("a seat");
            ruling["match"] = ((seat + 1) % 3).into();
        }),
        _ => {}
    }
    std::fs::write(&path, list).expect("a list");
}

#[test]
fn a_bot_that_hoards_memory_forfeits() {
    let dir = play("hoards", "hoards:seldom=45,random,greedy", "--memory-mb 300");
    assert!(reasons(&dir).iter().all(|reason| reason == "took more than the 300 MB allowed"));
}

#[test]
fn a_limit_that_can_not_be_kept_is_refused_in_a_line() {
    let refused = |words: &str| {
        let output = run(&format!("tournament --game 9-2-5 --bots random,greedy {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}");
        text(&output.stderr)
    };
    let told = refused("--move-seconds 1");
    assert!(
        told.starts_with("error: --move-seconds: ") && told.ends_with(": add --out DIR\n"),
        "{told}"
    );
    let told = refused("--memory-mb 300 --threads 2 --out nowhere");
    assert!(told.starts_with("error: --memory-mb: memory is the whole process's"), "{told}");
    assert!(refused("--move-seconds 0 --out nowhere").contains("0 is not in 1..=86400"));
}

#[test]
fn where_no_limit_is_passed_a_run_is_the_same_with_it_and_without() {
    let (with, without) = (folder("with"), folder("without"));
    let words = "tournament --game three-kings --bots random,greedy --blocks 20 --quiet";
    assert!(run(&format!("{words} --move-seconds 60 --out {}", with.display())).status.success());
    assert!(run(&format!("{words} --out {}", without.display())).status.success());
    let hash = |dir: &Path| common::manifest(dir)["results_hash"].clone();
    assert_eq!(hash(&with), hash(&without));
    assert!(!with.join("forfeits.json").exists());
}
