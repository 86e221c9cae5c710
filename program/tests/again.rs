//! The same command again: it goes on with an unfinished folder, and tells a finished one again.

mod common;

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use common::{assert_same, fail, files, folder, read, succeed, threehand};

/// A run of each kind.
const RUNS: [&str; 6] = [
    "tournament --game 9-2-5 --bots greedy,random --blocks 8 --records all",
    "tournament --game kitty --bots greedy,random,heuristic --blocks 4 --shard 1/2",
    "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy,random --blocks 20",
    "sprt --game three-kings --bots greedy,random --blocks 60",
    "calibrate --game 9-2-5 --bots random --runs 20 --blocks 500",
    "coverage --game 9-2-5 --bots greedy,random --runs 50 --pool 500 --blocks 5,20",
];

/// What stands below the first lines, which tell the time.
fn below(text: &str) -> &str {
    text.split_once("\n\n").expect("a summary").1
}

#[test]
fn the_same_command_tells_a_finished_run_again() {
    for (number, run) in RUNS.iter().enumerate() {
        let dir = folder(&format!("again-{number}"));
        let command = format!("{run} --quiet --out {}", dir.display());
        let first = succeed(&command);
        let before = files(&dir);
        for command in [&command, &format!("{command} --threads 1")] {
            let again = succeed(command);
            // A test tells no time.
            let tells_time = !run.starts_with("sprt");
            assert_eq!(again.contains("finished at 20"), tells_time, "{run}: {again}");
            assert_eq!(below(&again), below(&first), "{run}");
        }
        let resumed = succeed(&format!("resume -q {}", dir.display()));
        assert_eq!(below(&resumed), below(&first), "{run}");
        let json = succeed(&format!("{command} --json"));
        assert!(json.starts_with('{') && json.lines().count() == 1, "{json}");
        assert_eq!(files(&dir), before, "{run}");
    }
}

#[test]
fn the_same_command_goes_on_with_an_unfinished_run() {
    let dir = folder("goes-on");
    let run = "tournament --game three-kings --bots heuristic,random --blocks 400";
    let whole = dir.join("whole");
    succeed(&format!("{run} -q --out {}", whole.display()));
    let out = dir.join("killed");
    let command = format!("{run} --threads 1 --out {}", out.display());
    let mut child = threehand()
        .args(command.split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !out.join("progress.json").exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it was killed");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let other = fail(1, &command.replace("--blocks 400", "--blocks 500"));
    assert!(other.contains("(`blocks` is 400 there and 500 here)"), "{other}");
    assert!(other.contains("`--first 400 --blocks 100` plays the others"), "{other}");
    let output = threehand().args(command.split(' ')).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains(": going on after "), "{said}");
    assert_same(&out, &whole, "gone on with");
}

#[test]
fn sums_that_are_not_those_of_the_tables_are_refused() {
    let dir = folder("sums");
    let run = |seed: u64, to: &Path| {
        let bots = "tournament --game 9-2-5 --bots greedy,random --blocks 5 -q";
        format!("{bots} --seed {seed} --out {}", to.display())
    };
    let (one, two) = (dir.join("one"), dir.join("two"));
    succeed(&run(1, &one));
    succeed(&run(2, &two));
    std::fs::copy(two.join("sums.json.zst"), one.join("sums.json.zst")).unwrap();
    let error = fail(1, &run(1, &one));
    assert!(error.contains("the tables beside it are not what it comes to"), "{error}");
    let error = fail(1, &format!("verify {}", one.display()));
    assert!(error.contains("sums.json.zst: "), "{error}");
    std::fs::write(one.join("sums.json.zst"), "no sums").unwrap();
    fail(1, &run(1, &one));
    std::fs::remove_file(one.join("sums.json.zst")).unwrap();
    assert!(fail(1, &run(1, &one)).contains("No such file"));
    // A table that was changed is told as before.
    let mut table = read(&two.join("summary.csv"));
    *table.last_mut().unwrap() = b' ';
    std::fs::write(two.join("summary.csv"), table).unwrap();
    assert!(fail(1, &run(2, &two)).contains("are not those that the run wrote"));
}

#[test]
fn what_only_a_folder_can_hold_is_refused_without_one() {
    let run = "tournament --game 9-2-5 --bots greedy,random --blocks 2";
    for flags in ["--hands all", "--records every=2", "--compress"] {
        let error = fail(2, &format!("{run} {flags}"));
        assert!(error.contains("there is no folder to write into: add --out DIR"), "{error}");
    }
    let dir = folder("config-hands");
    let config = dir.join("run.toml");
    let text = "game = \"9-2-5\"\nbots = \"greedy,random\"\nblocks = 2\nhands = \"all\"\n";
    std::fs::write(&config, text).unwrap();
    succeed(&format!("tournament -q --config {}", config.display()));
    fail(2, &format!("tournament -q --config {} --records all", config.display()));
    let out = format!("{text}out = \"{}\"\n", dir.join("out").display());
    std::fs::write(&config, out).unwrap();
    succeed(&format!("tournament -q --config {} --records all", config.display()));
}

#[test]
fn a_game_is_found_by_one_of_its_words_and_a_missing_one_is_told() {
    let dir = folder("kitty");
    let command = |name: &str| {
        let bots = "tournament --bots greedy,random --blocks 2 -q";
        format!("{bots} --game {name} --out {}", dir.join("out").display())
    };
    succeed(&command("Kitty"));
    let manifest = common::manifest(&dir.join("out"));
    assert_eq!(manifest["game"], "three-legged-kitty");
    succeed(&command("three-legged-kitty"));
    let error = fail(2, "tournament --bots greedy,random");
    assert!(error.contains("the games are 9-2-5, three-legged-kitty, three-kings"), "{error}");
    assert!(fail(2, &command("three")).contains("; it may be three-legged-kitty or three-kings"));
}
