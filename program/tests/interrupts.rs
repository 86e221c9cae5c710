//! Real signals end a run in order, whatever its bots are doing, and the run is carried on to the
//! same bytes.

mod common;

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use common::{assert_same, folder, succeed, threehand};

/// What each signal makes of the exit code.
const SIGNALS: [(&str, i32); 3] = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];

/// A run of each kind, of some tenths of a second.
const RUNS: [(&str, &str); 6] = [
    ("tournament", "tournament --bots random,greedy:epsilon=0.3 --blocks 400 --records every=5"),
    ("shard", "tournament --bots random,greedy:epsilon=0.3 --blocks 1200 --shard 2/3"),
    ("compare", "compare --variants 9-2-5,9-5-2 --bots random,greedy:epsilon=0.2 --blocks 150"),
    ("sprt", "sprt --bots greedy:epsilon=0.3,greedy:epsilon=0.3 --t1 0.02 --blocks 250"),
    ("calibrate", "calibrate --max-hands 2 --runs 90"),
    ("coverage", "coverage --max-hands 2 --bots random,greedy --pool 500 --runs 60 --blocks 5,100"),
];

/// A bot that takes minutes for a decision.
const SLOW: &str = "mc:worlds=1000000";

/// How soon a run has to end. It takes some hundredths of a second, but the machine may be busy.
const SOON: Duration = Duration::from_secs(3);

