//! Programs that fail or write to standard error: when they end a run, and what of their words is kept and shown.

use std::fs;
use std::process::Stdio;

use serde_json::json;

use crate::common::started::{start, wait_until};
use crate::common::{command, folder, manifest, text, write};
use crate::external::{run, script};

#[test]
fn a_program_that_does_nothing_but_fail_ends_the_run() {
    let dir = folder("external-hopeless");
    let try_out = |name: &str, at_start, at_fifth, blocks| {
        let command = script(&dir, name, at_start, at_fifth);
        let out = dir.join(format!("{name}-run"));
        let words = format!(
            "tournament --game 9-2-5 --bots cmd:it,random --format abb --blocks {blocks} --threads 2 --out {} --external",
            out.display()
        );
        let (code, _, error) = run(&words, &[&format!("it={command}")]);
        (code, error, out)
    };
    let (code, error, out) = try_out("dies-at-start", "echo oh dear >&2; exit 7", "", 1);
    let why = "it can't play: it died: exit status: 7 (when it was greeted); last on standard error: oh dear";
    assert_eq!((code, error.trim()), (3, why));
    assert!(!out.exists());
    let (code, error, _) = try_out("dies", "", "echo oh no >&2; exit 3", 20);
    let why = "it has failed in each of its first 10 matches, at last so: it died: exit status: 3";
    assert!(error.contains(why) && error.contains("; last on standard error: oh no"), "{error}");
    assert_eq!(code, 1);
    let (code, error, _) = try_out("cheats", "", "echo '{\"action\":\"trump S\"}'; continue", 20);
    assert!(error.contains("it answered {\"action\":\"trump S\"}: "), "{error}");
    assert_eq!(code, 1);
    // One match that goes well is enough. The program of the first seat fails.
    let fails = "case $line in *'\"view\":{'*'\"seat\":0,\"dealer\"'*) exit 3 ;; esac";
    let (code, error, out) = try_out("fails-in-a-seat", "", fails, 20);
    assert_eq!(code, 3, "{error}");
    assert_eq!(manifest(&out)["failures"], json!({ "it": { "died": 20 } }));
}

/// What is noted of a run counts among the first matches of its programs.
#[test]
fn a_resumed_run_knows_how_its_programs_have_played() {
    let dir = folder("external-recalled");
    // At its eighth match each of these waits for a file.
    for (name, fails, blocks, code) in
        [("fails-later", "[ -e GO ]", 8, Some(3)), ("fails-always", "true", 4, Some(1))]
    {
        let dir = dir.join(name);
        fs::create_dir(&dir).unwrap();
        let [go, count, reached] = ["go", "count", "reached"].map(|name| dir.join(name));
        let at_fifth = format!(
            "echo >> {}; if [ $(wc -l < {0}) -eq 8 ]; then : > {}; while [ ! -e GO ]; do sleep 0.05; done; fi; \
             if {fails}; then exit 3; fi",
            count.display(),
            reached.display(),
        );
        let program = script(&dir, name, "", &at_fifth.replace("GO", &go.display().to_string()));
        let words = format!(
            "tournament --game 9-2-5 --bots cmd:it:kill=3600000,random --format abb --blocks {blocks} --threads 1 \
             --external it={program}"
        );
        let mut stopped = start(&words, &dir.join("run"));
        wait_until("the eighth match", || reached.exists());
        stopped.signal("INT");
        assert_eq!(stopped.end().0, Some(130), "{name}");
        write(go, "");
        let resumed = command("resume --quiet").arg(dir.join("run")).output().unwrap();
        let error = String::from_utf8_lossy(&resumed.stderr);
        assert_eq!(resumed.status.code(), code, "{name}: {error}");
        assert_eq!(error.contains("in each of its first 10 matches"), code == Some(1), "{error}");
    }
}

/// What a run keeps of the words of a program that says so much at its start.
fn log_of(name: &str, says: &str) -> String {
    let dir = folder(&format!("external-{name}"));
    let (command, out) = (script(&dir, name, says, ""), dir.join("run"));
    let words = format!(
        "tournament --game kitty --bots cmd:it,random --format abb --blocks 1 --max-hands 1 --out {} --external",
        out.display()
    );
    assert_eq!(run(&words, &[&format!("it={command}")]).0, 0);
    text(out.join("external.log"))
}

