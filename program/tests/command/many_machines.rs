//! The shards of a run on many machines, some of which are lost: whatever happens to them, the same commands come to
//! the bytes of one run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::started::{Started, send, start, start_with, wait_until};
use crate::common::{
    assert_same, command, fail, folder, in_repository, manifest, play, printed, run, shell,
    succeed, text, unfinish, write,
};
use crate::external::holding;

const RUN: &str = "tournament --game three-kings --bots random,greedy --seed 5 --blocks 12";

/// Runs of some seconds altogether, and in how many shards they are played.
const RUNS: [(&str, u64, &str); 5] = [
    ("tournament", 3, "tournament --game 9-2-5 --bots random,greedy,heuristic --blocks 3000"),
    (
        "compare",
        3,
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy --blocks 2000",
    ),
    ("calibrate", 3, "calibrate --game 9-2-5 --bots random --runs 20 --blocks 500"),
    // The second shard decides.
    (
        "sprt",
        3,
        "sprt --game 9-2-5 --bots greedy:epsilon=0.1,greedy:epsilon=0.12 --blocks 2000 --alpha 0.000001 --beta 0.000001",
    ),
    (
        "coverage",
        3,
        "coverage --game 9-2-5 --bots greedy,random --pool 500 --runs 30 --blocks 5,500",
    ),
];

/// A file of the examples of scripts.
fn example(name: &str) -> PathBuf {
    in_repository("examples/cluster").join(name)
}

/// A script that plays a run in so many shards, two at a time.
fn script(name: &str, count: u64, parts: &Path, command: &str) -> Command {
    let mut script = shell("exec sh \"$@\"");
    script.arg(example(name)).args([&count.to_string(), "2"]).arg(parts);
    script.args(command.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    script
}

/// Kills the process that plays into this folder, as soon as the run has begun there.
fn kill_worker(shard: &Path) {
    wait_until("the shard", || shard.join("manifest.json").exists());
    let [worker] = processes(&shard.display().to_string())[..] else {
        panic!("{}: nobody plays there", shard.display())
    };
    send(worker, "KILL");
}

/// The processes of the command whose words contain this one.
fn processes(word: &str) -> Vec<u32> {
    let is_one = |pid: &u32| {
        let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).into_owned();
        let mut words = words.split('\0');
        words.next().is_some_and(|name| name.ends_with("threehand")) && words.any(|w| w == word)
    };
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(is_one).collect()
}

/// A run that takes some tenths of a second.
const SHARD: &str =
    "tournament --game 9-2-5 --bots random,greedy,heuristic --blocks 800 --threads 1 --shard 1/2";

/// Starts the run and stops it, without ending it, once it has noted a block; one that was over by then is started
/// again.
fn start_held(out: &Path) -> Started {
    for _ in 0..50 {
        let _ = fs::remove_dir_all(out);
        let mut run = start(SHARD, out);
        run.wait_for("manifest.json");
        wait_until("a note", || out.join("progress.json").exists() || finished(out));
        run.signal("STOP");
        if !finished(out) {
            return run;
        }
        run.signal("CONT");
    }
    panic!("each run was over before it was held")
}

fn finished(out: &Path) -> bool {
    manifest(out)["finished"].is_string()
}

#[test]
#[cfg(target_os = "linux")]
fn shards_whose_worker_is_killed_come_to_the_whole_run_when_they_are_played_again() {
    let dir = folder("many-xargs");
    let (program, hold, reached) = holding(&dir);
    let command = with_program(&program);
    play_again("held", 4, &command, |shard| {
        wait_until("the fourth match", || reached.exists());
        kill_worker(shard);
        fs::remove_file(hold).unwrap();
    });
}

/// A run with a program.
fn with_program(program: &str) -> String {
    format!(
        "tournament --game 9-2-5 --bots cmd:it:kill=3600000,random --format abb --blocks 32 --max-hands 1 --external it={program}"
    )
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "half a minute: by night"]
fn shards_of_every_kind_whose_worker_is_killed_come_to_the_whole_run() {
    for (name, count, command) in RUNS {
        play_again(name, count, command, kill_worker);
    }
}