fn start(arguments: &str, stderr: Stdio) -> Child {
    let mut command = threehand();
    command.args(arguments.split_whitespace()).args(["--game", "9-2-5", "--seed", "4"]);
    command.stdout(Stdio::null()).stderr(stderr).spawn().unwrap()
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits for the end of a run, which has to come soon.
fn end(child: &mut Child, when: &str) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > SOON {
            child.kill().unwrap();
            panic!("{when}: the run did not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until a run has written a file.
fn wait_for(file: &Path, child: &mut Child) {
    while !file.exists() {
        let ended = child.try_wait().unwrap();
        assert!(ended.is_none() || file.exists(), "{}: {ended:?}", file.display());
        std::thread::sleep(Duration::from_micros(500));
    }
}

#[test]
fn each_signal_ends_each_kind_of_run_in_order_and_the_run_is_carried_on_to_the_same_bytes() {
    for (name, run) in RUNS {
        let dir = folder(&format!("interrupts-{name}"));
        let full = dir.join("full");
        succeed(&format!("{run} --game 9-2-5 --seed 4 --quiet --out {}", full.display()));
        for (signal, code) in SIGNALS {
            let when = format!("{name} {signal}");
            let out = dir.join(signal);
            let run = format!("{run} --threads 1 --out {}", out.display());
            let mut child = start(&run, Stdio::piped());
            wait_for(&out.join("progress.json"), &mut child);
            send(&child, signal);
            let status = end(&mut child, &when);
            let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
            assert_eq!(status.code(), Some(code), "{when}: {error}");
            let [first, last] = error.lines().collect::<Vec<_>>()[..] else {
                panic!("{when}: {error}")
            };
            let units = if name == "coverage" { "runs" } else { "blocks" };
            let told = format!(
                "noting the finished {units} and giving up the {units} that are being played (1 thread); Ctrl-C \
                 again stops at once"
            );
            assert_eq!(first, told, "{when}");
            let then = format!("; to go on: threehand resume {}", out.display());
            assert!(last.starts_with("interrupted after ") && last.ends_with(&then), "{error}");
            succeed(&format!("resume {} --quiet", out.display()));
            assert_same(&out, &full, &when);
        }
    }
}

#[test]
fn a_signal_does_not_wait_for_a_decision() {
    let dir = folder("interrupts-slow");
    let runs = [
        ("tournament", format!("tournament --bots {SLOW},random")),
        ("shard", format!("tournament --bots {SLOW},random --shard 2/3")),
        ("compare", format!("compare --variants 9-2-5,9-5-2 --bots {SLOW}")),
        ("sprt", format!("sprt --bots {SLOW},random")),
        ("calibrate", format!("calibrate --bots {SLOW} --runs 20 --shard 2/2")),
    ];
    for (number, (name, run)) in runs.iter().enumerate() {
        let (signal, code) = SIGNALS[number % SIGNALS.len()];
        let out = dir.join(name);
        let mut child = start(&format!("{run} --quiet --out {}", out.display()), Stdio::piped());
        wait_for(&out.join("config.toml"), &mut child);
        std::thread::sleep(Duration::from_millis(100));
        send(&child, signal);
        let status = end(&mut child, name);
        let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert_eq!(status.code(), Some(code), "{name}: {error}");
        assert_eq!(error.lines().count(), 1, "{name}: {error}");
        assert!(error.starts_with("interrupted after 0 of "), "{name}: {error}");
        assert!(error.contains("; to go on: threehand resume "), "{name}: {error}");
    }
}

#[test]
fn what_a_stopped_run_shows_says_that_it_was_stopped_and_its_exports_are_not_forgotten() {
    let dir = folder("interrupts-shown");
    let (out, export) = (dir.join("run"), dir.join("standings.md"));
    let run = "tournament --bots random,greedy --blocks 20000 --threads 1";
    let run = format!("{run} --out {} --export {}", out.display(), export.display());
    let mut command = threehand();
    command.args(run.split(' ')).args(["--game", "9-2-5"]).env("COLUMNS", "200");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&out.join("progress.json"), &mut child);
    send(&child, "-INT");
    end(&mut child, "shown");
    let shown = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    let first = shown.lines().next().unwrap_or_default();
    assert!(first.contains(" · stopped after ") && first.ends_with(" of 20,000 blocks"), "{shown}");
    let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    let then = format!(": threehand resume {} --export {}\n", out.display(), export.display());
    assert!(error.ends_with(&then), "{error}");
}

#[test]
fn a_run_without_a_folder_says_that_nothing_was_written() {
    let mut child = start(&format!("tournament --bots {SLOW},random"), Stdio::piped());
    std::thread::sleep(Duration::from_millis(400));
    send(&child, "-TERM");
    let status = end(&mut child, "without a folder");
    let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(status.code(), Some(143), "{error}");
    assert!(error.ends_with("; nothing was written; the same command starts again\n"), "{error}");
}

#[test]
fn a_second_signal_ends_the_run_at_once_and_nothing_noted_is_lost() {
    let dir = folder("interrupts-twice");
    let full = dir.join("full");
    let run = RUNS[0].1.replace("400", "800");
    succeed(&format!("{run} --game 9-2-5 --seed 4 --quiet --out {}", full.display()));
    for (first, second, code) in [("-INT", "-INT", 130), ("-INT", "-TERM", 143)] {
        let when = format!("{first} {second}");
        let out = dir.join(&when);
        // Nobody reads what the first signal makes the run say, so that the run can't end.
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(&[b' '; 1 << 16]).unwrap();
        let mut child = threehand()
            .args(run.split_whitespace())
            .args(["--game", "9-2-5", "--seed", "4", "--threads", "1", "--out"])
            .arg(&out)
            .stdout(Stdio::null())
            .stderr(writer)
            .spawn()
            .unwrap();
        wait_for(&out.join("progress.json"), &mut child);
        send(&child, first);
        std::thread::sleep(Duration::from_millis(300));
        assert!(child.try_wait().unwrap().is_none(), "{when}: the first signal was enough");
        send(&child, second);
        assert_eq!(end(&mut child, &when).code(), Some(code), "{when}");
        drop(reader);
        let resumed = threehand().args(["resume", "--quiet"]).arg(&out).output().unwrap();
        assert!(resumed.status.success(), "{when}");
        assert_same(&out, &full, &when);
    }
}

#[test]
fn what_nohup_ignores_goes_on_being_ignored() {
    let dir = folder("interrupts-nohup");
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' HUP; exec \"$@\"", "bash", env!("CARGO_BIN_EXE_threehand")]);
    command.args(RUNS[0].1.split_whitespace()).args(["--game", "9-2-5", "--quiet", "--out"]);
    let mut child = command.arg(dir.join("out")).stdout(Stdio::null()).spawn().unwrap();
    wait_for(&dir.join("out").join("progress.json"), &mut child);
    send(&child, "-HUP");
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_interrupted_merger_leaves_nothing_and_the_same_command_starts_again() {
    let dir = folder("interrupts-merge");
    let parts: Vec<_> = (1..=6).map(|part| dir.join(part.to_string())).collect();
    for (number, part) in parts.iter().enumerate() {
        succeed(&format!(
            "tournament --game 9-2-5 --bots random,greedy --blocks 1500 --shard {}/6 --quiet \
             --out {}",
            number + 1,
            part.display()
        ));
    }
    let merge = |out: &Path| {
        let mut command = threehand();
        command.arg("merge").args(&parts).arg("--quiet").arg("--out").arg(out);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let full = dir.join("full");
    assert!(merge(&full).status().unwrap().success());
    let mut told = 0;
    for number in 0..24 {
        let (signal, code) = SIGNALS[number % SIGNALS.len()];
        let out = dir.join("out");
        let _ = std::fs::remove_dir_all(&out);
        let mut child = merge(&out).spawn().unwrap();
        // From before the folder is made until its files are written.
        if number > 2 {
            wait_for(&out.join("matches.csv"), &mut child);
            std::thread::sleep(Duration::from_micros(200 * (number as u64 - 3)));
        }
        send(&child, signal);
        let status = end(&mut child, signal);
        let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        if status.code() == Some(code) {
            told += 1;
            assert_eq!(
                error.trim_end(),
                "interrupted; nothing was written; the same command starts again"
            );
        }
        if !status.success() {
            assert!(merge(&out).status().unwrap().success(), "merger {number}, {signal}: {error}");
        }
        assert_same(&out, &full, &format!("merger {number}, {signal}"));
    }
    assert!(told >= 3, "too few mergers were interrupted: {told}");
}

/// Runs the command with files of at most so many kilobytes.
fn limited(kilobytes: u32, arguments: &str) -> std::process::Output {
    let mut command = Command::new("bash");
    let limit = format!("ulimit -f {kilobytes}; exec \"$@\"");
    command.args(["-c", &limit, "bash", env!("CARGO_BIN_EXE_threehand")]);
    command.args(arguments.split_whitespace()).output().unwrap()
}

#[test]
fn a_file_that_may_not_grow_further_is_an_error_and_the_run_is_carried_on_to_the_same_bytes() {
    let dir = folder("interrupts-limit");
    let [full, out] = ["full", "out"].map(|name| dir.join(name));
    let run = format!("{} --game 9-2-5 --seed 4 --quiet --out", RUNS[0].1);
    succeed(&format!("{run} {}", full.display()));
    let stopped = limited(32, &format!("{run} {}", out.display()));
    let error = String::from_utf8(stopped.stderr).unwrap();
    assert_eq!(stopped.status.code(), Some(1), "{error}");
    let then = format!("; to go on: threehand resume {}\n", out.display());
    assert!(error.contains("File too large") && error.ends_with(&then), "{error}");
    succeed(&format!("resume {} --quiet", out.display()));
    assert_same(&out, &full, "limit");
}

#[test]
fn a_merger_that_can_not_be_written_leaves_nothing_and_the_same_command_merges() {
    let dir = folder("interrupts-merge-limit");
    for part in 1..=2 {
        let run =
            "tournament --game 9-2-5 --bots random,greedy --blocks 400 --records every=9 --quiet";
        succeed(&format!("{run} --shard {part}/2 --out {}/{part}", dir.display()));
    }
    let merge = format!("merge {0}/1 {0}/2 --quiet --out {0}", dir.display());
    succeed(&format!("{merge}/full"));
    let [full, out] = ["full", "out"].map(|name| dir.join(name));
    // A file that grows, and tables at the end.
    let largest = |name: &str| std::fs::metadata(full.join(name)).unwrap().len() / 1024;
    for limit in [1, 16, largest("matches.csv") as u32, largest("records.jsonl") as u32] {
        let stopped = limited(limit, &format!("{merge}/out"));
        let error = String::from_utf8(stopped.stderr).unwrap();
        assert_eq!(stopped.status.code(), Some(1), "{limit}: {error}");
        assert!(error.contains("File too large"), "{limit}: {error}");
        assert_eq!(std::fs::read_dir(&out).unwrap().count(), 0, "{limit}");
    }
    succeed(&format!("{merge}/out"));
    assert_same(&out, &full, "merged");
}
