//! `heuristic`: what a good club player does without counting on paper.

use crate::bot::Bot;
use crate::knowledge::Knowledge;
use crate::lab::{EPSILON, Kind, Parameter, Settings};

/// The kind of bot `heuristic`, of the games that have [one](Knowledge::heuristic).
#[derive(Clone, Copy, Debug)]
pub struct Heuristic;

impl Kind for Heuristic {
    const NAME: &'static str = "heuristic";
    const ABOUT: &'static str = "a good club player: values its hand, counts cards and voids";
    const PARAMETERS: &'static [Parameter] = &[EPSILON];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(G::heuristic().expect("it is asked where there is one"))
    }

    fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
        G::heuristic().is_some()
    }
}