fn play_again(name: &str, count: u64, command: &str, kill: impl FnOnce(&Path)) {
    let dir = folder(name);
    let (whole, parts) = (dir.join("whole"), dir.join("parts"));
    let script = || script("xargs.sh", count, &parts, command);
    let mut first = script().spawn().unwrap();
    let shard = parts.join("2");
    kill(&shard);
    assert!(!first.wait().unwrap().success(), "{name}: nobody missed the worker");
    let missing = succeed(&format!("merge --missing {} --quiet", parts.display()));
    let resume = format!("threehand resume {}\n", shard.display());
    assert!(missing.contains(&resume), "{name}: {missing}");
    assert!(script().status().unwrap().success(), "{name}");
    play(&whole, command);
    assert_same(&parts.join("whole"), &whole, name);
    // All that was played is left as it is.
    let played = || fs::metadata(shard.join("manifest.json")).unwrap().modified().unwrap();
    let before = played();
    assert!(script().status().unwrap().success(), "{name}");
    assert_eq!(before, played(), "{name}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_script_for_gnu_parallel_plays_the_shard_of_a_killed_worker_again() {
    if Command::new("parallel").arg("--version").output().is_err() {
        println!("skipped: there is no GNU parallel");
        return;
    }
    let dir = folder("many-parallel");
    let (program, hold, reached) = holding(&dir);
    let (whole, parts) = (dir.join("whole"), dir.join("parts"));
    let command = with_program(&program);
    let mut script = script("parallel.sh", 4, &parts, &command).spawn().unwrap();
    wait_until("the fourth match", || reached.exists());
    kill_worker(&parts.join("2"));
    fs::remove_file(hold).unwrap();
    assert!(script.wait().unwrap().success());
    play(&whole, &command);
    assert_same(&parts.join("whole"), &whole, "parallel");
}

#[test]
fn the_script_for_slurm_plays_a_task_for_each_shard_and_single_shards_again() {
    let dir = folder("many-slurm");
    let (whole, parts) = (dir.join("whole"), dir.join("parts"));
    play(&whole, RUN);
    let stub = in_repository("program/tests/cluster/sbatch");
    let sbatch = |tasks: &str, shards: Option<&str>| {
        let mut sbatch = shell("exec sh \"$@\"");
        sbatch.arg(&stub).arg(format!("--array={tasks}")).arg(example("slurm.sh")).arg(&parts);
        sbatch.args(RUN.split_whitespace()).envs(shards.map(|shards| ("SHARDS", shards)));
        let output = sbatch.output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(sbatch("1-4", None), (true, String::new()));
    assert_eq!(sbatch("1-4", None), (true, String::new()), "finished tasks are no failures");
    for lost in ["2", "4"] {
        fs::remove_dir_all(parts.join(lost)).unwrap();
    }
    // The submission of some tasks counts these alone, so it can't be taken for another run.
    let (done, error) = sbatch("2,4", None);
    assert!(!done && error.contains("error: invalid value '4/2' for '--shard <K/N>'"), "{error}");
    fs::remove_dir_all(parts.join("2")).unwrap();
    assert_eq!(sbatch("2,4", Some("4")), (true, String::new()));
    succeed(&format!("merge {} --out {} --quiet", parts.display(), dir.join("merged").display()));
    assert_same(&dir.join("merged"), &whole, "slurm");
}

#[test]
fn a_printed_command_runs_as_it_stands_whatever_the_folder_is_called_and_holds() {
    let dir = folder("many-names");
    for parent in ["-parts", "it's $HOME", "two\nlines\n", "tab\tand \u{1b}[31m", "\u{e9}\u{202e}*"]
    {
        let there = dir.join(parent);
        let in_dir =
            |words: &str, last: &str| printed(command(words).current_dir(&dir).args(["--", last]));
        for shard in 1..=4 {
            // The fourth folder holds a whole run.
            let part = if shard < 4 { format!("--shard {shard}/4") } else { String::new() };
            let out = format!("--out={parent}/{shard}");
            printed(command(&format!("{RUN} --quiet {part}")).current_dir(&dir).arg(out));
        }
        // Broken, stopped, and without its manifest.
        write(there.join("1/matches.csv"), "");
        unfinish(&there.join("2"));
        fs::remove_file(there.join("3/manifest.json")).unwrap();
        let commands = in_dir("merge --missing --quiet", parent);
        assert_eq!(commands.lines().count(), 4, "{commands}");
        assert!(commands.lines().nth(3).unwrap().contains("shard-4-of-4"), "{commands}");
        printed(shell(&format!("set -e\n{commands}")).current_dir(&dir));
        assert_eq!(in_dir("merge --missing --quiet", parent), "", "{parent}");
        in_dir("merge --json --out=merged --force", parent);
        let hash = |dir: &Path| manifest(dir)["results_hash"].clone();
        assert_eq!(hash(&dir.join("merged")), hash(&there.join("4")));
    }
}

#[test]
fn a_program_with_words_of_its_own_is_in_the_command_for_a_missing_shard() {
    let dir = folder("many-settings");
    let first = in_repository("examples/external/first.sh");
    let setting = format!("first=sh '{}'", first.display());
    let run = "tournament --game 9-2-5 --bots cmd:first,random --blocks 4 --max-hands 1 --quiet --external";
    let [whole, parts] = ["whole", "parts"].map(|name| dir.join(name).display().to_string());
    for place in [&["--out", &whole][..], &["--shard", "2/2", "--out", &format!("{parts}/2")]] {
        printed(command(run).arg(&setting).args(place));
    }
    printed(&mut shell(&succeed(&format!("merge --missing {parts}"))));
    succeed(&format!("merge {parts} --quiet --out {parts}/whole"));
    assert_same(Path::new(&format!("{parts}/whole")), Path::new(&whole), "a program");
}

#[test]
fn a_folder_that_a_live_run_holds_is_left_alone_or_waited_for() {
    let dir = folder("many-busy");
    let (out, parts) = (dir.join("parts/1"), dir.join("parts"));
    let mut first = start_held(&out);
    let commands =
        [format!("{SHARD} --out {}", out.display()), format!("resume {}", out.display())];
    for command in &commands {
        let error = fail(75, command);
        let told = "another run is being written there: try again when it has ended";
        assert!(error.ends_with(told), "{error}");
    }
    // A shard that is being played is not missing.
    let output = run(&format!("merge --missing {}", parts.display()));
    let [missing, notes] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(missing.lines().count() == 1 && missing.contains("--shard 2/2"), "{missing}");
    assert_eq!(notes, format!("{}: shard 1/2 is being played\n", out.display()));
    let told = format!("{}: waiting for the run that is being written there", out.display());
    let wait = |waits: String| {
        let mut waiting = start_with(&mut command(&format!("{waits} --wait-lock")), &out);
        waiting.wait_for_words(&told);
        waiting
    };
    let mut interrupted = wait(commands[0].clone());
    let waiting = commands.map(wait);
    interrupted.signal("INT");
    let (code, error) = interrupted.end();
    assert_eq!(code, Some(130), "{error}");
    let end = "interrupted while waiting; nothing was written; the same command starts again\n";
    assert!(error.ends_with(end), "{error}");
    first.signal("KILL");
    first.end();
    // One of the two goes on, and the other waits for that one too.
    for mut waiting in waiting {
        let (code, error) = waiting.end();
        assert_eq!(code, Some(0), "{error}");
        assert_eq!(error.matches(&told).count(), 1, "{error}");
    }
    assert_same(&out, &play(dir.join("full"), SHARD), "after waiting");
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_whose_parent_is_gone_stops_in_order_if_it_was_so_asked() {
    let dir = folder("orphans");
    for flag in ["--die-with-parent", ""] {
        let out = dir.join(format!("out{flag}"));
        let word = out.display().to_string();
        // A second command keeps the shell from becoming the first. The run takes far longer than it is watched.
        let long = "threehand tournament --game 9-2-5 --bots random,greedy --blocks 1000000";
        let script =
            format!("{long} --threads 1 --out {word} --quiet {flag} > {word}.said 2>&1; true");
        let mut parent = start_with(&mut shell(&script), &out);
        parent.wait_for("progress.json");
        let [child] = processes(&word)[..] else { panic!("one run is played") };
        parent.signal("KILL");
        parent.end();
        if flag.is_empty() {
            sleep(Duration::from_millis(300));
            assert_eq!(processes(&word), [child], "an orphan goes on");
            send(child, "KILL");
        }
        wait_until("the end", || processes(&word).is_empty());
        if !flag.is_empty() {
            let said = text(format!("{word}.said"));
            let parts = ["interrupted after ", "; to go on: threehand resume"];
            assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        }
        // A process has no command any more a moment before its last thread lets go of the folder.
        wait_until("the lock", || run(&format!("verify {word} -q")).status.code() != Some(75));
        let told = succeed(&format!("verify {word}"));
        assert!(told.contains("an unfinished tournament; nothing is wrong with"), "{flag}: {told}");
    }
}
