//! `heuristic` at Three-Legged Kitty.

use threehand_engine::View;
use threehand_engine::games::{self, three_legged_kitty::Action};

use crate::bot::{Bot, BotRng};

/// A good club player of Three-Legged Kitty.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreeLeggedKitty;

impl Bot<games::ThreeLeggedKitty> for ThreeLeggedKitty {
    fn decide(&mut self, view: &View<'_, games::ThreeLeggedKitty>, rng: &mut BotRng) -> Action {
        crate::greedy::ThreeLeggedKitty.decide(view, rng)
    }
}
