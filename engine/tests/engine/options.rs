//! How the options of a game are named, read and written, as its [cases](crate::cases) say.
//!
//! | key | value |
//! |---|---|
//! | `options` | the names of all |
//! | `option NAME` | the values, the default first |
//! | `impossible NAME` | values that it can't have, apart by bars |
//! | `written` | rules as they are typed, in a record and by their name, apart by bars |
//! | `refused` | what can't be typed, and why |
//! | `unreadable` | what can't be in a record, apart by bars |

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use threehand_engine::options::{self, OptionError, from_json, to_json, variant_name};
use threehand_engine::testing::{any_rules, rules};
use threehand_engine::{Game, Stream};

pub(crate) fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read<G: Game>(text: &str) -> Result<G, OptionError> {
    options::rules(text.split(' ').map(|word| word.split_once('=').expect("option=value")))
}

/// Checks a line on options.
pub(crate) fn check<G: Game>(key: &str, name: &str, value: &str) {
    let parts: Vec<&str> = value.split('|').map(str::trim).collect();
    match key {
        "options" => {
            let names: Vec<_> = G::OPTIONS.iter().map(|option| option.name).collect();
            assert_eq!(names.join(" "), value);
        }
        "option" => check_option::<G>(name, value),
        "impossible" => value.split('|').for_each(|text| {
            assert_eq!(G::default().set_option(name, text), None, "{name}={text}");
        }),
        "written" => {
            let game: G = rules(parts[0]);
            assert_eq!(to_json(&game), object(parts[1]), "{value}");
            assert_eq!(from_json::<G>(&object(parts[1])), Ok(game));
            assert_eq!(variant_name(&game), parts[2]);
        }
        "refused" => {
            assert_eq!(read::<G>(parts[0]).expect_err(value).to_string(), parts[1]);
        }
        "unreadable" => parts.iter().for_each(|json| {
            assert!(from_json::<G>(&object(json)).is_err(), "{json}");
        }),
        _ => panic!("no line begins with `{key}`"),
    }
}

fn check_option<G: Game>(name: &str, values: &str) {
    let option = G::OPTIONS.iter().find(|option| option.name == name).expect(name);
    assert_eq!(option.values.join(" "), values);
    for value in ["", "True", "FREE", "sideways", " free", "free ", "else"] {
        let refused = options::rules::<G>([(name, value)]).unwrap_err();
        let of = matches!(&refused, OptionError::BadValue { name, .. } if *name == option.name);
        assert!(of, "{refused}");
    }
    if let Some((least, most)) = option.range {
        let text = |number: i32| read::<G>(&format!("{name}={number}"));
        let is_read = |number| text(number).unwrap().option(name) == number.to_string();
        assert!((least..=most).all(is_read), "{name}");
        assert!(text(least - 1).is_err() && text(most + 1).is_err(), "{name}");
    }
}

/// Asserts that random rules have every value of every option.
pub(crate) fn random_rules_have_every_value<G: Game>() {
    let mut rng = Stream::new([2, 0, 6, 3]);
    let mut met: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for _ in 0..5_000 {
        let game: G = any_rules(&mut rng);
        for option in G::OPTIONS {
            met.entry(option.name).or_default().insert(game.option(option.name));
        }
    }
    for option in G::OPTIONS {
        let range = option.range.map(|(least, most)| (most - least + 1) as usize);
        let values = range.unwrap_or(option.values.len());
        assert!(met[option.name].len() >= values, "{}", option.name);
    }
}
