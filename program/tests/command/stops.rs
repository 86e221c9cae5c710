//! A run that is stopped at any moment is carried on to the same bytes.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::common::started::{SIGNALS, Started, start, start_with, stopped};
use crate::common::{
    PROGRAM, assert_same, command, folder, manifest, parsed, play, printed, shell, succeed, text,
};

/// A run of each kind, shards of three kinds and games from files, each some tenths of a second long.
pub(crate) const RUNS: [(&str, &str); 12] = [
    (
        "triples",
        "tournament --game 9-2-5 --bots random,greedy:epsilon=0.3 --blocks 400 --records every=5 --seed 4",
    ),
    (
        "pairs",
        "tournament --game three-legged-kitty --bots random,greedy --blocks 400 --seed 12 --compress --records every=3 \
         --hands every=2",
    ),
    (
        "compare",
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy:epsilon=0.2 --blocks 200 --block-values",
    ),
    (
        "sprt",
        "sprt --game 9-2-5 --bots greedy:epsilon=0.3,greedy:epsilon=0.3 --t1 0.02 --blocks 250",
    ),
    ("calibrate", "calibrate --game 9-2-5 --bots random --max-hands 1 --runs 30 --seed 16"),
    (
        "coverage",
        "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 40 --blocks 5,50",
    ),
    (
        "shard",
        "tournament --game three-kings --bots random,greedy --blocks 600 --seed 13 --shard 2/3",
    ),
    (
        "sprt-shard",
        "sprt --game 9-2-5 --bots greedy,greedy:epsilon=0.01 --blocks 800 --seed 15 --shard 2/2",
    ),
    (
        "calibrate-shard",
        "calibrate --game 9-2-5 --bots random --max-hands 1 --runs 120 --shard 2/2",
    ),
    (
        "file",
        "tournament --game three-five-eight --bots random,greedy --blocks 150 --records every=5 --seed 3",
    ),
    (
        "file-compare",
        "compare --game sergeant-major --variants sergeant-major,9-5-2 --bots random,greedy --blocks 150 --block-values",
    ),
    ("file-calibrate", "calibrate --game hearts --bots random --max-hands 1 --runs 30"),
];

#[test]
fn a_run_of_each_kind_that_a_signal_stopped_is_carried_on_to_the_same_bytes() {
    for (number, (name, run)) in RUNS.into_iter().take(6).enumerate() {
        let dir = folder(name);
        let (full, out) = (play(dir.join("full"), run), dir.join("part"));
        let (signal, code) = SIGNALS[number % SIGNALS.len()];
        let (ended, error) = stopped(&format!("{run} --threads 1"), &out, signal);
        assert_eq!(ended, code, "{name} {signal}: {error}");
        if signal != "KILL" {
            check_words(&error, name == "coverage", &out);
        }
        let resume = format!("resume {} --quiet", out.display());
        // Stopped a second time, soon after it was carried on.
        let mut again = start_with(&mut command(&resume), &out);
        sleep(Duration::from_millis(20));
        again.signal("KILL");
        again.end();
        // The same command carries on as well as `resume`.
        let command = format!("{run} --out {}", out.display());
        succeed(if number % 2 == 0 { &resume } else { &command });
        assert_same(&out, &full, &format!("{name} {signal}"));
    }
}

/// The two lines that an interrupted run says.
fn check_words(error: &str, of_coverage: bool, out: &Path) {
    let [first, last] = error.lines().collect::<Vec<_>>()[..] else { panic!("{error}") };
    let units = if of_coverage { "runs" } else { "blocks" };
    let told = format!(
        "noting the finished {units} and giving up the {units} that are being played (1 thread); Ctrl-C again stops at \
         once"
    );
    assert_eq!(first, told);
    let then = format!("; to go on: threehand resume {}", out.display());
    assert!(last.starts_with("interrupted after ") && last.ends_with(&then), "{error}");
}

/// A bot that takes minutes for a decision.
const SLOW: &str = "mc:worlds=1000000";

