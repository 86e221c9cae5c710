//! What the specs of searching bots may set, and who plays their worlds out.

use super::equity::Stakes;
use super::inference::Inference;
use super::root::{Evaluation, Patience};
use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::lab::{Parameter, Range, Settings};
use crate::quick::Random;

pub(super) const WORLDS: Parameter = Parameter::new(
    "worlds",
    "64",
    Range::Whole(1_000_000),
    "worlds looked at a decision, 1 to 1000000",
);

pub(super) const CANDIDATES: Parameter = Parameter::new(
    "candidates",
    "auto",
    Range::AutoOrWhole(1_000),
    "worlds drawn for each one looked at, taken by what the others did: auto, or 1 to 1000",
)
.formerly("of");

pub(super) const ERROR: Parameter = Parameter::new(
    "error",
    "0.3",
    Range::Number(1.0),
    "how often others are taken to do something else than the playouts would, 0 to 1",
);

pub(super) const SOLVER: Parameter = Parameter::new(
    "solver",
    "exact",
    Range::Words(&["exact", "none"]),
    "exact: the rest of a hand is solved as soon as it can be; none: it is played out",
);

pub(super) const YIELDING: Parameter = Parameter::new(
    "yielding",
    "auto",
    Range::AutoOrNumber(1.0),
    "share of worlds in which the others bid no more: auto, or 0 to 1",
);

pub(super) const PLAYOUT: Parameter = Parameter::new(
    "playout",
    "heuristic",
    Range::Words(&["random", "greedy", "heuristic", "policy"]),
    "who plays the worlds out: random, greedy, heuristic or policy",
);

/// The same where the game may say who does.
pub(super) const PLAYOUT_OR_AUTO: Parameter = Parameter::new(
    "playout",
    "auto",
    Range::Words(&["auto", "random", "greedy", "heuristic", "policy"]),
    "who plays the worlds out: auto, random, greedy, heuristic or policy",
);

pub(super) const EARLY: Parameter = Parameter::new(
    "early",
    "policy",
    Range::Words(&["policy", "search"]),
    "who decides before the first lead of Three-Legged Kitty: policy, or the search alone",
);

pub(super) const THRESHOLD: Parameter = Parameter::new(
    "threshold",
    "auto",
    Range::AutoOrNumber(100.0),
    "standard errors by which a choice must beat that of the playouts: auto, or 0 to 100",
)
.formerly("doubt");

pub(super) const VALUE: Parameter = Parameter::new(
    "value",
    "match",
    Range::Words(&["match", "points"]),
    "what it plays for: to win the match, or the points of the hand",
);

/// Whether the rest of a hand is solved where it can be.
pub(super) fn solves(settings: &Settings) -> bool {
    SOLVER.of(settings) == "exact"
}

/// What choices are judged by.
pub(super) fn stakes(settings: &Settings) -> Stakes {
    if VALUE.of(settings) == "match" { Stakes::Match } else { Stakes::Points }
}

/// How choices are compared in the game `G`.
pub(super) fn evaluation<G: Knowledge>(settings: &Settings) -> Evaluation {
    let early = EARLY.of(settings) == "policy" && G::policy().is_some();
    Evaluation {
        inference: Inference {
            candidates: CANDIDATES.number(settings).map_or(G::CANDIDATES, |worlds| worlds as u32),
            error: ERROR.number(settings).unwrap_or(1.0),
        },
        threshold: THRESHOLD.number(settings).unwrap_or(G::THRESHOLD),
        patience: if PLAYOUT.of(settings) == "policy" { WITH_POLICY } else { PATIENCE },
        yielding: YIELDING.number(settings).unwrap_or(if early { CHECKED } else { 0.0 }),
        early,
    }
}

/// When choices are given up where the heuristic plays on, or another bot that is as quick.
const PATIENCE: Patience = Patience { own: 2.5, others: 2.5 };

/// The same where the policy plays on, which takes several times as long. In recorded decisions of 9-2-5 to give others
/// up at 1.5 saves a quarter of the playouts of 60 worlds and loses nothing; 1 would lose all that 60 worlds bring
/// beyond 30. The policy's own choice is compared to the end, which takes 6 % more: else it falls behind too often by
/// chance alone at one of the looks, and in Three Kings the search promised less.
const WITH_POLICY: Patience = Patience { own: f64::MAX, others: 1.5 };

/// The share of worlds in which the others bid no more, where a search checks a policy: without any, the search is too
/// sure of bids that others would have to top.
const CHECKED: f64 = 0.5;

/// A search that makes a bot once it knows who plays worlds out.
pub(super) trait Search<G: Knowledge> {
    /// The bot that plays worlds out by `policy`.
    fn with<P: Bot<G> + Clone + 'static>(&self, policy: P) -> Box<dyn Bot<G>>;
}

/// Why worlds of this game can't be played out as these settings ask for.
pub(super) fn refusal<G: Knowledge>(game: &G, settings: &Settings) -> Option<String> {
    game.without_policy().filter(|_| PLAYOUT.of(settings) == "policy")
}

/// Whether the game has the policies that these settings ask for.
pub(super) fn has_policy<G: Knowledge>(settings: &Settings) -> bool {
    match PLAYOUT.of(settings) {
        "greedy" => G::greedy().is_some(),
        "policy" => G::policy().is_some(),
        _ => true,
    }
}

/// The bot that plays worlds out by the policy of this name, which the game [has](has_policy); where the game has
/// no `heuristic`, by the best there is.
pub(super) fn with_policy<G: Knowledge>(search: &impl Search<G>, policy: &str) -> Box<dyn Bot<G>> {
    let greedy = || G::greedy().map(|policy| search.with(policy));
    match policy {
        "random" => None,
        "greedy" => greedy(),
        "policy" => G::policy().map(|policy| search.with(policy)),
        "auto" => G::playout().map(|policy| search.with(policy)).or_else(greedy),
        _ => G::heuristic().map(|policy| search.with(policy)).or_else(greedy),
    }
    .unwrap_or_else(|| search.with(Random))
}
