//! What a run that could not go on leaves behind: it is carried on, or refused in a line.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread::sleep;
use std::time::Duration;

use crate::common::started::{SIGNALS, killed, start_with};
use crate::common::{
    PROGRAM, assert_same, command, fail, folder, json, manifest, parsed, play, run, shell, succeed,
    text, write,
};
use crate::stops::RUNS;

/// Runs the command with files of at most so many kilobytes.
fn limited(kilobytes: u64, trap: &str, arguments: &str) -> Output {
    let mut shell = shell(&format!("{trap} ulimit -f {kilobytes}; exec \"$@\""));
    shell.arg(PROGRAM).args(arguments.split_whitespace()).output().expect("bash runs")
}

#[test]
fn a_full_disk_is_an_error_of_one_line_and_the_run_goes_on_when_there_is_room() {
    let dir = folder("full");
    let run = RUNS[0].1;
    let full = play(dir.join("full"), run);
    for (kilobytes, trap) in [(1, "trap '' XFSZ;"), (32, ""), (40, "trap '' XFSZ;")] {
        let out = dir.join(kilobytes.to_string());
        let command = format!("{run} --quiet --out {}", out.display());
        let stopped = limited(kilobytes, trap, &command);
        let error = String::from_utf8(stopped.stderr).expect("UTF-8");
        assert_eq!((stopped.status.code(), error.lines().count()), (Some(1), 1), "{error}");
        assert!(error.starts_with("error: ") && error.contains("File too large"), "{error}");
        if out.join("manifest.json").exists() {
            let then = format!("; to go on: threehand resume {}\n", out.display());
            assert!(error.ends_with(&then), "{error}");
            succeed(&format!("resume {} -q --threads 1", out.display()));
        } else {
            succeed(&command);
        }
        assert_same(&out, &full, &format!("{kilobytes} kilobytes"));
    }
}

#[test]
fn a_run_that_can_not_keep_its_game_has_not_begun() {
    let dir = folder("no-game");
    let (game, out) = (dir.join("mine.toml"), dir.join("out"));
    write(&game, succeed("new-game hearts") + &"# A long comment.\n".repeat(1_000));
    let (game, out) = (game.display(), out.display());
    let command =
        format!("tournament --game {game} --bots greedy,random --blocks 2 -q --out {out}");
    let stopped = limited(12, "trap '' XFSZ;", &command);
    assert_eq!(stopped.status.code(), Some(1));
    // Where a manifest stands, everything is there that `resume` needs.
    succeed(&command);
    succeed(&format!("resume {out}"));
}

/// Two shards and the command that merges them into `DIR/out`.
fn shards(dir: &Path, blocks: u64) -> String {
    let run = "tournament --game 9-2-5 --bots random,greedy --records every=9 --blocks";
    for part in 1..=2 {
        play(dir.join(part.to_string()), &format!("{run} {blocks} --shard {part}/2"));
    }
    format!("merge {0}/1 {0}/2 --quiet --out {0}", dir.display())
}

#[test]
fn a_merge_that_can_not_be_written_leaves_nothing_and_the_same_command_merges() {
    let dir = folder("merge");
    let merge = shards(&dir, 400);
    succeed(&format!("{merge}/full"));
    let [full, out] = ["full", "out"].map(|name| dir.join(name));
    // A file that grows, and tables at the end.
    let largest = |name: &str| fs::metadata(full.join(name)).expect("a file").len() / 1024;
    for limit in [1, 16, largest("matches.csv"), largest("records.jsonl")] {
        let stopped = limited(limit, "", &format!("{merge}/out"));
        let error = String::from_utf8(stopped.stderr).expect("UTF-8");
        assert_eq!(stopped.status.code(), Some(1), "{limit}: {error}");
        assert!(error.contains("File too large"), "{limit}: {error}");
        assert_eq!(fs::read_dir(&out).expect("a folder").count(), 0, "{limit}");
    }
    succeed(&format!("{merge}/out"));
    assert_same(&out, &full, "merged");
}

#[test]
fn an_interrupted_merge_leaves_nothing_and_the_same_command_starts_again() {
    interrupt_merges(6, 1);
}

#[test]
#[ignore = "a minute: by night"]
fn a_hundred_interrupted_merges_leave_nothing() {
    interrupt_merges(130, 30);
}

