//! `heuristic` at games from files: a club player who goes by what the rules of the file say.
//!
//! A hand is worth the tricks and the cards that it will likely take. Every decision leaves a hand
//! behind, and the best of them is taken; a card that is played may also take its trick.

mod aim;
mod choice;
mod outlook;
mod reading;
mod trick;

use threehand_engine::games::Family;
use threehand_engine::games::family::Action;
use threehand_engine::{Legal as _, View};

use crate::bot::{Bot, BotRng};
use choice::Choice;
pub(super) use reading::Reading;

/// Values its hand by targets, trumps and the points of cards, and counts cards and voids.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heuristic;

impl Bot<Family> for Heuristic {
    fn decide(&mut self, view: &View<'_, Family>, _: &mut BotRng) -> Action {
        let legal = view.legal();
        let first = legal.nth(0);
        if legal.len() == 1 {
            return first;
        }
        let reading = Reading::of(view, view.seat());
        let choice = Choice::of(&reading);
        let mut best = (f32::NEG_INFINITY, first);
        for action in legal.iter().filter(|&action| choice.is_apart(action)) {
            let worth = choice.worth(action);
            if worth > best.0 {
                best = (worth, action);
            }
        }
        best.1
    }
}