#[test]
fn a_signal_does_not_wait_for_a_decision() {
    let dir = folder("slow");
    for (number, (name, run)) in [
        ("tournament", format!("tournament --bots {SLOW},random")),
        ("shard", format!("tournament --bots {SLOW},random --shard 2/3")),
        ("compare", format!("compare --variants 9-2-5,9-5-2 --bots {SLOW}")),
        ("sprt", format!("sprt --bots {SLOW},random")),
        ("calibrate", format!("calibrate --bots {SLOW} --runs 20 --shard 2/2")),
    ]
    .iter()
    .enumerate()
    {
        let (signal, code) = [SIGNALS[0], SIGNALS[2], SIGNALS[3]][number % 3];
        let mut started = start(&format!("{run} --game 9-2-5 --quiet"), &dir.join(name));
        started.wait_for("config.toml");
        sleep(Duration::from_millis(100));
        started.signal(signal);
        let (ended, error) = started.end();
        assert_eq!((ended, error.lines().count()), (code, 1), "{name}: {error}");
        assert!(error.starts_with("interrupted after 0 of "), "{name}: {error}");
        assert!(error.contains("; to go on: threehand resume "), "{name}: {error}");
    }
    let mut run = command(&format!("tournament --game 9-2-5 --bots {SLOW},random"));
    let mut run = start_with(&mut run, &dir);
    run.wait_until_it_hears(SIGTERM);
    run.signal("TERM");
    let (ended, error) = run.end();
    assert_eq!(ended, Some(143), "{error}");
    assert!(error.ends_with("; nothing was written; the same command starts again\n"), "{error}");
}

#[test]
fn a_stopped_run_shows_what_was_played_and_names_the_command_that_goes_on() {
    let dir = folder("shown");
    let run = "tournament --game 9-2-5 --bots random,greedy --blocks 1500 --threads 1 --hands none";
    let (full, out) = (play(dir.join("full"), run), dir.join("it's"));
    let export = dir.join("standings.md");
    let stop = || {
        let _ = fs::remove_dir_all(&out);
        let mut command = command(run);
        command.arg("--export").arg(&export).env("COLUMNS", "200").arg("--out").arg(&out);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut started = Started::of(child.expect("it runs"), &out);
        started.wait_for("manifest.json");
        started.signal("INT");
        let (ended, error) = started.end();
        let shown = io::read_to_string(started.child.stdout.take().expect("a pipe"));
        // Too early a signal leaves nothing to show, and too late a one stops nothing.
        (ended == Some(130) && out.join("progress.json").exists())
            .then(|| (error, shown.expect("UTF-8")))
    };
    let (error, shown) = (0..50).find_map(|_| stop()).expect("a stopped run");
    let first = shown.lines().next().unwrap_or_default();
    assert!(first.contains(" · stopped after ") && first.ends_with(" of 1,500 blocks"), "{shown}");
    assert!(shown.contains("win share"), "{shown}");
    // The note counts whole blocks, and ends at the end of a line.
    let note = parsed(&text(out.join("progress.json")));
    let rows = text(out.join("matches.csv"));
    assert_eq!(note["bytes"][0][1].as_u64(), Some(rows.len() as u64));
    assert_eq!(rows.lines().count() as u64, 1 + 18 * note["blocks"].as_u64().expect("a number"));
    let (said, then) = error.trim_end().split_once("; to go on: ").expect("a command");
    assert!(said.contains("\ninterrupted after ") && said.ends_with(" of 1,500 blocks"), "{said}");
    assert!(then.ends_with(&format!(" --export {}", export.display())), "{then}");
    let told = parsed(&printed(&mut shell(&format!("{then} --json"))));
    assert_eq!(told["blocks"], 1500);
    assert_same(&out, &full, "resumed");
    assert!(export.exists());
}

