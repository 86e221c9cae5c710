//! Bots.

use threehand_engine::{Action as _, Game};

use super::AnyError;
use super::sealed::Sealed;
use super::view::{AnyView, TheView};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;

/// A bot of a game, whichever it is.
pub trait AnyBot: Sealed + Send {
    /// The index of the action that the bot chooses for the seat of this view.
    ///
    /// # Errors
    /// If it is not the seat's turn, or the view is of another game.
    fn decide(&mut self, view: &dyn AnyView, rng: &mut BotRng) -> Result<usize, AnyError>;
}

pub(super) struct TheBot<G: Game>(pub(super) Box<dyn Bot<G>>);

impl<G: Game> Sealed for TheBot<G> {}

impl<G: Knowledge> AnyBot for TheBot<G> {
    fn decide(&mut self, any: &dyn AnyView, rng: &mut BotRng) -> Result<usize, AnyError> {
        let Some(view) = any.as_any().downcast_ref::<TheView<G>>() else {
            return Err(AnyError::OtherGame { bot: G::NAME, hand: any.game() });
        };
        let view = view.0.view();
        match view.turn() {
            None => Err(AnyError::HandIsOver),
            Some(turn) if turn != view.seat() => Err(AnyError::NotItsTurn(view.seat())),
            Some(_) => Ok(self.0.decide(&view, rng).index()),
        }
    }
}