fn interrupt_merges(count: u64, least: u64) {
    let dir = folder("merges");
    let merge = shards(&dir, 1500);
    succeed(&format!("{merge}/full"));
    let mut told = 0;
    for number in 0.. {
        if number >= count && told >= least {
            break;
        }
        assert!(number < 10 * count, "too few merges were interrupted: {told}");
        let (signal, code) = SIGNALS[number as usize % SIGNALS.len()];
        let out = dir.join("out");
        let _ = fs::remove_dir_all(&out);
        let mut started = start_with(&mut command(&format!("{merge}/out")), &out);
        // From before the folder is made until its files are written.
        if number > 1 {
            started.wait_for("matches.csv");
            sleep(Duration::from_micros(200 * (number % count)));
        }
        started.signal(signal);
        let (ended, error) = started.end();
        if ended == code {
            told += u64::from(signal != "KILL");
            let due = "interrupted; nothing was written; the same command starts again";
            assert!(error.is_empty() || error.trim_end() == due, "{error}");
        }
        if ended != Some(0) {
            succeed(&format!("{merge}/out"));
        }
        assert_same(&out, &dir.join("full"), &format!("merge {number}, {signal}"));
    }
}

#[test]
fn half_written_lines_and_files_of_a_killed_run_do_no_harm() {
    let dir = folder("torn");
    let full = play(dir.join("full"), RUNS[0].1);
    let out = killed(RUNS[0].1, dir.join("part"));
    for (file, torn) in [
        ("matches.csv", "9-2-5,9-2-5,1,7"),
        ("records.jsonl", "{\"game\":"),
        (".part", "{"),
        ("summary.csv", "game,"),
    ] {
        let mut bytes = fs::read(out.join(file)).unwrap_or_default();
        bytes.extend_from_slice(torn.as_bytes());
        write(out.join(file), bytes);
    }
    succeed(&format!("resume {} -q", out.display()));
    assert_same(&out, &full, "torn");
    // A run killed when all was done but the last clearing up.
    write(out.join("progress.json"), "{}");
    write(out.join(".lock"), "");
    let done = run(&format!("resume {}", out.display()));
    assert!(done.status.success());
    assert!(String::from_utf8_lossy(&done.stdout).contains(" · finished at 20"));
    assert!(String::from_utf8_lossy(&done.stderr).contains("nothing is left to do"));
    assert_same(&out, &full, "finished");
}

/// A run of each kind whose first blocks are the same in a longer one, without its number of blocks.
const LENGTHS: [&str; 3] = [
    "tournament --game 9-2-5 --bots random,greedy:epsilon=0.3 --records every=5 --seed 4 --compress",
    "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy:epsilon=0.2 --block-values",
    "sprt --game 9-2-5 --bots greedy:epsilon=0.3,greedy:epsilon=0.3 --t1 0.02",
];

#[test]
fn another_number_of_blocks_gives_the_bytes_of_a_run_that_was_begun_with_it() {
    let dir = folder("lengths");
    for (number, run) in LENGTHS.into_iter().enumerate() {
        let [out, full] = ["out", "full"].map(|name| dir.join(format!("{number}-{name}")));
        play(&full, &format!("{run} --blocks 120"));
        // Of a run that was killed, then of a finished one, in which the disk is full as soon as more is written.
        killed(&format!("{run} --blocks 9000 -q"), &out);
        let noted = parsed(&text(out.join("progress.json")))["blocks"].as_u64().expect("a number");
        if noted <= 120 {
            let shorter = format!("resume {} -q --blocks 120", out.display());
            // The disk is full at the note, and at the manifest.
            for kilobytes in [1, 2] {
                let stopped = limited(kilobytes, "trap '' XFSZ;", &shorter);
                assert_eq!(stopped.status.code(), Some(1), "{run}");
            }
            succeed(&format!("report {} --so-far -q", out.display()));
            succeed(&shorter);
            assert!(!out.join("report.html").exists(), "a page of some blocks is left");
            assert_same(&out, &full, &format!("shorter: {run}"));
        } else {
            let fewer = fail(2, &format!("resume {} -q --blocks 120", out.display()));
            let due = format!("{noted} blocks are played already: name so many or more");
            assert!(fewer.contains(&due), "{fewer}");
        }
        let _ = fs::remove_dir_all(&out);
        play(&out, &format!("{run} --blocks 20"));
        succeed(&format!("report {} -q", out.display()));
        let fewer = fail(2, &format!("resume {} --blocks 10", out.display()));
        assert!(fewer.contains("it has finished with 20 blocks"), "{fewer}");
        let more = format!("resume {} -q --blocks 120", out.display());
        let stopped = limited(2, "trap '' XFSZ;", &more);
        assert_eq!(stopped.status.code(), Some(1), "{run}");
        let is_unfinished = manifest(&out)["finished"].is_null();
        // Where the manifest has it, the run has so many.
        succeed(if is_unfinished { more.split(" --").next().expect("words") } else { &more });
        assert!(!out.join("report.html").exists(), "a page of 20 blocks is left");
        assert_same(&out, &full, &format!("longer: {run}"));
        let verified = succeed(&format!("verify {}", out.display()));
        assert!(verified.contains("nothing is wrong"), "{verified}");
    }
}