#[test]
fn a_second_signal_ends_the_run_at_once_and_nothing_noted_is_lost() {
    let dir = folder("twice");
    for (first, second, code) in [("INT", "INT", 130), ("INT", "TERM", 143)] {
        let out = dir.join(second);
        // Nobody reads what the first signal makes the run say, so that the run can't end.
        let (reader, mut writer) = io::pipe().expect("a pipe");
        writer.write_all(&[b' '; 1 << 16]).expect("room");
        let mut run = command(&RUNS[0].1.replace("400", "1000000"));
        let run = run.arg("--out").arg(&out).stderr(writer).stdout(Stdio::null());
        let mut run = Started::of(run.spawn().expect("it runs"), &out);
        run.wait_for("progress.json");
        run.signal(first);
        run.wait_until_it_hears(SIGINT);
        assert!(run.is_running(), "the first signal was enough");
        run.signal(second);
        assert_eq!(run.end().0, Some(code), "{first} {second}");
        drop(reader);
        let told = succeed(&format!("verify {}", out.display()));
        assert!(told.contains("an unfinished tournament; nothing is wrong with"), "{told}");
    }
}

#[test]
fn a_signal_that_nohup_ignores_goes_on_being_ignored() {
    let out = folder("nohup").join("out");
    let mut nohup = shell("trap '' HUP; exec \"$@\"");
    nohup.arg(PROGRAM).args(RUNS[0].1.split_whitespace()).args(["--quiet", "--out"]).arg(&out);
    let mut run = start_with(&mut nohup, &out);
    run.wait_for("manifest.json");
    run.signal("HUP");
    assert_eq!(run.end().0, Some(0));
}

/// Fixed fractions that are spread evenly over 0 to 1: multiples of the golden ratio modulo 1.
fn fractions() -> impl Iterator<Item = f64> {
    (1..).map(|i| f64::from(i) * 0.618_033_988_749_895 % 1.0)
}

/// Stops a run again and again at moments spread over its time, until so many signals were sent.
fn stop_again_and_again(count: usize, name: &str, arguments: &str, dir: &Path) {
    const SENT: [&str; 8] = ["KILL", "KILL", "KILL", "KILL", "KILL", "INT", "TERM", "HUP"];
    let out = dir.join("part");
    let begun = Instant::now();
    let full = play(dir.join("full"), arguments);
    let mut whole = begun.elapsed();
    let mut fractions = fractions();
    let (mut sent, mut stopped) = (0, 0);
    while sent < count {
        let _ = fs::remove_dir_all(&out);
        let threads = 1 + sent % 3;
        let begin = format!("{arguments} --quiet --threads {threads} --out {}", out.display());
        let resume = format!("resume --quiet {}", out.display());
        let mut next = &begin;
        let times = 1 + sent % 4;
        for time in 0..times {
            let reach = if sent % 5 == 0 { 0.1 } else { 1.0 / times as f64 };
            let fraction = reach * fractions.next().expect("they go on");
            let mut run = start_with(&mut command(next), &out);
            sleep(whole.mul_f64(fraction));
            run.signal(SENT[(sent + time) % SENT.len()]);
            sent += 1;
            if run.child.wait().expect("it ends").success() {
                // The machine may have become faster since the time was taken.
                whole = if fraction < 0.5 { whole.mul_f64(0.9) } else { whole };
            } else {
                stopped += 1;
            }
            next = if out.join("manifest.json").exists() { &resume } else { &begin };
        }
        succeed(next);
        assert_same(&out, &full, &format!("{name} after {sent} signals"));
        assert!(manifest(&out)["finished"].is_string());
    }
    println!("{name}: {stopped} of {sent} signals came before the run was done");
    assert!(stopped * 3 >= sent, "too few signals came in time: {stopped} of {sent}");
}

#[test]
fn a_run_stopped_at_any_moment_comes_to_the_same_bytes() {
    let (name, run) = RUNS[0];
    stop_again_and_again(12, name, run, &folder(name));
}

#[test]
#[ignore = "minutes: by night"]
fn a_thousand_signals_change_no_byte_of_any_kind_of_run() {
    for (name, run) in RUNS {
        stop_again_and_again(130, name, run, &folder(name));
    }
}
