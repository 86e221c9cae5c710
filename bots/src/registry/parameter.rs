//! What specs may set.

use super::Kind;
use crate::search::Stakes;

/// A parameter of a bot, as users write it.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its name, as typed: `epsilon`.
    pub name: &'static str,
    /// What may be written, in words.
    pub allowed: &'static str,
    /// What it does, in a line.
    pub meaning: &'static str,
    pub(super) read: fn(&mut Settings, &str) -> Option<()>,
    pub(super) write: fn(&Settings) -> String,
}

impl Parameter {
    /// What it is unless said otherwise.
    pub fn default(&self) -> String {
        (self.write)(&Settings::default())
    }
}

/// The values of all parameters, whether a bot has them or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) epsilon: f64,
    pub(super) worlds: u32,
    pub(super) iterations: u32,
    pub(super) exploration: f64,
    pub(super) playout: Policy,
    pub(super) solves: bool,
    /// What was measured to serve the game best if `None`.
    pub(super) doubt: Option<f64>,
    pub(super) of: u32,
    pub(super) error: f64,
    /// What was measured to serve the game best if `None`.
    pub(super) blend: Option<f64>,
    pub(super) yielding: f64,
    pub(super) stakes: Stakes,
    /// The place among [`BUDGETS`].
    pub(super) budget: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epsilon: 0.0,
            worlds: 64,
            iterations: 2000,
            exploration: 0.7,
            playout: Policy::Heuristic,
            solves: true,
            doubt: None,
            of: 1,
            error: 0.3,
            blend: None,
            yielding: 0.0,
            stakes: Stakes::Match,
            budget: 0,
        }
    }
}

/// Who plays hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    Random,
    Greedy,
    Heuristic,
}

const POLICIES: [(&str, Policy); 3] = [
    (Kind::Random.name(), Policy::Random),
    (Kind::Greedy.name(), Policy::Greedy),
    (Kind::Heuristic.name(), Policy::Heuristic),
];
const SOLVERS: [(&str, bool); 2] = [("exact", true), ("none", false)];
const STAKES: [(&str, Stakes); 2] = [("match", Stakes::Match), ("points", Stakes::Points)];

/// What a decision of `champion` may cost, about, as users write it.
pub const BUDGETS: [&str; 2] = ["5ms", "50ms"];

/// What a word stands for.
fn meant<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
}

/// The word that stands for it; every value has one.
fn word<T: PartialEq>(words: &[(&str, T)], value: &T) -> String {
    let named = words.iter().find(|(_, other)| other == value);
    named.map_or_else(String::new, |&(word, _)| word.to_owned())
}

/// A number from 0 to `most`.
fn number(text: &str, most: f64) -> Option<f64> {
    // Adding 0 makes −0 plain.
    text.parse().ok().filter(|number| (0.0..=most).contains(number)).map(|number: f64| number + 0.0)
}

/// `None` for `auto`, else a number from 0 to `most`.
fn auto_or(text: &str, most: f64) -> Option<Option<f64>> {
    if text == "auto" { Some(None) } else { number(text, most).map(Some) }
}

fn auto_or_number(value: Option<f64>) -> String {
    value.map_or_else(|| "auto".to_owned(), |number| number.to_string())
}

/// A whole number from 1 to `most`.
fn count(text: &str, most: u32) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=most).contains(count))
}

pub(super) const EPSILON: Parameter = Parameter {
    name: "epsilon",
    allowed: "a number from 0 to 1",
    meaning: "share of decisions made at random instead, 0 to 1",
    read: |settings, text| {
        settings.epsilon = number(text, 1.0)?;
        Some(())
    },
    write: |settings| settings.epsilon.to_string(),
};

pub(super) const WORLDS: Parameter = Parameter {
    name: "worlds",
    allowed: "a whole number from 1 to 1000000",
    meaning: "worlds looked at a decision, 1 to 1000000",
    read: |settings, text| {
        settings.worlds = count(text, 1_000_000)?;
        Some(())
    },
    write: |settings| settings.worlds.to_string(),
};

