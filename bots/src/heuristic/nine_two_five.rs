//! `heuristic` at 9-2-5.

use threehand_engine::View;
use threehand_engine::games::{self, nine_two_five::Action};

use crate::bot::{Bot, BotRng};

/// A good club player of 9-2-5.
#[derive(Clone, Copy, Debug, Default)]
pub struct NineTwoFive;

impl Bot<games::NineTwoFive> for NineTwoFive {
    fn decide(&mut self, view: &View<'_, games::NineTwoFive>, rng: &mut BotRng) -> Action {
        crate::greedy::NineTwoFive.decide(view, rng)
    }
}
