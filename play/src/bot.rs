//! Bots.

use std::any::Any;

use threehand_bots::{Bot, BotRng, Knowledge, Opinion};
use threehand_engine::{Action as _, Game, View};

use crate::error::DynError;
use crate::view::{DynView, TypedView};

/// A bot of a game.
pub trait DynBot: Send {
    /// The index of the action that the bot chooses for the seat of this view.
    ///
    /// # Errors
    /// If it is not the seat's turn, or the view is of another game.
    fn decide(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, DynError>;

    /// The bot's choice, and its figures for the actions that it compared, by their indices.
    ///
    /// # Errors
    /// As [`DynBot::decide`].
    fn opinion(&mut self, view: &dyn DynView, rng: &mut BotRng)
    -> Result<Opinion<usize>, DynError>;
}

pub(crate) struct TypedBot<G: Game>(pub(crate) Box<dyn Bot<G>>);

/// The view of the seat to move, in its own game.
fn typed<G: Knowledge>(view: &dyn DynView) -> Result<View<'_, G>, DynError> {
    let Some(typed) = (view as &dyn Any).downcast_ref::<TypedView<G>>() else {
        return Err(DynError::OtherGame { bot: G::NAME, hand: view.game() });
    };
    let view = typed.0.view();
    match view.turn() {
        None => Err(DynError::HandIsOver),
        Some(turn) if turn != view.seat() => Err(DynError::NotItsTurn(view.seat())),
        Some(_) => Ok(view),
    }
}

impl<G: Knowledge> DynBot for TypedBot<G> {
    fn decide(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, DynError> {
        Ok(self.0.decide(&typed::<G>(view)?, rng).index())
    }

    fn opinion(
        &mut self,
        view: &dyn DynView,
        rng: &mut BotRng,
    ) -> Result<Opinion<usize>, DynError> {
        Ok(self.0.opinion(&typed::<G>(view)?, rng).map(G::Action::index))
    }
}
