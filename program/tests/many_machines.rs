//! The shards of a run on many machines, some of which are lost: whatever happens to them, the same commands come to
//! the bytes of one run.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{assert_same, fail, folder, manifest, run, succeed, threehand};

const RUN: &str = "tournament --game three-kings --bots random,greedy --seed 5 --blocks 12";

/// Runs of some seconds altogether, and in how many shards they are played.
const RUNS: [(&str, u64, &str); 5] = [
    ("tournament", 10, "tournament --game 9-2-5 --bots random,greedy,heuristic --blocks 1500"),
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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/cluster").join(name)
}

/// A script that plays a run in so many shards, two at a time.
fn script(name: &str, count: u64, parts: &Path, command: &str) -> Command {
    let mut script = sh();
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
    kill(worker);
}

/// A shell with the command in its path.
fn sh() -> Command {
    // The signals that these tests ignore are heard again.
    let _ = threehand();
    let program = Path::new(env!("CARGO_BIN_EXE_threehand"));
    let path = std::env::var("PATH").unwrap();
    let mut sh = Command::new("sh");
    sh.env("PATH", format!("{}:{path}", program.parent().unwrap().display()));
    sh
}

/// The processes of the command whose words contain this one.
fn processes(word: &str) -> Vec<u32> {
    let is_one = |pid: &u32| {
        let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).into_owned();
        let mut words = words.split('\0');
        words.next().is_some_and(|name| name.ends_with("threehand")) && words.any(|w| w == word)
    };
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(is_one).collect()
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap().success());
}

/// Waits until something is so.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what} never came");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a run and holds it up once it has noted a block, so that it does not end before it is killed.
fn start_held(out: &Path, flags: &str) -> Child {
    let mut command = threehand();
    command.args(long(out).split_whitespace()).args(flags.split_whitespace());
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("a note", || out.join("progress.json").exists());
    let held = Command::new("kill").args(["-STOP", &child.id().to_string()]).status().unwrap();
    assert!(held.success());
    child
}

fn long(out: &Path) -> String {
    format!("{} --threads 1 --out {}", RUNS[0].2, out.display())
}

