//! The pages of studies that count their runs themselves: every figure is that of a table beside the page, and the
//! tables are what is played.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::{copy, folder, in_repository, play, text, write};

/// The studies whose `count.py --check` checks their pages, each with a file, and the starts of lines with figures in it.
const STUDIES: [(&str, &str, &str); 5] = [
    ("three-legged-kitty", "figures.csv", ""),
    ("three-kings", "figures.csv", ""),
    ("contract-games", "figures.csv", "9-2-5,greedy,role_spread,"),
    ("calls", "seats.csv", "9-2-5,heuristic,dealer,"),
    ("nine-two-five", "orders.csv", "heuristic,9-2-5,role_spread,10000,"),
];

#[test]
fn a_figure_that_is_changed_in_a_table_or_on_a_page_of_a_study_is_found_and_no_other() {
    for (study, table, line) in STUDIES {
        let dir = copy(&in_repository("results"), folder(study));
        // One study takes figures of another.
        copy(&in_repository("results/first-hand"), dir.join("first-hand"));
        let copied = copy(&in_repository("results").join(study), dir.join(study));
        let script = copied.join("count.py");
        let Some(output) = check(&script) else { return };
        assert!(output.status.success(), "{study}: {}", String::from_utf8_lossy(&output.stdout));
        for (file, starts) in [("README.md", "| "), ("README.md", "**"), (table, line)] {
            let path = copied.join(file);
            let before = text(&path);
            let (changed, from) = change(&before, starts);
            write(&path, changed);
            let output = check(&script).expect("python3 was there");
            let told = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{study}/{file}: {from}: {told}");
            write(&path, before);
        }
    }
}

#[test]
fn an_answer_of_the_index_is_one_sentence() {
    let index = text(in_repository("results/README.md"));
    let rows = index.lines().filter(|line| line.starts_with("| ")).skip(1);
    let answers: Vec<&str> = rows.map(|row| row.split(" | ").nth(1).expect("an answer")).collect();
    assert!(answers.len() > 10);
    for answer in answers {
        assert!(!answer.contains(". ") && !answer.ends_with('.'), "{answer}");
    }
}

/// The text with another digit before the first point of a line that starts so, also as an item of a list; and that line.
fn change(text: &str, starts: &str) -> (String, String) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_figure = |line: &str, point: usize| {
        let bytes = line.as_bytes();
        bytes[point - 1].is_ascii_digit() && bytes.get(point + 1).is_some_and(u8::is_ascii_digit)
    };
    let is_one = |line: &&mut String| line.trim_start_matches("- ").starts_with(starts);
    for line in lines.iter_mut().skip(1).filter(is_one) {
        let points: Vec<usize> = line.match_indices('.').map(|(point, _)| point).collect();
        if let Some(point) = points.into_iter().find(|&point| point > 0 && is_figure(line, point)) {
            let digit = if line.as_bytes()[point - 1] == b'7' { "8" } else { "7" };
            let from = line.clone();
            line.replace_range(point - 1..point, digit);
            return (lines.join("\n") + "\n", from);
        }
    }
    panic!("no figure");
}

/// Runs a script with `--check`; `None` where there is no Python 3.
fn check(script: &Path) -> Option<Output> {
    let mut python = Command::new("python3");
    python.arg(script).arg("--check").env("PYTHONDONTWRITEBYTECODE", "1").output().ok()
}

#[test]
fn the_first_blocks_of_a_bot_are_played_again_as_they_stand_in_the_study() {
    // The seed is that which `cksum` gives for the line `heuristic`, as in the script.
    let run = "compare --game 9-2-5 --variants 9-2-5,9-5-2,8-3-5,9-3-4,8-4-4 --against 9-2-5 --bots heuristic --seed \
               3018824208 --blocks 50 --block-values";
    let played = text(play(folder("run"), run).join("block_values.csv"));
    let sample = text(in_repository("results/nine-two-five/sample.csv"));
    let measure = |line: &str| line.split(',').nth(3).expect("a column").to_owned();
    let measures: Vec<String> = sample.lines().skip(1).map(measure).collect();
    let is_in = |(number, line): &(usize, &str)| *number == 0 || measures.contains(&measure(line));
    let again: Vec<&str> = played.lines().enumerate().filter(is_in).map(|(_, line)| line).collect();
    assert_eq!(again.len(), 1 + 50 * 5 * 4);
    assert!(again.into_iter().eq(sample.lines()), "other figures than in sample.csv");
}
