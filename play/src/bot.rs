//! Bots.

use std::any::Any;

use threehand_bots::{Bot, BotRng, Knowledge, Opinion, Unit};
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

    /// The bot's choice, and its figures for the actions that it compared.
    ///
    /// # Errors
    /// As [`DynBot::decide`].
    fn opinion(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<DynOpinion, DynError>;
}

/// A bot's opinion of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct DynOpinion {
    /// The index of the action that it would choose.
    pub choice: usize,
    /// The unit of its figures.
    pub unit: Unit,
    /// A figure for each action that it compared, in its order; none where it compares none.
    pub worths: Vec<DynWorth>,
}

/// A bot's figure for an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DynWorth {
    /// The index of the action.
    pub action: usize,
    /// What it brings on average.
    pub mean: f64,
    /// How much less than the choice it brings, in the worlds in which both were tried.
    pub loss: f64,
    /// The standard error of the loss; `None` from a single world.
    pub error: Option<f64>,
    /// The number of those worlds.
    pub worlds: usize,
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

    fn opinion(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<DynOpinion, DynError> {
        let Opinion { choice, unit, worths } = self.0.opinion(&typed::<G>(view)?, rng);
        let worths = worths.into_iter().map(|worth| DynWorth {
            action: worth.action.index(),
            mean: worth.mean,
            loss: worth.loss,
            error: worth.error,
            worlds: worth.worlds,
        });
        Ok(DynOpinion { choice: choice.index(), unit, worths: worths.collect() })
    }
}
