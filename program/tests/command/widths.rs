//! What runs print fits the screen: no line is longer than it, no word is broken, and the answer comes first.

use std::collections::BTreeSet;

use crate::common::{command, in_repository, json, text, write};

const RUNS: [&str; 4] = [
    "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 30 --quiet",
    "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic --blocks 30 --quiet",
    "compare --game three-kings --variants three-kings --bots random,greedy --blocks 30 --quiet",
    "sprt --game three-kings --bots greedy:epsilon=0.1,greedy:epsilon=0.2 --quiet",
];

/// What a run prints on a screen of so many columns, without how long it took.
fn printed(run: &str, columns: &str, flags: &[&str]) -> String {
    crate::common::printed(command(run).args(flags).env("COLUMNS", columns))
}

/// The words of a text, but for what a time may be told by.
fn words(text: &str) -> BTreeSet<&str> {
    text.split_whitespace().filter(|word| word.parse::<f64>().is_err()).collect()
}

#[test]
fn no_line_is_longer_than_the_screen_and_no_word_is_broken() {
    for run in &RUNS {
        let all = printed(run, "1000", &["--wide"]);
        for columns in [80, 100, 200] {
            let text = printed(run, &columns.to_string(), &[]);
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= columns, "{run} at {columns}: {longest}\n{text}");
            // What says which columns went is all that is new.
            let kept: String = text
                .lines()
                .filter(|line| !line.starts_with("No room for"))
                .collect::<Vec<_>>()
                .join("\n");
            let known = words(&all);
            let strange: Vec<_> = words(&kept)
                .into_iter()
                .filter(|word| !known.contains(word) && !text.contains("No room for"))
                .collect();
            assert_eq!(strange, Vec::<&str>::new(), "{run} at {columns}");
        }
    }
}

/// What runs print below their first lines, which have the time, as it was read and found right:
/// `GOLDEN=overwrite cargo test -p threehand --test command widths` writes it anew.
#[test]
fn what_runs_print_at_three_widths_is_what_was_read() {
    let golden = in_repository("program/tests/golden");
    let names = ["tournament", "compare", "one-variant", "sprt"];
    for (run, name) in RUNS.iter().zip(names) {
        for columns in ["80", "100", "200"] {
            let shown = printed(run, columns, &[]);
            let (_, below) = shown.split_once("\n\n").expect("a first line");
            let file = golden.join(format!("{name}-{columns}.txt"));
            if std::env::var_os("GOLDEN").is_some_and(|how| how == "overwrite") {
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
        ("tournament --game 9-2-5 --bots pimc:worlds=300,greedy --blocks 30 --plan", &[80]),
        (
            "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy --blocks 30 --plan",
            &[80],
        ),
        (&format!("sprt --game {short} --plan"), &[80]),
        (&format!("sprt --game {short} --test e --quiet"), &[80, 100, 200]),
        ("calibrate --game 9-2-5 --bots random --max-hands 1 --plan", &[80]),
        ("calibrate --game 9-2-5 --bots random --max-hands 1 --runs 20 --quiet", &[80, 200]),
        ("coverage --game 9-2-5 --bots greedy,random --pool 500 --runs 20 --plan", &[80]),
        ("list", &[80, 100, 200]),
        ("list measures", &[80, 100, 200]),
        ("rules 9-2-5", &[80, 100, 200]),
        ("rules kitty", &[80, 100, 200]),
        ("rules kings", &[80, 100, 200]),
    ] {
        for &columns in widths {
            let text = printed(command, &columns.to_string(), &[]);
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(columns), "{command} at {columns}: {longest:?}\n{text}");
        }
    }
}

#[test]
fn columns_that_have_no_room_are_named_and_wide_shows_them() {
    let run = RUNS[1];
    let narrow = printed(run, "80", &[]);
    let gone = "No room for: 9-5-2, ρ, random, greedy, heuristic, by, intervals under 9-2-5";
    assert!(narrow.replace('\n', " ").contains(gone), "{narrow}");
    let wide = printed(run, "80", &["--wide"]);
    assert!(
        !wide.contains("No room for")
            && wide.lines().any(|line| line.contains("greedy  heuristic")),
        "{wide}"
    );
}

#[test]
fn the_variant_that_is_named_has_the_first_figures() {
    let variants = "9-2-5,mine=9-2-5:contracts=7-4-5";
    let run =
        format!("compare --game 9-2-5 --variants {variants} --bots heuristic --blocks 200 --quiet");
    let told = printed(&run, "1000", &[]);
    let json = json(&run);
    let spread = |variant: usize| {
        let mean = json["variants"][variant]["metrics"]["role_spread"]["mean"].as_f64().unwrap();
        format!("{mean:.2} ±")
    };
    let (theirs, mine) = (spread(0), spread(1));
    let line = told
        .lines()
        .find(|line| line.starts_with("mine is significantly more even than 9-2-5."))
        .expect(&told);
    let [first, second] = [&mine, &theirs].map(|figure| line.find(figure.as_str()).expect(line));
    assert!(first < line.find("under mine").unwrap() && first < second, "{line}");
    assert!(second < line.find("under 9-2-5").unwrap(), "{line}");
}

#[test]
fn a_rung_that_is_weaker_than_the_one_below_is_told() {
    let run = |bots| {
        format!("compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots {bots} --blocks 60 --quiet")
    };
    let wrong = "greedy is weaker than heuristic: it wins less than its third against two.";
    assert!(printed(&run("random,heuristic,greedy"), "1000", &[]).contains(wrong));
    assert!(!printed(&run("random,greedy,heuristic"), "1000", &[]).contains(" is weaker than "));
}

#[test]
fn the_most_even_of_many_variants_is_named_with_those_that_no_test_tells_apart_from_it() {
    let run = "compare --game 9-2-5 --variants 9-2-5,9-5-2,8-4-4,9-3-4 --bots heuristic --blocks 100 --quiet";
    let told = printed(run, "1000", &[]);
    assert!(told.contains("8-4-4 is not significantly more even than 9-3-4."), "{told}");
    assert!(told.contains("Largest seat advantage: the "), "{told}");
    // Where roles are as even as those of three `greedy`, no difference is tested, and intervals have to do.
    let greedy = printed(&run.replace("heuristic", "greedy"), "1000", &[]);
    let every = "8-4-4 is significantly more even than every other variant.";
    assert!(greedy.contains(every), "{greedy}");
    let against = printed(run, "1000", &["--against", "9-2-5"]);
    let rest = "significantly more even than 9-2-5; other variants were not tested against it.";
    assert!(against.contains(rest), "{against}");
}

#[test]
fn a_comparison_shows_what_matters_most_and_all_rows_where_they_are_asked_for() {
    let rows = |text: &str| {
        let verdicts = ["higher on", "lower on", "no difference shows", "depends on", "not tested"];
        text.lines()
            .filter(|line| line.starts_with("  ") && verdicts.iter().any(|v| line.contains(v)))
            .count()
    };
    let (some, all) = (printed(RUNS[1], "200", &[]), printed(RUNS[1], "200", &["--all"]));
    assert_eq!(rows(&some), 8, "{some}");
    let more: usize = some
        .lines()
        .find_map(|line| line.strip_suffix(" more rows with --all."))
        .and_then(|count| count.parse().ok())
        .expect("the others are counted");
    assert_eq!(rows(&all), 8 + more, "{all}");
    for group in ["points", "contracts", "chairs", "length", "suspense", "skill"] {
        assert!(all.lines().any(|line| line == group), "{group}: {all}");
    }
}
