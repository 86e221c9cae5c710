//! What is typed wrong is answered in one line that names the word, and the right exit code.

use crate::common::{folder, json, parsed, play, run, runs, succeed, threehand};

#[test]
fn the_json_summary_is_one_line_with_the_promised_keys() {
    let text = succeed("tournament --game 9-2-5 --bots random,greedy,random --blocks 40 --json");
    assert_eq!(text.lines().count(), 1);
    let json = parsed(&text);
    for key in
        ["game", "variant", "blocks", "matches", "hands", "seconds", "results_hash", "truncated"]
    {
        assert!(!json[key].is_null(), "{key}");
    }
    assert_eq!(json["matches"], 240);
    let bots = json["bots"].as_array().unwrap();
    let names: Vec<_> = bots.iter().map(|bot| bot["bot"].as_str().unwrap()).collect();
    assert_eq!(names, ["random", "greedy", "random#2"]);
    for key in ["matches", "win_share", "se", "lo", "hi", "mean_score", "points_per_hand"] {
        assert!(bots[1].get(key).is_some(), "{key}");
    }
    let shares: f64 = bots.iter().map(|bot| bot["win_share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-12, "{shares}");
}

#[test]
fn one_block_and_no_spread_are_said_in_words() {
    let one = succeed("tournament --game 9-2-5 --bots random,greedy --blocks 1 -q");
    assert!(one.contains("One block shows no difference") && !one.contains("NaN"), "{one}");
    let json = succeed("tournament --game 9-2-5 --bots random,greedy --blocks 1 --json -q");
    let json = parsed(&json);
    assert!(json["bots"][0]["se"].is_null());
    // Without a bleed nothing that greedy does is left to chance: each seat's result falls to both
    // names three times.
    let same = "tournament --game 9-2-5 --bots greedy,greedy --max-hands 1 --blocks 30 -q";
    let text = succeed(same);
    assert!(
        text.contains("every block gave the same")
            && !text.contains("NaN")
            && !text.contains("± 0.0 "),
        "{text}"
    );
    // Blocks that differ, but are too few for an interval, have a spread.
    let few = "tournament --game kitty --bots greedy,greedy,greedy --format triples --blocks 3 -q";
    let text = succeed(few).replace('\n', " ");
    assert!(text.contains("rests on too few results for an interval"), "{text}");
    assert!(!text.contains("every block gave the same"), "{text}");
}

#[test]
fn a_cap_on_hands_is_said_and_shared_wins_are_counted() {
    let json =
        succeed("tournament --game 9-2-5 --bots random,greedy --blocks 30 --max-hands 1 --json -q");
    let json = parsed(&json);
    assert_eq!((json["hands"].as_u64(), json["truncated"].as_u64()), (Some(180), Some(180)));
    assert!(json["shared"].as_u64() > Some(0));
}

#[test]
fn speeds_are_printed_with_what_they_ran_on() {
    let json = parsed(&runs::bench());
    assert!(json["cpu"].is_string() && json["threads"].as_u64() > Some(0), "{json}");
    let results = json["results"].as_array().unwrap();
    for bench in
        ["deal", "playout", "play", "hand", "match", "decision/heuristic", "solve/6", "solve/10"]
    {
        let result = results.iter().find(|result| result["bench"] == bench).expect(bench);
        let (ns, rate) = (&result["ns_per_unit"], &result["per_second"]);
        let product = ns.as_f64().unwrap() * rate.as_f64().unwrap();
        assert!((product / 1e9 - 1.0).abs() < 1e-9, "{result}");
        assert_eq!(result["game"], "9-2-5");
    }
}

#[test]
fn help_has_examples_and_only_what_works() {
    for arguments in [
        "--help",
        "tournament --help",
        "resume --help",
        "merge --help",
        "compare --help",
        "sprt --help",
        "list --help",
        "verify --help",
        "replay --help",
        "bench --help",
    ] {
        let text = succeed(arguments);
        assert!(arguments == "--help" || text.contains("Examples:"), "{arguments}");
    }
    assert!(succeed("--version").starts_with("threehand "));
    assert_eq!(run("").status.code(), Some(2));
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
    }
}

#[test]
fn list_names_every_option_variant_and_bot() {
    let text = succeed("list");
    for word in ["contracts", "bleed_view", "8-4-4", "heuristic", "epsilon", "recheck"] {
        assert!(text.contains(word), "{word}");
    }
    assert!(!succeed("list variants").contains("heuristic"));
    let json = json("list");
    assert_eq!(json["games"][0]["options"][1]["default"], "deficit");
    let variants = json["variants"].as_array().unwrap();
    let of = |game: &str| variants.iter().filter(|variant| variant["game"] == game).count();
    assert_eq!(["9-2-5", "three-legged-kitty", "three-kings"].map(of), [5, 1, 1]);
    assert_eq!(json["bots"][1]["bot"], "greedy");
    let of_kitty = succeed("list bots --game kitty");
    assert!(of_kitty.contains("all play three-legged-kitty\n"), "{of_kitty}");
    assert!(of_kitty.contains("1ms at three-legged-kitty: ") && !of_kitty.contains("9-2-5"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let dir = folder("pipe");
    let out = dir.display();
    succeed(&format!(
        "tournament --game 9-2-5 --bots random,greedy --blocks 20 --records all -q --out {out}"
    ));
    let mut child = threehand()
        .args(["replay", dir.to_str().unwrap()])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn counts_and_lists_may_be_written_as_people_do() {
    let dir = folder("counts");
    let plain = dir.join("plain");
    let short = dir.join("short");
    let begin = ["tournament", "--game", "9-2-5", "--max-hands", "1", "-q"];
    let play = |arguments: &[&str], out: &std::path::Path| {
        let output = threehand().args(begin).args(arguments).arg(out).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
    };
    let listed = ["--bots", "random,greedy", "--rules", "tie=recheck,bleed_optional=true"];
    let blank = ["--bots", "random, greedy", "--rules", " tie=recheck , bleed_optional=true"];
    let counted = ["--blocks", "20", "--hands", "every=10", "--out"];
    let written = ["--blocks", "0.02k", "--hands", "every=1e1", "-o"];
    play(&[&listed[..], &counted].concat(), &plain);
    play(&[&blank[..], &written].concat(), &short);
    for file in ["matches.csv", "hands.csv", "summary.csv"] {
        assert_eq!(
            std::fs::read(plain.join(file)).unwrap(),
            std::fs::read(short.join(file)).unwrap(),
            "{file}"
        );
    }
}

#[test]
fn variants_go_by_their_names() {
    for (rules, name) in [
        ("contracts=9-5-2", "9-5-2"),
        ("contracts=9-2-5", "9-2-5"),
        ("contracts=7-7-2", "9-2-5:contracts=7-7-2"),
        ("bleed_optional=true,tie=recheck", "9-2-5:bleed_optional=true:tie=recheck"),
    ] {
        let text = succeed(&format!(
            "tournament --game 9-2-5 --rules {rules} --bots random,greedy --blocks 2 --json"
        ));
        let json = parsed(&text);
        assert_eq!(json["variant"], name);
    }
}

#[test]
fn a_variant_is_typed_by_a_word_of_its_game_and_an_option_is_no_label() {
    let compare = |variants: &str| {
        format!("compare --game kitty --bots random --blocks 2 --variants {variants}")
    };
    let json = json(&compare("kitty:deck=32,soft=kitty:fail_points=2"));
    assert_eq!(json["variants"][0]["variant"], "three-legged-kitty:deck=32");
    assert_eq!(json["variants"][1]["variant"], "soft");

    // A game is found by one of its words.
    let dir = play(folder("Kitty"), "tournament --bots greedy,random --blocks 2 --game Kitty");
    play(&dir, "tournament --bots greedy,random --blocks 2 --game three-legged-kitty");
}

#[test]
fn variants_and_rule_options_are_listed_in_columns() {
    for what in ["variants", "games"] {
        let listed = succeed(&format!("list {what}"));
        let mut parts = 0;
        for part in listed.split("\n\n") {
            let rows = part.lines().skip(1).filter(|line| !line[2..].starts_with(' '));
            let column = |row: &str| {
                let name = row[2..].find(' ').expect("a name and more");
                2 + name + row[2 + name..].find(|c| c != ' ').expect("more")
            };
            let columns: Vec<_> = rows.map(column).collect();
            assert!(columns.windows(2).all(|pair| pair[0] == pair[1]), "{columns:?}: {part}");
            parts += columns.len();
        }
        assert!(parts > 5, "{listed}");
    }
}
