//! What `compare` says in words against what `verdicts.csv` says.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::common::tables::{Row, table};
use crate::common::{folder, succeed};

/// What may be said of how even a variant is where the verdict on the other less this one is so; `seen` is "more" or
/// "less", as the figures of the two are.
fn due(verdict: &str, seen: &str) -> String {
    match verdict {
        "higher" => "significantly more even than".to_owned(),
        "lower" => "significantly less even than".to_owned(),
        "higher on too few rungs" => "more even than".to_owned(),
        "lower on too few rungs" => "less even than".to_owned(),
        "the same within the margin" => "as even as".to_owned(),
        "no difference shows" => format!("not significantly {seen} even than"),
        "depends on the bots" | "not tested" => format!("{seen} even than"),
        other => panic!("{other}"),
    }
}

/// The verdict on this measure of `b` less `a`.
fn verdict(rows: &[Row], measure: &str, a: &str, b: &str) -> Option<String> {
    let row = rows.iter().find(|row| {
        row["measure"] == measure
            && [(a, b), (b, a)].contains(&(row["a"].as_str(), row["b"].as_str()))
    })?;
    let verdict = &row["verdict"];
    Some(match (row["a"] == b, verdict.split_once(' ').unwrap_or((verdict, ""))) {
        (false, ("higher", rest)) => format!("lower {rest}").trim_end().to_owned(),
        (false, ("lower", rest)) => format!("higher {rest}").trim_end().to_owned(),
        _ => verdict.clone(),
    })
}

#[test]
fn what_is_said_in_words_is_what_the_verdict_says() {
    let games = [
        (
            "9-2-5",
            vec![
                "9-2-5",
                "b=9-2-5:contracts=7-4-5",
                "c=9-2-5:contracts=8-3-5",
                "d=9-2-5:bleed_view=public",
            ],
        ),
        (
            "three-legged-kitty",
            vec![
                "three-legged-kitty",
                "b=three-legged-kitty:fail_points=2",
                "c=three-legged-kitty:overpay=true",
            ],
        ),
        ("oh-hell", vec!["oh-hell", "b=oh-hell:deal.hand=4", "c=oh-hell:bid.hook=false"]),
    ];
    let bots = ["random", "greedy", "heuristic"];
    let mut said = BTreeMap::<_, u32>::new();
    for seed in 0..16 {
        let (game, variants) = &games[seed as usize % 3];
        let some = variants[..2 + seed as usize / 3 % (variants.len() - 1)].join(",");
        let bots = bots[seed as usize / 2 % 3..].join(",");
        let (blocks, dir) = (3 + 40 * (seed % 4), folder("words"));
        let against =
            if seed % 5 == 0 { format!("--against {}", variants[0]) } else { String::new() };
        let text = succeed(&format!(
            "compare --game {game} --variants {some} --bots {bots} --blocks {blocks} --seed {seed} {against} --force -q --out {}",
            dir.display()
        ));
        let rows = table(dir.join("verdicts.csv"));
        let dependent = rows.iter().filter(|row| {
            row["measure"].starts_with("points_") && row["verdict"] == "depends on the bots"
        });
        let gains = text.lines().find(|line| line.starts_with("Under ")).unwrap_or_default();
        let depends = gains.matches("(it depends on the bots)").count();
        assert!(depends <= dependent.count(), "{seed}: {text}");
        assert!(!text.contains("rung") && !text.contains('ρ'), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let sizes = |line: &&str| line.starts_with("With ") && line.contains("more than the worst");
        let Some(sizes) = lines.iter().position(sizes) else { continue };
        let line = lines[sizes - 1].trim_end_matches('.');
        let (subject, clauses) = line.split_once(" is ").expect("a verdict");
        // The sizes in the order of the sentence: of the subject, and of the others from the most even.
        let sizes = lines[sizes..].join(" ");
        let (_, first) = sizes.split_once("scores ").expect("a size");
        let (_, second) = sizes.split_once(&format!("under {subject}, ")).expect("a size");
        let size = |text: &str| {
            let number = text.trim_start_matches("and ").split(' ').next().expect("a number");
            number.parse::<f64>().expect("a number")
        };
        let seen = match size(first).total_cmp(&size(second)) {
            Ordering::Less => "more",
            Ordering::Equal if line.contains("more even") => "more",
            _ => "less",
        };
        let names: Vec<_> =
            variants.iter().map(|variant| variant.split('=').next().unwrap()).collect();
        for other in names.into_iter().filter(|other| *other != subject) {
            let Some(verdict) = verdict(&rows, "role_spread", subject, other) else { continue };
            let clause = clauses
                .split(", and ")
                .find(|clause| {
                    let words = clause.split([' ', ',', ';']);
                    clause.contains("every other variant")
                        || words.into_iter().any(|word| word == other)
                })
                .unwrap_or_else(|| panic!("{seed}: {other} is not in {line}"));
            let said_so = match &*verdict {
                "depends on the bots" => clause.contains("or not, depending on the bots"),
                "not tested" => clause.contains("without a test"),
                _ => true,
            };
            let said_so = said_so && clause.starts_with(&due(&verdict, seen));
            assert!(said_so, "{seed}: {subject}, {other}: {verdict}: {line}");
            *said.entry(verdict).or_default() += 1;
        }
    }
    assert!(said.len() >= 4, "{said:?}");
}
