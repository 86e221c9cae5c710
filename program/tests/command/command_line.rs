//! What is typed wrong is answered in one line that names the word, and the right exit code.

use crate::common::tables::close;
use crate::common::{fail, folder, parsed, runs, succeed, write, write_program};

#[test]
fn speeds_are_printed_with_what_they_ran_on() {
    let json = parsed(&runs::bench());
    assert!(json["cpu"].is_string() && json["threads"].as_u64() > Some(0), "{json}");
    let results = json["results"].as_array().unwrap();
    for bench in ["deal", "playout", "hand", "match", "decision/heuristic", "solve/7"] {
        let result = results.iter().find(|result| result["bench"] == bench).expect(bench);
        let (ns, rate) = (&result["ns_per_unit"], &result["per_second"]);
        let product = ns.as_f64().unwrap() * rate.as_f64().unwrap();
        assert!((product / 1e9 - 1.0).abs() < 1e-9, "{result}");
        assert_eq!(result["game"], "9-2-5");
    }
}

#[test]
fn two_programs_are_timed_in_turn() {
    let dir = folder("bench-against");
    // A program that prints the times of this one, as they were in an earlier run.
    let then = runs::bench();
    write(dir.join("figures"), &then);
    let script =
        |name: &str, text: &str| write_program(&dir.join(name), &format!("#!/bin/sh\n{text}\n"));
    let words = "bench --game 9-2-5 -q --rounds";
    let args = "[ \"$*\" = 'bench --rounds 1 --json --game 9-2-5' ] || exit 9";
    let other = script("other", &format!("{args}; cat {}", dir.join("figures").display()));
    let json = parsed(&succeed(&format!("{words} 1 --json --against {other}")));
    let (now, then) = (&json["results"], &parsed(&then)["results"]);
    assert_eq!(now.as_array().map(Vec::len), then.as_array().map(Vec::len));
    for (now, then) in now.as_array().unwrap().iter().zip(then.as_array().unwrap()) {
        let [ns, before] = [now, then].map(|figure| figure["ns_per_unit"].as_f64().unwrap());
        close(now["baseline_ratio"].as_f64().unwrap(), ns / before, "a ratio");
        assert!(now["baseline_lo"].is_null() && now["baseline_hi"].is_null(), "{now}");
    }
    for (other, due) in [
        (script("fails", "echo no >&2; exit 4"), "bench failed (exit status: 4): no"),
        (script("empty", "echo {}"), "this is not what bench --json prints"),
        (dir.join("absent").display().to_string(), "can't be started"),
    ] {
        let said = fail(1, &format!("{words} 1 --against {other}"));
        assert!(said.contains(&other) && said.contains(due), "{said}");
    }
}

#[test]
fn every_subcommand_is_completed_in_every_shell_and_has_a_page_of_the_manual() {
    let help = succeed("--help");
    let subcommands = help.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap();
    let named =
        subcommands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<_> = named.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{names:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = succeed(&format!("completions {shell}"));
        let unknown = names.iter().filter(|name| !script.contains(**name));
        assert_eq!(unknown.count(), 0, "{shell}");
    }
    for name in names.iter().filter(|name| **name != "help") {
        let page = succeed(&format!("man {name}"));
        assert!(page.contains(&format!(".TH threehand-{name} 1")), "{page}");
        assert!(page.contains("Examples:"), "{page}");
        if !["completions", "man"].contains(name) {
            assert!(succeed(&format!("{name} --help")).contains("Examples:"), "{name}");
        }
    }
}
