//! `greedy`: the obvious card. Wins as cheaply as it can, else throws its lowest.

use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::lab::{EPSILON, Kind, Parameter, Settings};

/// The kind of bot `greedy`, of the games that have [one](Knowledge::greedy).
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Kind for Greedy {
    const NAME: &'static str = "greedy";
    const ABOUT: &'static str =
        "the obvious card: wins as cheaply as it can, else throws its lowest";
    const PARAMETERS: &'static [Parameter] = &[EPSILON];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(G::greedy().expect("it is asked where there is one"))
    }

    fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
        G::greedy().is_some()
    }
}
