//! Runs of every kind, ended again and again at any moment, come to the bytes of a run that nobody
//! ended. The few of each kind run with the other tests, and a thousand when they are asked for:
//! `cargo test -p threehand --test kills -- --ignored --nocapture`.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{assert_same, folder, manifest, run, succeed, threehand};

/// What is ended, each some tenths of a second long.
const RUNS: [(&str, &str); 9] = [
    (
        "triples",
        "tournament --game 9-2-5 --bots random,greedy,greedy:epsilon=0.3 --blocks 300 --seed 11 \
         --records every=5",
    ),
    (
        "pairs",
        "tournament --game three-legged-kitty --bots random,greedy --blocks 400 --seed 12 \
         --compress --records every=3 --hands every=2",
    ),
    (
        "shard",
        "tournament --game three-kings --bots random,greedy --blocks 240 --seed 13 --shard 2/3",
    ),
    (
        "compare",
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy --blocks 400 --seed 14",
    ),
    (
        "sprt",
        "sprt --game 9-2-5 --bots greedy,greedy:epsilon=0.01 --t1 0.02 --blocks 400 --seed 15",
    ),
    (
        "sprt-shard",
        "sprt --game 9-2-5 --bots greedy,greedy:epsilon=0.01 --blocks 800 --seed 15 --shard 2/2",
    ),
    ("calibrate", "calibrate --game 9-2-5 --bots random --runs 20 --blocks 500 --seed 16"),
    ("calibrate-shard", "calibrate --game 9-2-5 --bots random --runs 20 --blocks 500 --shard 2/2"),
    (
        "coverage",
        "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 60 --blocks 5,100",
    ),
];

/// The signals, each with the share of all kills that it has: most are kills that no process sees.
const SIGNALS: [&str; 8] = ["KILL", "KILL", "KILL", "KILL", "KILL", "INT", "TERM", "HUP"];

/// A fixed row of odd numbers from 0 to 1: a multiple of the golden ratio, less its whole.
fn parts() -> impl Iterator<Item = f64> {
    (1..).map(|i| f64::from(i) * 0.618_033_988_749_895 % 1.0)
}

/// Starts the command, sends the signal after so long, and says whether the command had not ended.
fn ended_after(arguments: &str, delay: Duration, signal: &str) -> bool {
    let mut command = threehand();
    command.args(arguments.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(delay);
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    sent.unwrap();
    !child.wait().unwrap().success()
}

/// Ends runs so many times or some more, each run up to four times; gives how many signals were sent,
/// and how many of these came before the run was done.
fn end_again_and_again(count: usize, name: &str, arguments: &str, dir: &Path) -> (usize, usize) {
    let (full, out) = (dir.join("full"), dir.join("part"));
    let begun = Instant::now();
    succeed(&format!("{arguments} --quiet --out {}", full.display()));
    let mut whole = begun.elapsed();
    let mut parts = parts();
    let (mut sent, mut ended) = (0, 0);
    while sent < count {
        let _ = std::fs::remove_dir_all(&out);
        let threads = 1 + sent % 3;
        let start = format!("{arguments} --quiet --threads {threads} --out {}", out.display());
        let resume = format!("resume --quiet {}", out.display());
        let mut next = &start;
        let times = 1 + sent % 4;
        for time in 0..times {
            let reach = if sent % 5 == 0 { 0.1 } else { 1.0 / times as f64 };
            let part = reach * parts.next().unwrap();
            let signal = SIGNALS[(sent + time) % SIGNALS.len()];
            sent += 1;
            if ended_after(next, whole.mul_f64(part), signal) {
                ended += 1;
            } else if part < 0.5 {
                // The machine has become faster since the time was taken.
                whole = whole.mul_f64(0.9);
            }
            next = if out.join("manifest.json").exists() { &resume } else { &start };
        }
        let last = run(next);
        assert!(last.status.success(), "{next}: {}", String::from_utf8_lossy(&last.stderr));
        assert_same(&out, &full, &format!("{name} after {sent} signals"));
        assert!(manifest(&out)["finished"].is_string());
    }
    (sent, ended)
}

/// Ends mergers, which are begun anew.
fn end_mergers(count: usize, dir: &Path) -> usize {
    let run = "tournament --game 9-2-5 --bots random,greedy --blocks 3000 --quiet";
    let shards = [1, 2].map(|part| dir.join(part.to_string()).display().to_string());
    for (part, shard) in (1..).zip(&shards) {
        succeed(&format!("{run} --shard {part}/2 --out {shard}"));
    }
    let (full, out) = (dir.join("full"), dir.join("merged"));
    succeed(&format!("{run} --out {}", full.display()));
    let merge = format!("merge {} --quiet --out {}", shards.join(" "), out.display());
    let begun = Instant::now();
    succeed(&format!("{merge} --force"));
    let whole = begun.elapsed();
    let mut ended = 0;
    for (number, part) in parts().take(count).enumerate() {
        let _ = std::fs::remove_dir_all(&out);
        let signal = SIGNALS[number % SIGNALS.len()];
        ended += usize::from(ended_after(&merge, whole.mul_f64(part), signal));
        succeed(&format!("{merge} --force"));
        assert_same(&out, &full, "merged");
    }
    ended
}

/// Ends runs of every kind so often each, and mergers.
fn all(count: usize, test: &str) {
    let (mut sent, mut ended) = (0, 0);
    for (name, arguments) in RUNS {
        let dir = folder(&format!("{test}-{name}"));
        let (tried, in_time) = end_again_and_again(count, name, arguments, &dir);
        println!("{name}: {in_time} of {tried} signals came in time");
        (sent, ended) = (sent + tried, ended + in_time);
    }
    println!("{sent} signals, {ended} of them in time, no byte changed");
    assert!(ended * 3 >= sent, "too few signals came in time: {ended} of {sent}");
}

/// Ends mergers so often.
fn mergers(count: usize, test: &str) {
    let in_time = end_mergers(count, &folder(&format!("{test}-merge")));
    println!("merge: {in_time} of {count} signals came in time, no byte changed");
    assert!(in_time * 4 >= count, "too few signals came in time: {in_time} of {count}");
}

#[test]
fn runs_of_every_kind_come_to_the_same_bytes_however_often_they_are_ended() {
    all(4, "few-kills");
}

#[test]
fn mergers_come_to_the_same_bytes_however_often_they_are_ended() {
    mergers(4, "few-kills");
}

#[test]
#[ignore = "slow: a thousand kills take some minutes"]
fn a_thousand_kills_change_no_byte() {
    all(130, "many-kills");
}

#[test]
#[ignore = "slow: a minute"]
fn a_hundred_killed_mergers_change_no_byte() {
    mergers(130, "many-kills");
}