pub(super) const ITERATIONS: Parameter = Parameter {
    name: "iterations",
    allowed: "a whole number from 1 to 10000000",
    meaning: "descents a decision, about, 1 to 10000000",
    read: |settings, text| {
        settings.iterations = count(text, 10_000_000)?;
        Some(())
    },
    write: |settings| settings.iterations.to_string(),
};

pub(super) const EXPLORATION: Parameter = Parameter {
    name: "c",
    allowed: "a number from 0 to 100",
    meaning: "how much is tried that does not look best, 0 to 100",
    read: |settings, text| {
        settings.exploration = number(text, 100.0)?;
        Some(())
    },
    write: |settings| settings.exploration.to_string(),
};

pub(super) const PLAYOUT: Parameter = Parameter {
    name: "playout",
    allowed: "random, greedy or heuristic",
    meaning: "who plays the worlds out: random, greedy or heuristic",
    read: |settings, text| {
        settings.playout = meant(&POLICIES, text)?;
        Some(())
    },
    write: |settings| word(&POLICIES, &settings.playout),
};

pub(super) const SOLVER: Parameter = Parameter {
    name: "solver",
    allowed: "exact or none",
    meaning: "exact: the rest of a hand is solved as soon as it can be; none: it is played out",
    read: |settings, text| {
        settings.solves = meant(&SOLVERS, text)?;
        Some(())
    },
    write: |settings| word(&SOLVERS, &settings.solves),
};

pub(super) const DOUBT: Parameter = Parameter {
    name: "doubt",
    allowed: "auto or a number from 0 to 100",
    meaning: "standard errors by which a choice must beat that of the playouts: auto, or 0 to 100",
    read: |settings, text| {
        settings.doubt = auto_or(text, 100.0)?;
        Some(())
    },
    write: |settings| auto_or_number(settings.doubt),
};

pub(super) const OF: Parameter = Parameter {
    name: "of",
    allowed: "a whole number from 1 to 1000",
    meaning: "worlds drawn for each one looked at, taken by what the others did, 1 to 1000",
    read: |settings, text| {
        settings.of = count(text, 1_000)?;
        Some(())
    },
    write: |settings| settings.of.to_string(),
};

pub(super) const ERROR: Parameter = Parameter {
    name: "error",
    allowed: "a number from 0 to 1",
    meaning: "how often others are taken to do something else than the playouts would, 0 to 1",
    read: |settings, text| {
        settings.error = number(text, 1.0)?;
        Some(())
    },
    write: |settings| settings.error.to_string(),
};

pub(super) const VALUE: Parameter = Parameter {
    name: "value",
    allowed: "match or points",
    meaning: "what it plays for: to win the match, or the points of the hand",
    read: |settings, text| {
        settings.stakes = meant(&STAKES, text)?;
        Some(())
    },
    write: |settings| word(&STAKES, &settings.stakes),
};

pub(super) const BLEND: Parameter = Parameter {
    name: "blend",
    allowed: "auto or a number from 0 to 1",
    meaning: "weight of playing on, beside what is solved: auto, or 0 to 1",
    read: |settings, text| {
        settings.blend = auto_or(text, 1.0)?;
        Some(())
    },
    write: |settings| auto_or_number(settings.blend),
};

pub(super) const YIELDING: Parameter = Parameter {
    name: "yielding",
    allowed: "a number from 0 to 1",
    meaning: "share of worlds in which the others bid no more, 0 to 1",
    read: |settings, text| {
        settings.yielding = number(text, 1.0)?;
        Some(())
    },
    write: |settings| settings.yielding.to_string(),
};

pub(super) const BUDGET: Parameter = Parameter {
    name: "budget",
    allowed: "5ms or 50ms",
    meaning: "5ms or 50ms, about what a decision costs: no clock is asked",
    read: |settings, text| {
        settings.budget = BUDGETS.iter().position(|budget| *budget == text)?;
        Some(())
    },
    write: |settings| BUDGETS[settings.budget].to_owned(),
};
