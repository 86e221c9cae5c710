//! What is typed wrong is answered in one line that names the word, and the right exit code.

use crate::common::{parsed, runs, succeed};

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
