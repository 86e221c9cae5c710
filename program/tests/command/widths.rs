//! What runs print fits the screen: no line is longer than it, no word is broken, and the answer comes first.

use std::collections::BTreeSet;

use crate::common::{command, in_repository, is_overwritten, text, write};

const RUNS: [&str; 6] = [
    "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 30 --quiet",
    "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic --blocks 30 --quiet",
    "compare --game three-kings --variants three-kings --bots random,greedy --blocks 30 --quiet",
    "compare --game 9-2-5 --variants 9-2-5,9-5-2,8-3-5,9-2-5:contracts=7-4-5:bleed_cap=free --bots random,greedy \
     --blocks 30 --quiet",
    "sprt --game three-kings --bots greedy:epsilon=0.1,greedy:epsilon=0.2 --quiet",
    "calibrate --game 9-2-5 --pool 500 --runs 20 --bots random,greedy --quiet",
];

/// Where words end.
const BETWEEN: [char; 3] = [' ', '\n', ':'];

/// What a command prints on a screen of so many columns.
fn printed(command: &str, columns: &str) -> String {
    crate::common::printed(self::command(command).env("COLUMNS", columns))
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

/// What runs print below their first lines, which have the time, as it was read and found right:
/// `GOLDEN=overwrite cargo test -p threehand --test command widths` writes it anew.
#[test]
fn what_runs_print_at_three_widths_fits_and_is_what_was_read() {
    let golden = in_repository("program/tests/golden");
    for (run, name) in
        RUNS.iter().zip(["tournament", "compare", "one-variant", "variants", "sprt", "pool"])
    {
        let all = printed(&format!("{run} --wide"), "1000");
        // A spec may be broken after its colons.
        let known: BTreeSet<&str> = all.split(BETWEEN).collect();
        for columns in [80, 100, 200] {
            let shown = printed(run, &columns.to_string());
            assert!(widest(&shown) <= columns, "{run} at {columns}: {shown}");
            let (_, below) = shown.split_once("\n\n").expect("a first line");
            // No word is broken; where columns went, what says so is new.
            let broken = below.split(BETWEEN).filter(|word| !known.contains(word)).count();
            assert!(broken == 0 || below.contains("No room for"), "{run} at {columns}: {below}");
            let file = golden.join(format!("{name}-{columns}.txt"));
            if is_overwritten() {
                write(&file, below);
            }
            assert_eq!(below, text(&file), "{}", file.display());
        }
    }
}

#[test]
fn plans_lists_and_rules_fit_the_screen_too() {
    let short = "9-2-5 --bots heuristic,greedy";
    for (command, widths) in [
        (&format!("tournament --game {short},random --blocks 30 --plan")[..], &[80][..]),
        ("tournament --game 9-2-5 --bots pimc:worlds=300,greedy --blocks 2 --plan", &[80]),
        (
            "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy --blocks 30 --plan",
            &[80],
        ),
        (&format!("sprt --game {short} --plan"), &[80]),
        (&format!("sprt --game {short} --test e --quiet"), &[80, 100, 200]),
        ("calibrate --game 9-2-5 --bots random --max-hands 1 --runs 20 --quiet", &[80, 200]),
        ("coverage --game 9-2-5 --bots greedy,random --pool 500 --runs 20 --plan", &[80]),
        ("list", &[80, 100, 200]),
        ("list measures", &[80, 100, 200]),
        ("rules 9-2-5", &[80, 100, 200]),
        ("rules kitty", &[80, 100, 200]),
        ("rules kings", &[80, 100, 200]),
    ] {
        for &columns in widths {
            let text = printed(command, &columns.to_string());
            assert!(widest(&text) <= columns, "{command} at {columns}: {text}");
        }
    }
}