#[test]
fn the_beginning_and_the_end_of_what_a_program_says_are_kept() {
    let talks = "i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); printf '%d %0200d\\n' $i 0 >&2; done; echo bye >&2";
    let log = log_of("talks", talks);
    assert!(log.starts_with("it: 1 0000"), "{log}");
    assert!(log.ends_with("\nit: bye\n") && log.contains(" lines are left out)\n"), "{log}");
    assert!(log.len() < (1 << 18) + 20_000, "{} bytes", log.len());
}

#[test]
fn what_a_program_says_is_kept_as_text_that_no_terminal_obeys() {
    let log = log_of("paints", "printf 'a\\033[2J\\007b\\302\\233c\\n' >&2");
    assert!(log.lines().all(|line| line == r"it: a\u{1b}[2J\u{7}b\u{9b}c"), "{log}");
}

#[test]
fn a_person_is_told_the_last_words_of_a_program_that_fails() {
    let dir = folder("external-person");
    let dies = "read -r hello; echo '{\"name\":\"it\"}'; read -r match || exit 0; case $match in *bye*) exit 0 ;; esac; \
                read -r decide; echo oh no >&2; exit 3";
    let program = script(&dir, "dies", dies, "");
    let mut failed = 0;
    for seat in 0..3 {
        let words = format!(
            "play --game 9-2-5 --seed 1 --seat {seat} --bots cmd:it,cmd:it --external it={program}"
        );
        let output = command(&words).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(3) {
            failed += 1;
            let due = "failed: it died: exit status: 3; last on standard error: oh no\n";
            assert!(error.ends_with(due), "{error}");
        }
    }
    assert_eq!(failed, 2, "at the third seat the person comes first");
}

#[test]
fn what_is_said_with_programs_is_kept_where_that_is_asked_for() {
    let dir = folder("external-trace");
    let program = script(&dir, "it", "echo hello there >&2", "echo oh no >&2; exit 3");
    let traces = dir.join("traces");
    let words = format!(
        "tournament --game 9-2-5 --bots cmd:it,random --format abb --blocks 1 --trace {} --external",
        traces.display()
    );
    let (code, _, error) = run(&words, &[&format!("it={program}")]);
    assert_eq!(code, 3, "{error}");
    let first = text(traces.join("it-2.txt"));
    let marks: Vec<_> = first.lines().map(|line| &line[..2]).collect();
    assert!(
        first.starts_with("> {\"type\":\"hello\",\"protocol\":1,\"game\":\"9-2-5\""),
        "{first}"
    );
    for due in [
        "\n# hello there\n",
        "\n< {\"name\"",
        "\n> {\"type\":\"match\"}\n> {\"type\":\"decide\"",
        "\n# oh no\n",
        "\n! died: ",
    ] {
        assert!(first.contains(due), "{due}: {first}");
    }
    assert!(marks.iter().all(|mark| ["> ", "< ", "# ", "! "].contains(mark)), "{first}");
    for (name, answer, why) in [
        ("cheats", "{\"action\":\"trump S\"}", "is not legal"),
        ("babbles", "hello", "not understood"),
    ] {
        let program = script(&dir, name, "", &format!("echo '{answer}'; continue"));
        let words = format!(
            "tournament --game 9-2-5 --bots cmd:it,random --format abb --blocks 1 --trace {}/{name} --external",
            dir.display()
        );
        run(&words, &[&format!("it={program}")]);
        let last = text(dir.join(name).join("it-2.txt"));
        let last = last.lines().last().expect("a line");
        assert!(last.starts_with("! ") && last.contains(why), "{last}");
    }
    let check = format!("check-bot --game 9-2-5 --trace {}/check {program}", dir.display());
    assert_eq!(command(&check).output().unwrap().status.code(), Some(3));
    assert!(text(dir.join("check/bot-1.txt")).contains("> {\"type\":\"hello\""));
    let (code, _, error) = run(
        &format!("tournament --game 9-2-5 --bots greedy,random --trace {}", traces.display()),
        &[],
    );
    assert_eq!(code, 2);
    assert!(error.contains("no program plays"), "{error}");
}

#[test]
fn the_time_for_a_hello_is_a_parameter() {
    let dir = folder("external-hello");
    let program = script(&dir, "it", "sleep 0.5", "");
    let play = |hello: &str| {
        let words = format!(
            "tournament --game 9-2-5 --bots cmd:it{hello},random --format abb --blocks 1 --external"
        );
        run(&words, &[&format!("it={program}")])
    };
    let (code, _, error) = play(":hello=100");
    assert_eq!(code, 3, "{error}");
    assert!(error.contains("took longer than the 0.1 s allowed for a hello"), "{error}");
    let (code, _, error) = play(":hello=30000");
    assert_eq!(code, 0, "{error}");
}
