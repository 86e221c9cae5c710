//! `random`: any legal action, each equally likely.

use threehand_engine::{Game, View};

use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{Kind, Settings};

/// Chooses uniformly among the legal actions of every decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    #[inline]
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        view.any_legal(rng)
    }
}

impl Kind for Random {
    const NAME: &'static str = "random";
    const ABOUT: &'static str = "any legal action, each equally likely";

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Self)
    }
}
