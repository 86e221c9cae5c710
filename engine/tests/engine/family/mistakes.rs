//! What people get wrong in a first file, and files that are broken in any way.

use std::fmt::Write as _;

use threehand_engine::games::{Family, NineTwoFive};
use threehand_engine::options::rules_of;
use threehand_engine::testing::checks;
use threehand_engine::{Game as _, Stream, below};

use super::random_files::{Dice, any_file};
use super::{files, game};

/// A file to make mistakes in.
const START: &str =
    "format = 1\nname = \"mine\"\n[deal]\nhand = 16\n[score]\ntrick = 1\n[match]\nhands = 3\n";

/// Each case is what is changed in [`START`], apart by bars, and the error.
#[test]
fn each_mistake_of_a_first_file_is_told_with_its_place_and_what_would_be_right() {
    let mut all = String::new();
    let cases = include_str!("../../data/family/mistakes.txt");
    for line in cases.lines().filter(|line| !line.is_empty()) {
        let Some(case) = line.strip_prefix("> ") else {
            if line.starts_with('#') {
                let _ = writeln!(all, "{line}");
            }
            continue;
        };
        let mut file = START.to_owned();
        for change in case.split(" | ") {
            let (old, new) = change.split_once(" -> ").unwrap_or(("", change));
            let new = new.replace("\\n", "\n");
            match old {
                "" => file = format!("{file}{new}\n"),
                "all" => file = new,
                old => {
                    let old = old.replace("\\n", "\n");
                    assert!(file.contains(&old), "{case}");
                    file = file.replacen(&old, &new, 1);
                }
            }
        }
        let error = match Family::read(&file) {
            Ok(_) => "no error".to_owned(),
            Err(error) => error.to_string(),
        };
        assert!(!error.contains('\n'), "{error}");
        let _ = writeln!(all, "> {case}\n{error}\n");
    }
    if std::env::var_os("OVERWRITE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/data/family/mistakes.txt");
        std::fs::write(path, &all).expect("the file can be written");
    }
    let lines = |text: &str| {
        text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(cases), lines(&all));
}

#[test]
fn broken_files_get_one_line_each() {
    let mut rng = Stream::new([1, 2, 5, 4]);
    let mut refused = 0;
    let (tries, files) = (checks(20_000).max(2_000), files());
    for _ in 0..tries {
        let mut text = match below(&mut rng, 3) {
            0 => any_file(&mut Dice(&mut rng), 52),
            _ => files[below(&mut rng, files.len())].to_owned(),
        };
        for _ in 0..=below(&mut rng, 3) {
            text = broken(&text, &mut rng);
        }
        if let Err(error) = Family::read(&text) {
            let message = error.to_string();
            assert!(!message.contains('\n') && message.chars().count() < 400, "{message}");
            assert!(error.line <= text.matches('\n').count() + 1, "{message}");
            refused += 1;
        }
    }
    assert!(refused > tries / 2, "{refused} of {tries}");
}

/// A text with something cut, doubled or put elsewhere.
fn broken(text: &str, rng: &mut Stream) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = below(rng, chars.len() + 1);
    let end = (at + below(rng, 30)).min(chars.len());
    let odd = [
        "",
        "\0",
        "é",
        "[",
        "]]",
        "{",
        "\"",
        "= =",
        "-1",
        "99999999999999999999",
        "nan",
        "1979-05-27",
        "''",
        "[[x]]",
        "a.b.c = 1\n",
    ];
    match below(rng, 5) {
        0 => chars.truncate(at),
        1 => drop(chars.drain(at..end)),
        2 => {
            let part: Vec<char> = chars[at..end].to_vec();
            chars.splice(at..at, part);
        }
        3 => {
            let put = odd[below(rng, odd.len())];
            chars.splice(at..end.min(at + 5), put.chars());
        }
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            if lines.len() > 1 {
                let (a, b) = (below(rng, lines.len()), below(rng, lines.len()));
                lines.swap(a, b);
            }
            return lines.join("\n");
        }
    }
    chars.into_iter().collect()
}

#[test]
fn huge_and_nested_files_are_refused() {
    let nested = |open: &str, close: &str| {
        format!("{START}x = {}{}\n", open.repeat(5_000), close.repeat(5_000))
    };
    for text in [
        "#".repeat(70_000),
        nested("[", "]"),
        nested("{ a = ", "}"),
        format!("{START}{} = 1\n", "a.".repeat(9_000) + "a"),
        format!("{START}about2 = \"{}\"\n", "é".repeat(20_000)),
        format!("name = \"{}\"\nformat = 1\n", "x".repeat(33)),
    ] {
        let message = Family::read(&text).expect_err("it is no game").to_string();
        assert!(!message.contains('\n') && message.chars().count() < 400, "{message}");
    }
}

#[test]
fn equal_rules_are_kept_once() {
    let one = game(files()[2]);
    assert_eq!(one, game(files()[2]));
    let commented = format!("{}\n# another comment\n", files()[2]);
    assert_eq!(game(&commented).text(), commented);
    let changed: Family = rules_of(&one, [("contract", "9-5-2")]).unwrap();
    assert_eq!(changed, rules_of(&one, [("contract", "9-5-2")]).unwrap());
    assert_ne!(changed, one);
    assert_eq!(changed.published(), one);
    assert_eq!(rules_of(&changed, []), Ok(one));
}

#[test]
fn options_are_refused_as_in_any_game() {
    let file = game(files()[2]);
    let refused = |options: &[(&str, &str)]| {
        rules_of(&file, options.iter().copied()).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&[("deal.kitty", "5")]),
        "3 × 16 cards + 5 in the kitty are 53, and the pack has 52"
    );
    assert_eq!(
        refused(&[("exchange.cap", "fre")]),
        "exchange.cap can't be `fre`: it is deficit or free; did you mean `free`?"
    );
    assert_eq!(
        refused(&[("deal.hand", "99")]),
        "deal.hand can't be `99`: it is a whole number from 1 to 17"
    );
    assert!(refused(&[("contracts", "9-5-2")]).starts_with(
        "nine-two-five has no rule option `contracts`; did you mean `contract`? It is one of cards.ranks, "
    ));
    let both = [("deal.hand", "15"), ("contract", "8-5-2"), ("deal.kitty", "7")];
    assert!(rules_of(&file, both).is_ok());
    assert!(NineTwoFive::default().variants().len() > 1);
}
