//! The rules of a file as a page for people.

use threehand_engine::Game as _;
use threehand_engine::games::Family;
use threehand_engine::options::rules_of;

use super::{file, files, game};

/// Values of every key, some of which do not fit some file.
const VALUES: [(&str, &[&str]); 48] = [
    ("cards.ranks", &["AKQJT98765432", "3456789TJQKA2", "23456789TJQK", "789TJQKA", "89TJQKA7"]),
    ("cards.suits", &["HDS", "CDH"]),
    ("cards.without", &["none", "AS", "AC-KS", "8C-9D"]),
    ("deal.hand", &["1", "4", "6", "8", "15", "16"]),
    ("deal.first", &["1", "3", "4"]),
    ("deal.kitty", &["0", "1", "2", "3"]),
    ("deal.turn_up", &["false", "true"]),
    ("roles", &["dealer-left-right", "a-b-c", "dealer-left-third", "right-left-dealer"]),
    ("contract", &["none", "1-2-3", "8-4-4", "9-5-2", "3-5-2", "8-6-2"]),
    ("fewest", &["none", "3-5-8", "2-2-2"]),
    (
        "steps",
        &[
            "none",
            "bid",
            "pass",
            "bid-pass",
            "exchange-trump-kitty",
            "trump-kitty",
            "rest-trump",
            "trump-rest",
        ],
    ),
    ("trump.by", &["none", "turn_up", "C", "S", "dealer", "left", "right"]),
    ("trump.choices", &["all", "H", "S-NT"]),
    ("trump.once", &["false", "true"]),
    ("exchange.cap", &["deficit", "free"]),
    ("exchange.order", &["contract", "surplus"]),
    ("exchange.optional", &["false", "true"]),
    ("exchange.view", &["pair", "public"]),
    ("pull.order", &["contract", "surplus"]),
    ("kitty.to", &["dealer", "left", "right"]),
    ("kitty.order", &["take_then_discard", "discard_then_take"]),
    ("pass.cards", &["1", "2", "3", "4"]),
    ("pass.to", &["left", "hold", "left-right", "left-right-hold", "right-left-hold"]),
    ("bid.first", &["dealer", "left", "right"]),
    ("bid.least", &["0", "1", "2"]),
    ("bid.most", &["3", "5", "all"]),
    ("bid.hook", &["false", "true"]),
    ("tricks.lead", &["dealer", "left", "right", "lowest C", "lowest H"]),
    ("tricks.follow", &["false", "true"]),
    ("tricks.void", &["any", "trump"]),
    ("tricks.beat", &["false", "true"]),
    ("tricks.broken", &["none", "C", "H"]),
    ("tricks.first_free", &["false", "true"]),
    ("score.trick", &["0", "1", "-2"]),
    ("score.over", &["0", "1", "-2"]),
    ("score.under", &["0", "-1", "2"]),
    ("score.made", &["0", "5", "10"]),
    ("score.missed", &["0", "-5", "1"]),
    ("score.exact", &["false", "true"]),
    ("score.cards", &["none", "0", "1", "13", "-1"]),
    ("score.all.own", &["none", "0", "-26"]),
    ("score.all.others", &["none", "5", "26"]),
    ("match.above", &["none", "10", "100"]),
    ("match.below", &["none", "-10", "-100"]),
    ("match.hands", &["none", "1", "3"]),
    ("match.tricks", &["none", "1", "3"]),
    ("match.wins", &["highest", "lowest"]),
    ("match.tie", &["play_on", "shared"]),
];