#[test]
fn what_an_unfinished_run_has_so_far_is_what_a_run_of_so_many_blocks_shows() {
    let dir = folder("so-far");
    let run = "tournament --game 9-2-5 --bots random,greedy,heuristic --seed 4";
    let part = killed(&format!("{run} --blocks 9000 -q"), dir.join("part"));
    let (part, page) = (part.display(), dir.join("page.html"));
    let refused = fail(1, &format!("rate {part}"));
    assert!(refused.contains("--so-far rates the blocks that it has"), "{refused}");
    let refused = fail(1, &format!("report {part}"));
    assert!(refused.contains("report --so-far"), "{refused}");
    let noted = parsed(&text(dir.join("part/progress.json")))["blocks"].to_string();
    let whole = play(dir.join("whole"), &format!("{run} --blocks {noted}"));
    let mut so_far = json(&format!("rate {part} --so-far"));
    let due = json(&format!("rate {}", whole.display()));
    assert_eq!(so_far["so_far"][0], format!("{noted} of 9,000 blocks"));
    assert_eq!(so_far["ratings"].take(), due["ratings"]);
    succeed(&format!("report {part} --so-far -q --out {}", page.display()));
    let page = text(page);
    assert!(page.contains(&format!("So far: {noted} of 9,000 blocks")), "{noted}");
    // Of a finished run there is no so far.
    let so_far = succeed(&format!("rate {} --so-far", whole.display()));
    assert!(!so_far.contains("So far"), "{so_far}");
}

#[test]
fn shards_are_summed_up_while_they_go_on() {
    let dir = folder("shards-so-far");
    let runs = [
        "tournament --game 9-2-5 --bots random,greedy",
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random",
        "sprt --game 9-2-5 --bots greedy,greedy --t1 0.01",
    ];
    for (number, run) in runs.into_iter().enumerate() {
        let dir = dir.join(number.to_string());
        for shard in 1..=2 {
            play(dir.join(shard.to_string()), &format!("{run} --blocks 40 --shard {shard}/3"));
        }
        let shard = format!("{run} --blocks 90000 -q --shard 1/3");
        let long = killed(&shard, dir.with_extension("long"));
        let noted = parsed(&text(long.join("progress.json")))["blocks"].as_u64().expect("blocks");
        let so_far = json(&format!("merge --so-far {}", long.display()));
        let reached = so_far["so_far"].as_str().expect("how far it is");
        assert!(reached.starts_with(&noted.to_string()), "{noted}: {reached}");
        // Two of three shards hold the first blocks of the run.
        let mut so_far = json(&format!("merge --so-far {}", dir.display()));
        let reached = so_far["so_far"].take();
        let blocks: u64 = reached
            .as_str()
            .expect("text")
            .split(' ')
            .next()
            .expect("a number")
            .parse()
            .expect("a number");
        assert_eq!(blocks, 26, "{run}");
        let whole = play(dir.with_extension("whole"), &format!("{run} --blocks {blocks}"));
        let mut due = json(&format!("resume {}", whole.display()));
        for key in ["seconds", "results_hash", "so_far"] {
            for json in [&mut so_far, &mut due] {
                json.as_object_mut().expect("an object").remove(key);
            }
        }
        assert_eq!(so_far, due, "{run}");
        let refused = fail(2, &format!("merge --so-far {0} --out {0}/3", dir.display()));
        assert!(refused.contains("cannot be used with"), "{refused}");
    }
}
