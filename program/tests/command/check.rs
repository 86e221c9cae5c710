//! `check` and `new-game`: what a designer is told of a game.

use crate::common::{fail, folder, json, parsed, records, succeed, text, write};

/// A game with much that is wrong.
const ODD: &str = "\
format = 1
name = \"odd\"
contract = [16, 2, 0]
steps = [\"pass\"]
[deal]
hand = 17
[pass]
to = [\"hold\"]
[score]
over = 1
under = -1
[match]
above = 1000
";

#[test]
fn what_looks_wrong_is_said_and_nothing_fails() {
    let dir = folder("odd");
    let file = dir.join("odd.toml");
    write(&file, ODD);
    let command = format!("check {} --blocks 12 --decisions 3 --quiet", file.display());
    let said = succeed(&command);
    for warning in [
        "The contracts add up to 18, and a hand has 17 tricks: somebody always misses.",
        "Nobody ever gets to the step `pass`.",
        "Matches hardly end: 100.0 % of those of greedy are not over after 100 hands.",
        "The target of dealer is hardly ever made:",
        "The target of right is hardly ever missed:",
        "The roles are far from even:",
    ] {
        assert!(said.contains(&format!("Warning: {warning}")), "{warning}\n{said}");
    }
    assert_eq!(succeed(&format!("{command} --threads 1")), said);
    let csv = dir.join("decisions.csv");
    let summary = parsed(&succeed(&format!("{command} --json --export {}", csv.display())));
    assert_eq!(summary["warnings"].as_array().map(Vec::len), Some(8), "{summary}");
    assert_eq!(summary["bots"][0]["metrics"]["hands"]["mean"], 100.0);
    // All and play, with each of two bots at least.
    let rows = summary["decisions"].as_array().expect("rows");
    assert_eq!(rows.len() + 1, text(csv).lines().count());
    assert_eq!(rows[0]["phase"], "all");
    assert_eq!(rows[0]["decisions"]["mean"], 51.0);
    write(&file, ODD.replace("above = 1000", "above = 0"));
    let short = format!("check {} --blocks 30 --decisions 0 --quiet", file.display());
    let warning = "Warning: Matches of heuristic are short: 1.0 hands each.";
    let said = succeed(&short);
    let ends = "They end by match.above=0: a higher one makes them longer.";
    assert!(said.contains(warning) && said.contains(ends), "{said}");
    let [warned, rules] = ["Warning: ", "the players owe"].map(|words| said.find(words));
    assert!(warned < rules || rules.is_none(), "the warnings stand before the rules: {said}");
    write(&file, ODD.replace("above = 1000", "hands = 1"));
    assert!(!succeed(&short).contains(warning));
    write(&file, ODD.replace("hand = 17", "hand = 18"));
    assert!(fail(2, &command).contains("line 6, column 8"));
}

#[test]
fn a_match_that_ends_at_once_is_warned_of_with_the_option_that_ends_it() {
    for (game, set, rules) in [
        ("kitty", "target=5", "target=5"),
        ("sergeant-major", "match.above=1", "match.above=1,match.tricks=none"),
    ] {
        let said = succeed(&format!("check {game} --rules {rules} --decisions 0 --blocks 40 -q"));
        let line = said.lines().find(|line| line.starts_with("Warning: Matches of heuristic"));
        assert!(line.is_some() && said.contains(&format!("They end by {set}: ")), "{said}");
    }
    let whole = succeed("check kitty --decisions 0 --blocks 40 -q");
    assert!(whole.contains("Nothing looks wrong."), "{whole}");
}

#[test]
fn calls_are_counted_with_the_points_of_their_hands() {
    let dir = folder("calls");
    let (run, file) = (dir.join("run"), dir.join("calls.csv"));
    let check = "check 9-2-5 --bots heuristic --blocks 20 --decisions 0 --quiet";
    let said = succeed(&format!("{check} --export calls={}", file.display()));
    assert!(said.contains("call, heuristic plays"), "{said}");
    // The same matches as a tournament of three of the bot.
    let bots = "heuristic,heuristic:epsilon=0,heuristic:epsilon=0.0";
    let _ = succeed(&format!(
        "tournament --game 9-2-5 --bots {bots} --format triples --blocks 20 --max-hands 100 --records all --quiet --out {}",
        run.display()
    ));
    let mut due = std::collections::BTreeMap::<String, (f64, f64)>::new();
    for record in records(run.join("records.jsonl")).iter().filter(|one| one["lineup"] == 0) {
        let actions = record["actions"].as_array().expect("actions").iter();
        for action in actions.filter_map(|action| action.as_str()) {
            let Some((seat, call)) =
                action.split_once(' ').filter(|(_, it)| it.starts_with("trump"))
            else {
                continue;
            };
            let seat: usize = seat.parse().expect("a seat");
            let (times, points) = due.entry(call.to_owned()).or_default();
            *times += 1.0;
            *points += record["points"][seat].as_f64().expect("points");
        }
    }
    let all: f64 = due.values().map(|(times, _)| times).sum();
    let table = text(&file);
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), due.len());
    for row in rows {
        let (times, points) = due[row[3]];
        let close =
            |cell: &str, due: f64| (cell.parse::<f64>().expect("a number") - due).abs() < 1e-9;
        assert!(close(row[6], times / all) && close(row[10], points / times), "{row:?}");
    }
}

#[test]
fn the_values_of_choices_are_points_that_help_to_win() {
    // In Hearts the lowest score wins: who takes the dearest cards plays worst.
    let all = &json("check hearts --blocks 40 --decisions 40 --bots random,greedy -q")["decisions"];
    let lost = |row: usize| all[row]["lost"]["mean"].as_f64().expect("a number");
    assert!(lost(0) > lost(1) && lost(1) > 0.0, "{all}");
    assert!(all[0]["best_less_worst"]["mean"].as_f64() > Some(0.5), "{all}");
}

#[test]
fn the_words_go_by_the_rules() {
    let said = succeed("check hearts --blocks 4 --decisions 1 -q");
    assert!(said.contains("The lowest score wins: fewer points are better."), "{said}");
    assert!(said.contains("any is the best, so chance finds it often"), "{said}");
    let said = succeed("check oh-hell --blocks 4 --decisions 0 -q");
    assert!(said.contains("bid made, dealer") && !said.contains("contract made"), "{said}");
    assert!(!said.contains("lowest score wins"), "{said}");
    let words = "tournament --game hearts --bots random,greedy --blocks 2 --max-hands 1 -q";
    let said = succeed(words);
    assert!(said.contains("reached the cap on hands and went to whoever was ahead"), "{said}");
}

#[test]
fn a_new_game_is_checked_and_compared() {
    let dir = folder("new");
    let file = dir.join("mine.toml");
    write(&file, succeed("new-game"));
    let said = succeed(&format!("check {} --blocks 10 --decisions 2 -q", file.display()));
    assert!(said.contains("my-game · 10 matches of each bot"), "{said}");
    let compared = "--variants my-game,level --bots random,greedy --blocks 20 -q";
    assert!(succeed(&format!("compare --game {} {compared}", file.display())).contains("even"));
    // The file of a built-in game is a start as well.
    let mine = succeed("new-game 9-2-5").replace("#tricks = 12", "tricks = 12");
    write(&file, mine.replace("#void = \"trump\"", "void = \"trump\""));
    let rules = succeed(&format!("rules {}", file.display()));
    assert!(rules.contains("A player who takes 12 tricks in one hand wins the match"), "{rules}");
    assert!(rules.contains("Who can't follow must play a trump"), "{rules}");
}
