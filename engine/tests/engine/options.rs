//! How the options of each game are named, read and written. What their values do is told game by game.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::options::{self, OptionError, from_json, to_json, variant_name};
use threehand_engine::testing::{any_rules, rules};
use threehand_engine::{Game, Stream};

/// What is published of a game's options.
struct Published {
    /// The options with their values, the defaults first.
    options: &'static [(&'static str, &'static str)],
    /// Rules as they are typed, in a record and by their name.
    written: &'static [[&'static str; 3]],
    /// What can't be typed, and why.
    refused: &'static [(&'static str, &'static str)],
    /// What can't be in a record.
    unreadable: &'static [&'static str],
}

fn read<G: Game>(text: &str) -> Result<G, OptionError> {
    options::rules(text.split(' ').map(|word| word.split_once('=').expect("option=value")))
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("a JSON object")
}

fn check<G: Game>(published: &Published) {
    let join = |values: &[&str]| values.join(" ");
    let options = G::OPTIONS.iter().map(|option| (option.name, join(option.values)));
    let due = published.options.iter().map(|(name, values)| (*name, (*values).to_owned()));
    assert_eq!(options.collect::<Vec<_>>(), due.collect::<Vec<_>>());
    for option in G::OPTIONS {
        for value in ["", "True", "FREE", "sideways", " free", "free ", "else"] {
            let refused = options::rules::<G>([(option.name, value)]).unwrap_err();
            assert!(
                matches!(&refused, OptionError::BadValue { name, .. } if *name == option.name),
                "{refused}"
            );
        }
        if let Some((least, most)) = option.range {
            let text = |number: i32| read::<G>(&format!("{}={number}", option.name));
            let is_read = |number| text(number).unwrap().option(option.name) == number.to_string();
            assert!((least..=most).all(is_read), "{}", option.name);
            assert!(text(least - 1).is_err() && text(most + 1).is_err(), "{}", option.name);
        }
    }
    for [words, json, name] in published.written {
        let game: G = rules(words);
        assert_eq!(to_json(&game), object(json), "{words}");
        assert_eq!(from_json::<G>(&object(json)), Ok(game));
        assert_eq!(variant_name(&game), *name);
    }
    let all: Vec<_> = G::OPTIONS.iter().map(|option| option.name).collect();
    for (text, error) in published.refused {
        let due = match error.ends_with('?') {
            true => format!("{error} It is one of {}", all.join(", ")),
            false => (*error).to_owned(),
        };
        assert_eq!(read::<G>(text).unwrap_err().to_string(), due);
    }
    for json in published.unreadable {
        assert!(from_json::<G>(&object(json)).is_err(), "{json}");
    }
    random_rules_have_every_value::<G>();
}

fn random_rules_have_every_value<G: Game>() {
    let mut rng = Stream::new([2, 0, 6, 3]);
    let mut met: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for _ in 0..5_000 {
        let game: G = any_rules(&mut rng);
        for option in G::OPTIONS {
            met.entry(option.name).or_default().insert(game.option(option.name));
        }
    }
    for option in G::OPTIONS {
        let values = match option.range {
            Some((least, most)) => (most - least + 1) as usize,
            None => option.values.len(),
        };
        assert!(met[option.name].len() >= values, "{}", option.name);
    }
}

