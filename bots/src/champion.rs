//! `champion`: one of the other bots, the strongest that was found for the game and the budget.

use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::lab::{AnyParameter, EPSILON, Kind, Parameter, Settings};

/// The kind of bot `champion`, of the games that have [champions](Knowledge::CHAMPIONS).
#[derive(Clone, Copy, Debug)]
pub struct Champion;

/// What a decision may cost, about.
pub const BUDGET: Parameter<&str> = Parameter {
    name: "budget",
    old_name: None,
    default: "5ms",
    range: &["5ms", "50ms"],
    meaning: "5ms or 50ms, about what a decision costs: no clock is asked",
};

impl Kind for Champion {
    const NAME: &'static str = "champion";
    const ABOUT: &'static str = "the one of these that was chosen for the game and the budget";
    const PARAMETERS: &'static [&'static dyn AnyParameter] = &[&BUDGET, &EPSILON];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        unreachable!("another bot plays in its place")
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        self.stands_for::<G>(settings).is_some()
    }

    fn stands_for<G: Knowledge>(&self, settings: &Settings) -> Option<&'static str> {
        let budget = BUDGET.of(settings);
        G::CHAMPIONS.iter().find(|(of, _)| *of == budget).map(|&(_, spec)| spec)
    }
}