/// Whether two values of a key are the same to people, as these games have them.
fn are_the_same(key: &str, one: Family, other: Family) -> bool {
    let steps = one.option("steps");
    let takes = |step: &str| steps.split('-').any(|other| other == step);
    let counts = |key: &str| !matches!(&*one.option(key), "none" | "0");
    let cards = || one.options().iter().filter(|option| option.name.starts_with("score.cards."));
    let number_of = |game: Family, key: &str| game.option(key).parse::<i32>().unwrap_or(0);
    let number = |game: Family| number_of(game, key);
    let is_set = |key: &str| one.option(key) != "none";
    let takes_once = one.option("trump.once") == "true";
    match key {
        // The bids are the targets, and nothing goes by the contracts.
        "contract" => takes("bid") && !takes("exchange") && !takes("pull"),
        "trump.choices" => !takes("trump"),
        "tricks.void" => !counts("trump.by") || one.option("tricks.follow") == "false",
        "tricks.first_free" => !cards().any(|card| counts(card.name)),
        "score.exact" => !counts("score.made") && !counts("score.missed"),
        // Tricks alone end the match, and two can't take so many.
        "match.wins" | "match.tie" => {
            2 * number_of(one, "match.tricks") > number_of(one, "deal.hand")
                && !takes_once
                && !["match.above", "match.below", "match.hands"].into_iter().any(is_set)
        }
        // No points are 0 points as long as the other key is set.
        "score.all.own" => number(one) == number(other) && one.option("score.all.others") != "none",
        "score.all.others" => number(one) == number(other) && one.option("score.all.own") != "none",
        _ => key.split_once('.').is_some_and(|(step, _)| {
            ["exchange", "pull", "kitty", "pass", "bid"].contains(&step) && !takes(step)
        }),
    }
}

/// The page without what it says of variants.
fn own(game: Family) -> &'static str {
    game.page().split("\n## Variants").next().unwrap_or_default()
}

#[test]
fn each_value_of_each_key_has_its_sentence() {
    for (file, of_suit) in files().into_iter().flat_map(|file| [(file, false), (file, true)]) {
        let mut file = file.to_owned();
        if of_suit && !file.contains("cards = {") {
            file = file.replace("[score]", "[score]\ncards = { H = 1, QS = 13 }");
        }
        let game = game(&file);
        for option in game.options() {
            let key =
                if option.name.starts_with("score.cards.") { "score.cards" } else { option.name };
            let values = VALUES.iter().find(|(other, _)| *other == key);
            let (_, values) = values.unwrap_or_else(|| panic!("no values of {}", option.name));
            let mut pages = vec![(game.option(option.name), game)];
            for value in values.iter().filter(|value| **value != option.default()) {
                pages.extend(
                    rules_of(&game, [(option.name, *value)])
                        .map(|rules| ((*value).to_owned(), rules)),
                );
            }
            for (i, (value, rules)) in pages.iter().enumerate() {
                for (other, others) in &pages[..i] {
                    let same = own(*rules) == own(*others);
                    let due = are_the_same(option.name, *rules, *others);
                    let place = format!("{}: {} {value} or {other}", game.name(), option.name);
                    assert_eq!(same, due, "{place}\n{}", rules.page());
                }
            }
        }
    }
}

#[test]
fn titles_and_descriptions_are_no_markup() {
    let page = |head: &str| {
        game(&format!(
            "format = 1\nname = \"mine\"\n{head}\ndeal.hand = 4\nscore.trick = 1\nmatch.hands = 3\n"
        ))
        .page()
    };
    assert!(page("title = \" \"").starts_with("# mine\n\n## What you need\n"));
    let odd = page("title = \"\"\"My\n# game\"\"\"\nabout = \"\"\"\nOne.\n# Two\n---\n| 3 |\"\"\"");
    assert!(odd.starts_with("# My # game\n\nOne.\n\\# Two\n\\---\n\\| 3 |\n\n## What"), "{odd}");
    let one = page("cards.suits = \"S\"");
    assert!(one.contains("- Three players, and 13 cards: spades.\n"), "{one}");
}

#[test]
fn the_pages_of_two_games_stand() {
    for (name, due) in [
        ("three-five-eight", include_str!("../../data/family/three-five-eight.page")),
        ("hearts", include_str!("../../data/family/hearts.page")),
    ] {
        let page = game(file(name)).page();
        assert!(page == due, "{page}");
    }
}
