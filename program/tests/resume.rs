//! A run that was stopped at any moment is carried on to the same bytes.

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::{assert_same, fail, folder, manifest, read, run, succeed, threehand};

/// A run of some tenths of a second, with every file.
const RUN: &str = "tournament --game 9-2-5 --bots random,greedy:epsilon=0.3 --blocks 500 \
                   --seed 11 --records every=5 --threads 2 --quiet --out";

/// Starts the command, kills it after so long, and says whether it had been killed.
fn kill_after(arguments: &str, delay: Duration) -> bool {
    let mut command = threehand();
    command.args(arguments.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(delay);
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

#[test]
fn a_run_killed_at_any_moment_is_carried_on_to_the_same_bytes() {
    let dir = folder("killed-anywhere");
    let full = dir.join("full");
    let begun = std::time::Instant::now();
    succeed(&format!("{RUN} {}", full.display()));
    let mut whole = begun.elapsed();
    // A fixed row of odd parts of the run's time: a multiple of the golden ratio, less its whole.
    let mut parts = (1..).map(|i| f64::from(i) * 0.618_033_988_749_895 % 1.0);
    let mut kills = [0; 4];
    for number in 0..60 {
        let out = dir.join("part");
        let _ = std::fs::remove_dir_all(&out);
        let start = format!("{RUN} {}", out.display());
        let resume = format!("resume {} -q", out.display());
        // The first ones before or about the first block, the others anywhere.
        let reach = if number < 10 { 0.05 } else { 1.05 };
        let part = parts.next().unwrap();
        let killed = kill_after(&start, whole.mul_f64(reach * part));
        if !killed && part < 0.9 {
            // The machine has become faster since the time was taken.
            whole = whole.mul_f64(0.8);
        }
        // Every third is killed a second time, while it is carried on.
        let again = number % 3 == 0;
        if again && out.join("manifest.json").exists() {
            kill_after(&resume, whole.mul_f64(0.5 * parts.next().unwrap()));
        }
        let when = if !out.join("manifest.json").exists() {
            // The run had not begun: the command that began it needs no --force.
            fail(1, &format!("resume {}", out.display()));
            succeed(&start);
            0
        } else {
            let noted = out.join("progress.json").exists();
            succeed(&resume);
            if !killed {
                3
            } else if noted {
                2
            } else {
                1
            }
        };
        kills[when] += 1;
        assert_same(&out, &full, &format!("kill {number} at {part:.3} of {whole:?}, {kills:?}"));
    }
    // Not begun, begun without a note, with a note, finished.
    println!("{kills:?}");
    assert!(kills[2] >= 20, "too few kills were in the midst of the run: {kills:?}");
}

#[test]
fn a_torn_line_and_a_half_made_end_do_no_harm() {
    let dir = folder("torn");
    let full = dir.join("full");
    let out = dir.join("part");
    let short = RUN.replace("500", "300");
    succeed(&format!("{short} {}", full.display()));
    let mut child = threehand()
        .args(format!("{} {}", RUN.replace("500", "300"), out.display()).split_whitespace())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !out.join("progress.json").exists() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    for (file, torn) in [
        ("matches.csv", "9-2-5,9-2-5,1,7"),
        ("records.jsonl", "{\"game\":"),
        (".part", "{"),
        ("summary.csv", "game,"),
    ] {
        let mut bytes = std::fs::read(out.join(file)).unwrap_or_default();
        bytes.extend_from_slice(torn.as_bytes());
        std::fs::write(out.join(file), bytes).unwrap();
    }
    succeed(&format!("resume {} -q", out.display()));
    assert_same(&out, &full, "torn");
    // A run killed when all but the last traces of it was done.
    std::fs::write(out.join("progress.json"), "{}").unwrap();
    std::fs::write(out.join(".lock"), "").unwrap();
    let done = run(&format!("resume {}", out.display()));
    assert!(done.status.success());
    assert!(String::from_utf8_lossy(&done.stdout).contains(" · finished at 20"));
    assert!(String::from_utf8_lossy(&done.stderr).contains("nothing is left to do"));
    assert_same(&out, &full, "finished");
}

#[test]
fn a_full_disk_is_told_in_a_line_and_the_run_goes_on_when_there_is_room() {
    let dir = folder("full-disk");
    let full = dir.join("full");
    succeed(&format!("{RUN} {}", full.display()));
    for blocks in [1, 40, 400] {
        let out = dir.join("part");
        let _ = std::fs::remove_dir_all(&out);
        // No file may grow beyond that, and the signal that says so is not heeded.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_threehand")]);
        command.args(RUN.split_whitespace()).arg(&out);
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.starts_with("error: ") && error.contains("too large"), "{error}");
        if out.join("manifest.json").exists() {
            assert!(error.contains("to go on: threehand resume"), "{error}");
            succeed(&format!("resume {} -q --threads 1", out.display()));
        } else {
            succeed(&format!("{RUN} {}", out.display()));
        }
        assert_same(&out, &full, &format!("{blocks} blocks of 1024 bytes"));
    }
}

/// A note whose sums hold one hand more than were played.
fn one_number_more(note: &str) -> String {
    let (before, rest) = note.split_once("\"hands\":").unwrap();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
    let hands: u64 = rest[..end].parse().unwrap();
    format!("{before}\"hands\":{}{}", hands + 1, &rest[end..])
}

#[test]
fn what_can_not_be_carried_on_is_said_in_a_line() {
    let dir = folder("not-resumable");
    let out = dir.join("run");
    let resume = format!("resume {}", out.display());
    assert!(fail(1, &resume).contains("manifest.json"));
    std::fs::create_dir(&out).unwrap();
    assert!(fail(1, &resume).contains("no run has begun here"));
    let long = RUN.replace("500", "1000000");
    let mut child =
        threehand().args(long.split_whitespace()).arg(&out).stdout(Stdio::null()).spawn().unwrap();
    while !out.join("progress.json").exists() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(fail(75, &resume).contains("another run is being written there"));
    child.kill().unwrap();
    child.wait().unwrap();
    let written = String::from_utf8(read(&out.join("manifest.json"))).unwrap();
    let note = String::from_utf8(read(&out.join("progress.json"))).unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    for (from, to, expected) in [
        (version.as_str(), "\"version\": \"0.0.7\"", "begun by threehand 0.0.7"),
        ("\"rules_version\": ", "\"rules_version\": 9", "`rules_version` is 9"),
        ("\"variant\": \"9-2-5\"", "\"variant\": \"9-5-2\"", "`variant` is \"9-5-2\""),
        ("\"stands_for\": [", "\"stands_for\": [\"mc\", ", "`stands_for` is [\"mc\","),
        ("\"random\"", "\"randon\"", "did you mean `random`?"),
        ("\"run\": \"tournament\"", "\"run\": \"list\"", "no command that writes a run"),
        ("\"seed\": 11", "\"seed\": \"x\"", "'x'"),
        ("\"seed\": 11", "\"seed\": 12", "not of the settings in manifest.json"),
        ("\"max_hands\": 1000", "\"max_hands\": 3", "not of the settings in manifest.json"),
        ("\"blocks\": 1000000", "\"blocks\": 999", "--force"),
        ("\"blocks\": 1000000", "\"blocks\": 999999", "not of the settings in manifest.json"),
        ("\"shard\": null", "\"shard\": \"1/2\"", "not of the settings in manifest.json"),
        ("\"shard\": null", "\"plan\": true", "`plan` is no setting of a run"),
        ("\"shard\": null", "\"quiet\": true", "`quiet` is no setting of a run"),
        ("\"game\":", "\"gam\":", "it does not say `game`"),
        ("{", "", "manifest.json: "),
    ] {
        assert!(written.contains(from), "{from}");
        std::fs::write(out.join("manifest.json"), written.replace(from, to)).unwrap();
        let error = fail(1, &resume);
        assert!(error.contains(expected), "{error}");
    }
    std::fs::write(out.join("manifest.json"), written).unwrap();
    for (from, to) in [
        ("\"blocks\":", "\"blocks\":1"),
        ("{", ""),
        ("matches.csv", "x.csv"),
        ("\"matches.csv\",", "\"matches.csv\",-"),
        ("\"matches.csv\",", "\"matches.csv\",0,0],[\"x\","),
        ("\"sha256\":\"", "\"sha256\":\"0"),
        ("\"sha256\"", "\"sha\""),
    ] {
        assert!(note.contains(from), "{from}");
        std::fs::write(out.join("progress.json"), note.replacen(from, to, 1)).unwrap();
        assert!(fail(1, &resume).contains("start it again with --force"));
    }
    let mut other: serde_json::Value = serde_json::from_str(&note).unwrap();
    other["bytes"][0][1] = 0.into();
    std::fs::write(out.join("progress.json"), other.to_string()).unwrap();
    assert!(fail(1, &resume).contains("changed by hand"));
    std::fs::write(out.join("progress.json"), one_number_more(&note)).unwrap();
    assert!(fail(1, &resume).contains("changed by hand"));
    std::fs::write(out.join("progress.json"), note).unwrap();
    std::fs::write(out.join("matches.csv"), "game").unwrap();
    assert!(fail(1, &resume).contains("4 bytes, where progress.json has noted"));
}

#[test]
fn an_interrupt_names_the_command_that_goes_on() {
    let dir = folder("interrupted and resumed");
    let out = dir.join("it's");
    let short = RUN.replace("500", "3000");
    let full = dir.join("full");
    let status = threehand().args(short.split_whitespace()).arg(&full).output().unwrap().status;
    assert!(status.success());
    let child = threehand()
        .args(short.split_whitespace())
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !out.join("progress.json").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8(output.stderr).unwrap();
    let (told, command) = error.trim_end().split_once("; to go on: threehand ").unwrap();
    assert!(told.starts_with("interrupted after ") && told.ends_with(" of 3,000 blocks"), "{told}");
    let program = env!("CARGO_BIN_EXE_threehand");
    let resumed =
        Command::new("sh").arg("-c").arg(format!("{program} {command} --json")).output().unwrap();
    assert!(resumed.status.success());
    let json: serde_json::Value = serde_json::from_slice(&resumed.stdout).unwrap();
    assert_eq!(json["blocks"], 3000);
    assert_eq!(json["results_hash"], manifest(&full)["results_hash"]);
    assert_same(&out, &full, "interrupted");
}
