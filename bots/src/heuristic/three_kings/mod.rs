//! `heuristic` at Three Kings.

use threehand_engine::View;
use threehand_engine::games::{self, three_kings::Action};

use crate::bot::{Bot, BotRng};

/// A good club player of Three Kings.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreeKings;

impl Bot<games::ThreeKings> for ThreeKings {
    fn decide(&mut self, view: &View<'_, games::ThreeKings>, rng: &mut BotRng) -> Action {
        crate::greedy::ThreeKings.decide(view, rng)
    }
}
