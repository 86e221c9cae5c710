//! A file system without locks: the lock of a folder names the process that writes there.

use std::fs;
use std::path::Path;
use std::process::{Command, id};
use std::thread::sleep;
use std::time::Duration;

use crate::common::started::{send, start_with};
use crate::common::{
    PROGRAM, assert_same, fail, files, find_program, folder, play, printed, succeed, text, write,
};

const RUN: &str = "tournament --game 9-2-5 --bots random,greedy --blocks";

/// The command where the system answers that it has no locks.
fn without_locks(words: &str) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=flock"]);
    strace.args(["-e", "inject=flock:error=ENOLCK", PROGRAM]).args(words.split_whitespace());
    strace
}

/// The process that a lock names, its machine, and when it started.
fn holder(dir: &Path) -> (u32, String, String) {
    let lock = text(dir.join(".lock"));
    let line = lock.strip_prefix("threehand\n").expect("a mark").trim_end();
    let [process, machine, started] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{lock}")
    };
    (process.parse().expect("a number"), machine.to_owned(), started.to_owned())
}

#[test]
fn a_run_goes_on_where_the_file_system_has_no_locks_and_keeps_others_out() {
    if find_program(&["strace"]).is_none() {
        eprintln!("not tested: strace is missing");
        return;
    }
    let dir = folder("no-locks");
    let (full, out) = (play(dir.join("full"), &format!("{RUN} 20")), dir.join("out"));
    let mut command = without_locks(&format!("{RUN} 20"));
    let output = command.arg("--out").arg(&out).output().expect("strace can be run");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let why = "its file system has no locks, so .lock in it names this process";
    assert!(output.status.success() && said.contains(why), "{said}");
    assert_same(&out, &full, "without locks");
    assert!(!files(&out).contains_key(".lock"));

    let out = dir.join("held");
    let begin = || {
        let mut run = start_with(
            without_locks(&format!("{RUN} 1000000 --quiet")).arg("--out").arg(&out),
            &out,
        );
        run.wait_for("progress.json");
        run
    };
    let verify = format!("verify {}", out.display());
    let mut run = begin();
    let (process, machine, started) = holder(&out);
    let by = format!("there by process {process} of {machine}: try again");
    let error = fail(75, &verify);
    assert!(error.contains(&by) && error.contains("is gone, remove "), "{error}");
    let mut other = without_locks(&format!("{RUN} 20 --force"));
    let output = other.arg("--out").arg(&out).output().expect("strace can be run");
    assert_eq!(output.status.code(), Some(75), "{}", String::from_utf8_lossy(&output.stderr));
    // Who is interrupted gives the folder up, and who is killed is known to be gone.
    send(process, "INT");
    run.end();
    assert_eq!(text(out.join(".lock")), "threehand\n");
    succeed(&verify);
    fs::remove_dir_all(&out).expect("it is there");
    let mut run = begin();
    send(holder(&out).0, "KILL");
    run.end();
    succeed(&verify);
    // A process of another machine may be alive.
    write(out.join(".lock"), "threehand\n1 elsewhere\n");
    assert!(fail(75, &verify).contains("by process 1 of elsewhere"));
    // So may one of this machine, but not if the number is that of a later process, or all that is left of it.
    write(out.join(".lock"), format!("threehand\n{} {machine}\n", id()));
    assert!(fail(75, &verify).contains("another run is being written there"));
    write(out.join(".lock"), format!("threehand\n{} {machine} {started}\n", id()));
    succeed(&verify);
    let mut ended = Command::new("true").spawn().expect("it runs");
    let stat = format!("/proc/{}/stat", ended.id());
    while !text(&stat).contains(") Z ") {
        sleep(Duration::from_millis(5));
    }
    write(out.join(".lock"), format!("threehand\n{} {machine}\n", ended.id()));
    succeed(&verify);
    ended.wait().expect("it ended");
    write(out.join(".lock"), format!("threehand\n{process} {machine}\n"));
    printed(without_locks(&format!("{RUN} 20 --force --quiet")).arg("--out").arg(&out));
    assert_same(&out, &full, "after a run that was killed");
}