#[test]
#[cfg(target_os = "linux")]
fn shards_of_every_kind_whose_worker_is_killed_come_to_the_whole_run_when_they_are_played_again() {
    for (name, count, command) in RUNS {
        let dir = folder(&format!("many-{name}"));
        let (whole, parts) = (dir.join("whole"), dir.join("parts"));
        succeed(&format!("{command} --quiet --out {}", whole.display()));
        let script = || script("xargs.sh", count, &parts, command);
        let mut first = script().spawn().unwrap();
        let shard = parts.join("2");
        kill_worker(&shard);
        assert!(!first.wait().unwrap().success(), "{name}: nobody missed the worker");
        let missing = succeed(&format!("merge --missing {} --quiet", parts.display()));
        let resume = format!("threehand resume {}\n", shard.display());
        assert!(missing.contains(&resume), "{name}: {missing}");
        assert!(script().status().unwrap().success(), "{name}");
        assert_same(&parts.join("whole"), &whole, name);
        // All that was played is left as it is.
        let before = std::fs::metadata(shard.join("manifest.json")).unwrap().modified().unwrap();
        assert!(script().status().unwrap().success(), "{name}");
        let after = std::fs::metadata(shard.join("manifest.json")).unwrap().modified().unwrap();
        assert_eq!(before, after, "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_script_for_gnu_parallel_plays_the_shard_of_a_killed_worker_again() {
    if Command::new("parallel").arg("--version").output().is_err() {
        println!("skipped: there is no GNU parallel");
        return;
    }
    let dir = folder("many-parallel");
    let (whole, parts) = (dir.join("whole"), dir.join("parts"));
    let (_, _, command) = RUNS[0];
    succeed(&format!("{command} --quiet --out {}", whole.display()));
    let mut script = script("parallel.sh", 4, &parts, command).spawn().unwrap();
    kill_worker(&parts.join("2"));
    assert!(script.wait().unwrap().success());
    assert_same(&parts.join("whole"), &whole, "parallel");
}

#[test]
fn the_script_for_slurm_plays_a_task_for_each_shard_and_single_shards_again() {
    let dir = folder("many-slurm");
    let (whole, parts) = (dir.join("whole"), dir.join("parts"));
    succeed(&format!("{RUN} --quiet --out {}", whole.display()));
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cluster/sbatch");
    let sbatch = |tasks: &str, shards: Option<&str>| {
        let mut sbatch = sh();
        sbatch.arg(&stub).arg(format!("--array={tasks}")).arg(example("slurm.sh")).arg(&parts);
        sbatch.args(RUN.split_whitespace()).envs(shards.map(|shards| ("SHARDS", shards)));
        let output = sbatch.output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(sbatch("1-4", None), (true, String::new()));
    assert_eq!(sbatch("1-4", None), (true, String::new()), "finished tasks are no failures");
    for lost in ["2", "4"] {
        std::fs::remove_dir_all(parts.join(lost)).unwrap();
    }
    // The submission of some tasks counts these alone, so it can't be taken for another run.
    let (done, error) = sbatch("2,4", None);
    assert!(!done && error.contains("error: invalid value '4/2' for '--shard <K/N>'"), "{error}");
    std::fs::remove_dir_all(parts.join("2")).unwrap();
    assert_eq!(sbatch("2,4", Some("4")), (true, String::new()));
    succeed(&format!("merge {} --out {} --quiet", parts.display(), dir.join("merged").display()));
    assert_same(&dir.join("merged"), &whole, "slurm");
}

#[test]
fn what_is_missing_is_printed_as_the_commands_that_play_it() {
    let dir = folder("many-missing");
    let (whole, parts) = (dir.join("whole"), dir.join("my parts"));
    succeed(&format!("{RUN} --quiet --out {}", whole.display()));
    let play = |shard: u64| {
        let mut command = threehand();
        command.args(RUN.split_whitespace()).args(["--quiet", "--shard", &format!("{shard}/12")]);
        let out =
            command.arg("--out").arg(parts.join(format!("part-{shard:02}"))).output().unwrap();
        assert!(out.status.success(), "{shard}");
    };
    let missing = |flags: &[&str]| {
        let mut command = threehand();
        let output = command.args(["merge", "--missing"]).args(flags).arg(&parts).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    (1..=12).filter(|shard| *shard != 7).for_each(play);
    let manifest_of = |shard: &str| parts.join(shard).join("manifest.json");
    let mut stopped = manifest(&parts.join("part-02"));
    stopped["results_hash"] = serde_json::Value::Null;
    stopped["finished"] = serde_json::Value::Null;
    std::fs::write(manifest_of("part-02"), stopped.to_string()).unwrap();
    std::fs::write(parts.join("part-03").join("matches.csv"), "").unwrap();
    std::fs::write(manifest_of("part-10"), "{").unwrap();
    // Not shards: what a killed process left that had not begun, a whole run, and something else.
    std::fs::create_dir(parts.join("part-07")).unwrap();
    std::fs::write(parts.join("part-07").join(".lock"), "").unwrap();
    succeed(&format!("{RUN} --quiet --out {}", dir.join("other").display()));
    std::fs::rename(dir.join("other"), parts.join("all")).unwrap();
    std::fs::write(parts.join("notes.txt"), "").unwrap();
    let [commands, notes] = missing(&[]);
    let said = parts.display();
    let again = "threehand tournament --game three-kings --seed 5 --bots random,greedy --format pairs --blocks 12";
    assert_eq!(
        commands.lines().collect::<Vec<_>>(),
        [
            format!("threehand resume '{said}/part-02'"),
            format!("{again} --shard 3/12 --out '{said}/part-03' --force"),
            format!("{again} --shard 7/12 --out '{said}/part-07'"),
            format!("{again} --shard 10/12 --out '{said}/part-10' --force"),
        ]
    );
    assert_eq!(notes.lines().count(), 2, "{notes}");
    assert!(notes.contains("part-03: the files are not those that the run wrote"), "{notes}");
    assert!(notes.contains("part-10/manifest.json: "), "{notes}");
    let [json, notes] = missing(&["--json", "--quiet"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let told: Vec<_> = json["missing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (one["shard"].as_str().unwrap().to_owned(), one["why"].as_str().unwrap().to_owned())
        })
        .collect();
    let expected =
        [("2/12", "unfinished"), ("3/12", "broken"), ("7/12", "missing"), ("10/12", "missing")];
    assert_eq!(told, expected.map(|(shard, why)| (shard.to_owned(), why.to_owned())));
    assert_eq!(notes, "");
    // The commands are for a shell.
    let mut shell = sh();
    shell.arg("-e").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut shell = shell.spawn().unwrap();
    std::io::Write::write_all(&mut shell.stdin.take().unwrap(), commands.as_bytes()).unwrap();
    assert!(shell.wait().unwrap().success());
    let [commands, notes] = missing(&[]);
    assert_eq!((commands.as_str(), notes.as_str()), ("", "all 12 shards are there and finished\n"));
    let mut merge = threehand();
    merge.arg("merge").arg(&parts).args(["--quiet", "--out"]).arg(dir.join("merged"));
    assert!(merge.output().unwrap().status.success());
    assert_same(&dir.join("merged"), &whole, "missing");
}

#[test]
fn a_printed_command_runs_as_it_stands_whatever_the_folder_is_called_and_holds() {
    let dir = folder("many-names");
    for parent in ["-parts", "it's $HOME", "two\nlines\n", "tab\tand \u{1b}[31m", "\u{e9}\u{202e}*"]
    {
        let there = dir.join(parent);
        let in_dir = |words: &[&str]| {
            let output = threehand().current_dir(&dir).args(words).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        let play = |shard: u64| {
            let place = format!("--out={parent}/{shard}");
            let shard = format!("--shard={shard}/4");
            in_dir(
                &[&RUN.split_whitespace().collect::<Vec<_>>()[..], &["--quiet", &shard, &place]]
                    .concat(),
            );
        };
        (1..=3).for_each(play);
        // Broken, stopped, without its manifest alone, and a folder with a whole run by the name of the fourth.
        std::fs::write(there.join("1/matches.csv"), "").unwrap();
        let mut stopped = manifest(&there.join("2"));
        (stopped["results_hash"], stopped["finished"]) = Default::default();
        std::fs::write(there.join("2/manifest.json"), stopped.to_string()).unwrap();
        std::fs::remove_file(there.join("3/manifest.json")).unwrap();
        let whole = format!("--out={parent}/4");
        in_dir(&[&RUN.split_whitespace().collect::<Vec<_>>()[..], &["--quiet", &whole]].concat());
        let commands = in_dir(&["merge", "--missing", "--quiet", "--", parent]);
        assert_eq!(commands.lines().count(), 4, "{commands}");
        assert!(commands.lines().nth(3).unwrap().contains("shard-4-of-4"), "{commands}");
        let path = format!(
            "{}:{}",
            Path::new(env!("CARGO_BIN_EXE_threehand")).parent().unwrap().display(),
            std::env::var("PATH").unwrap()
        );
        let mut bash = Command::new("bash");
        let bash = bash.current_dir(&dir).env("PATH", path).args(["-ec", &commands]);
        let done = bash.output().unwrap();
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{commands}{error}");
        assert_eq!(in_dir(&["merge", "--missing", "--quiet", "--", parent]), "", "{parent}");
        let merged = in_dir(&["merge", "--json", "--out=merged", "--force", "--", parent]);
        let whole = manifest(&there.join("4"));
        assert_eq!(
            manifest(&dir.join("merged"))["results_hash"],
            whole["results_hash"],
            "{merged}"
        );
    }
}

#[test]
fn every_setting_of_a_run_is_in_the_command_for_a_missing_shard() {
    let dir = folder("many-settings");
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/external/first.sh");
    let first = format!("sh '{}'", first.display());
    for (name, run) in [
        (
            "tournament",
            "tournament --game 9-2-5 --rules contracts=9-5-2 --bots greedy,random,greedy --format gauntlet --first 3 \
             --hands every=2 --records all --compress --max-hands 4 --anchor greedy=0 --strict --blocks 4",
        ),
        (
            "compare",
            "compare --game 9-2-5 --variants 9-2-5,mine=9-2-5:contracts=7-4-5 --bots random,greedy --block-values \
             --margin hands=0.5 --against 9-2-5 --max-hands 4 --blocks 4",
        ),
        (
            "sprt",
            "sprt --game kitty --bots greedy,random --test e --share -1,3 --alpha 0.01 --blocks 4",
        ),
        (
            "sprt-t",
            "sprt --game kitty --bots greedy,random --t0 -0.1 --t1 0.25 --on score --blocks 4",
        ),
        (
            "external",
            "tournament --game 9-2-5 --bots cmd:first,random --external first=FIRST --blocks 4 --max-hands 1",
        ),
        ("calibrate", "calibrate --game 9-2-5 --bots random --runs 20 --max-hands 1 --t1 0.2"),
        (
            "coverage",
            "coverage --game 9-2-5 --bots random,greedy --pool 500 --runs 20 --blocks 5,20 --max-hands 1",
        ),
    ] {
        let (whole, parts) = (dir.join(name), dir.join(format!("{name}-parts")));
        let [whole, parts] = [whole, parts].map(|path| path.display().to_string());
        // The command of a program has words of its own.
        let words = run.split(' ').map(|word| word.replace("FIRST", &first));
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        for place in [&["--out", &whole][..], &["--shard", "2/2", "--out", &format!("{parts}/2")]] {
            let done = threehand().args(&words).arg("--quiet").args(place).output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
        let commands = succeed(&format!("merge --missing {parts}"));
        assert_eq!(commands.lines().count(), 1, "{commands}");
        let shell = sh().args(["-c", &commands]).output().unwrap();
        assert!(shell.status.success(), "{commands}: {}", String::from_utf8_lossy(&shell.stderr));
        succeed(&format!("merge {parts} --quiet --out {parts}/whole"));
        assert_same(Path::new(&format!("{parts}/whole")), Path::new(&whole), name);
    }
}

#[test]
fn a_folder_of_shards_that_make_no_run_is_refused() {
    let dir = folder("many-wrong");
    let said = dir.display();
    let play = |flags: &str| succeed(&format!("{RUN} --quiet {flags}"));
    std::fs::create_dir(dir.join("empty")).unwrap();
    play(&format!("--shard 1/3 --out {said}/mixed/1"));
    play(&format!("--shard 2/3 --max-hands 9 --out {said}/mixed/2"));
    play(&format!("--shard 1/3 --out {said}/counts/1"));
    play(&format!("--shard 1/4 --out {said}/counts/2"));
    play(&format!("--shard 1/3 --out {said}/twice/1"));
    play(&format!("--shard 1/3 --out {said}/twice/2"));
    for (parent, expected) in [
        ("empty", "no manifest.json of a shard in this folder or in those that it holds"),
        ("nothing", "manifest.json: No such file"),
        ("mixed", "are shards of different runs: `max_hands` is 1000 and 9"),
        ("counts", "1 is one of 3 shards and"),
        ("twice", "shard 1/3 is there twice"),
    ] {
        for command in
            [format!("--missing {said}/{parent}"), format!("{said}/{parent} --out {said}/x")]
        {
            let error = fail(1, &format!("merge {command}"));
            assert!(error.contains(expected), "{error}");
        }
    }
    let error = fail(1, &format!("merge {said}/counts/1 --out {said}/x"));
    assert!(error.ends_with("shards 2/3 and 3/3 are missing"), "{error}");
    fail(2, &format!("merge {said}/counts/1"));
    fail(2, &format!("merge --missing {said}/counts/1 --out {said}/x"));
}

#[test]
fn a_folder_that_a_live_run_holds_is_left_alone_or_waited_for() {
    let dir = folder("many-busy");
    let (out, parts) = (dir.join("parts/1"), dir.join("parts"));
    let mut first = start_held(&out, "--shard 1/2");
    let again = format!("{} --shard 1/2", long(&out));
    for command in [again.clone(), format!("resume {}", out.display())] {
        let error = fail(75, &command);
        assert!(
            error.ends_with("another run is being written there: try again when it has ended"),
            "{error}"
        );
    }
    // A shard that is being played is not missing.
    let output = run(&format!("merge --missing {}", parts.display()));
    let [commands, notes] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(commands.lines().count() == 1 && commands.contains("--shard 2/2"), "{commands}");
    assert_eq!(notes, format!("{}: shard 1/2 is being played\n", out.display()));
    let wait = |command: &str| {
        let mut waiting = threehand();
        waiting.args(command.split_whitespace()).arg("--wait-lock");
        waiting.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let waiting = [wait(&again), wait(&format!("resume {}", out.display()))];
    std::thread::sleep(Duration::from_millis(500));
    kill(first.id());
    assert!(!first.wait().unwrap().success());
    // One of the two goes on, and the other waits for that one too.
    for waiting in waiting {
        let output = waiting.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{error}");
        let told = format!("{}: waiting for the run that is being written there", out.display());
        assert_eq!(error.matches(&told).count(), 1, "{error}");
    }
    let full = dir.join("full");
    succeed(&format!("{} --shard 1/2 --quiet", long(&full)));
    assert_same(&out, &full, "after waiting");
}

#[test]
fn waiting_can_be_interrupted() {
    let out = folder("many-waiting").join("run");
    let mut first = start_held(&out, "");
    let mut command = threehand();
    command.args(long(&out).split_whitespace()).arg("--wait-lock");
    let waiting = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &waiting.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = waiting.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.ends_with(
        "interrupted while waiting; nothing was written; the same command starts again\n"
    ));
    kill(first.id());
    first.wait().unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_whose_parent_is_gone_stops_in_order_if_it_was_so_asked() {
    let dir = folder("many-orphans");
    let full = dir.join("full");
    succeed(&format!("{} --quiet", long(&full)));
    for flag in ["--die-with-parent", ""] {
        let out = dir.join(format!("out{flag}"));
        let word = out.display().to_string();
        // A second command keeps the shell from becoming the first.
        let script = format!("threehand {} --quiet {flag} > {word}.said 2>&1; true", long(&out));
        let mut parent = sh().args(["-c", &script]).spawn().unwrap();
        wait_until("a note", || out.join("progress.json").exists());
        let [child] = processes(&word)[..] else { panic!("one run is played") };
        kill(parent.id());
        parent.wait().unwrap();
        let said = || std::fs::read_to_string(format!("{word}.said")).unwrap();
        if flag.is_empty() {
            std::thread::sleep(Duration::from_millis(500));
            assert_eq!(processes(&word), [child], "an orphan goes on");
            kill(child);
        }
        wait_until("the end", || processes(&word).is_empty());
        if !flag.is_empty() {
            let told = said();
            assert!(
                told.contains("interrupted after ")
                    && told.contains("; to go on: threehand resume"),
                "{told}"
            );
        }
        assert!(out.join("progress.json").exists(), "{flag}: it had ended by itself");
        succeed(&format!("resume {word} --quiet"));
        assert_same(&out, &full, flag);
    }
}