#[test]
fn the_options_of_9_2_5_are_those_that_are_published() {
    check::<NineTwoFive>(&Published {
        options: &[
            ("contracts", "9-2-5"),
            ("bleed_cap", "deficit free"),
            ("bleed_order", "contract surplus"),
            ("bleed_optional", "false true"),
            ("trump_call", "before_bleed after_bleed"),
            ("kitty", "take_then_discard discard_then_take"),
            ("first_lead", "dealer left"),
            ("bleed_view", "pair public"),
            ("tie", "latched recheck"),
            ("target", "15 5 60"),
            ("no_trump_bleed", "true false"),
        ],
        written: &[
            ["", "{}", "9-2-5"],
            ["contracts=9-5-2", r#"{"contracts": [9, 5, 2]}"#, "9-5-2"],
            ["contracts=8-3-5", r#"{"contracts": [8, 3, 5]}"#, "8-3-5"],
            ["contracts=9-3-4", r#"{"contracts": [9, 3, 4]}"#, "9-3-4"],
            ["contracts=8-4-4", r#"{"contracts": [8, 4, 4]}"#, "8-4-4"],
            [
                "tie=recheck contracts=7-4-5",
                r#"{"contracts": [7, 4, 5], "tie": "recheck"}"#,
                "9-2-5:contracts=7-4-5:tie=recheck",
            ],
            [
                "bleed_optional=true contracts=9-5-2 bleed_cap=free target=20 no_trump_bleed=false",
                r#"{"contracts": [9, 5, 2], "bleed_cap": "free", "bleed_optional": true,
                    "target": 20, "no_trump_bleed": false}"#,
                "9-2-5:contracts=9-5-2:bleed_cap=free:bleed_optional=true:target=20:no_trump_bleed=false",
            ],
        ],
        refused: &[
            ("bleed_capp=free", "9-2-5 has no rule option `bleed_capp`; did you mean `bleed_cap`?"),
            ("tie=recheck kitty=take_then_discard tie=recheck", "tie is given twice"),
            ("target=61", "target can't be `61`: it is a whole number from 5 to 60"),
        ],
        unreadable: &[
            r#"{"contracts": [9, 2, 6]}"#,
            r#"{"contracts": [9, 2]}"#,
            r#"{"contracts": [9, 2, -5]}"#,
            r#"{"contracts": 925}"#,
            r#"{"bleed_optional": 1}"#,
            r#"{"bleed_optional": null}"#,
            r#"{"tie": true}"#,
            r#"{"tie": {}}"#,
            r#"{"ties": "recheck"}"#,
            r#"{"target": 61}"#,
            r#"{"target": 20.5}"#,
            r#"{"target": [20]}"#,
            r#"{"no_trump_bleed": 0}"#,
        ],
    });
}

#[test]
fn the_options_of_three_kings_are_those_that_are_published() {
    check::<ThreeKings>(&Published {
        options: &[
            ("melds", "table all"),
            ("meld_order", "rows_equal set_over_seq"),
            ("ace_last_total", "5 6"),
            ("ace_predict_total", "15 12"),
            ("pending", "sum worst"),
            ("qualify", "end_score touched"),
            ("form", "closed open"),
            ("first_deal", "match set"),
            ("prediction_slots", "shared separate"),
            ("set_points", "15 5 60"),
            ("game_points", "3 1 10"),
        ],
        written: &[
            ["", "{}", "three-kings"],
            [
                "melds=all ace_last_total=6 ace_predict_total=12 form=open set_points=20 game_points=5",
                r#"{"melds": "all", "ace_last_total": 6, "ace_predict_total": 12, "form": "open",
                    "set_points": 20, "game_points": 5}"#,
                "three-kings:melds=all:ace_last_total=6:ace_predict_total=12:form=open:set_points=20:game_points=5",
            ],
        ],
        refused: &[
            ("melds=some", "melds can't be `some`: it is table or all"),
            ("ace_last_total=7", "ace_last_total can't be `7`: it is 5 or 6"),
            ("meld=all", "three-kings has no rule option `meld`; did you mean `melds`?"),
            ("form=open form=open", "form is given twice"),
            ("set_points=4", "set_points can't be `4`: it is a whole number from 5 to 60"),
            ("set_points=15.0", "set_points can't be `15.0`: it is a whole number from 5 to 60"),
            ("game_points=0", "game_points can't be `0`: it is a whole number from 1 to 10"),
            ("game_points=x", "game_points can't be `x`: it is a whole number from 1 to 10"),
            ("first_deal=hand", "first_deal can't be `hand`: it is match or set"),
            ("prediction_slots=two", "prediction_slots can't be `two`: it is shared or separate"),
        ],
        unreadable: &[],
    });
}

#[test]
fn the_options_of_three_legged_kitty_are_those_that_are_published() {
    check::<ThreeLeggedKitty>(&Published {
        options: &[
            ("opening_cost", "from_zero flat_one"),
            ("overpay", "false true"),
            ("opening", "may_pass must_open"),
            ("all_pass", "next_dealer same_dealer"),
            ("auction_end", "two_passes high_bidder_passes"),
            ("tie", "play_on shared"),
            ("fail_points", "5 0 20"),
            ("target", "30 5 200"),
            ("deck", "52 32"),
        ],
        written: &[
            ["", "{}", "three-legged-kitty"],
            [
                "overpay=true tie=shared fail_points=0 target=200 deck=32",
                r#"{"overpay": true, "tie": "shared", "fail_points": 0, "target": 200, "deck": 32}"#,
                "three-legged-kitty:overpay=true:tie=shared:fail_points=0:target=200:deck=32",
            ],
        ],
        refused: &[
            ("fail_points=-1", "fail_points can't be `-1`: it is a whole number from 0 to 20"),
            ("target=201", "target can't be `201`: it is a whole number from 5 to 200"),
            ("deck=36", "deck can't be `36`: it is 52 or 32"),
            (
                "fail_pts=3",
                "three-legged-kitty has no rule option `fail_pts`; did you mean `fail_points`?",
            ),
        ],
        unreadable: &[],
    });
}
