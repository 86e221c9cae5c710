//! What sits in a seat: it gives an action when it is asked, or fails.

use threehand_bots::{Bot, BotFailure, BotRng, Knowledge};
use threehand_engine::{Action as _, View};

use crate::arena::ProgramSeat;
use crate::view::dyn_view;

/// What sits in a seat of a table.
pub enum Seated<G: Knowledge> {
    /// A bot of this process, which does not fail, short of a panic.
    Bot(Box<dyn Bot<G>>),
    /// A program that runs beside this one.
    Program(Box<dyn ProgramSeat>),
    /// A bot that could not be made, and why.
    Failed(BotFailure),
}

impl<G: Knowledge> Seated<G> {
    /// Whether it is a bot that could not be made.
    pub(crate) const fn has_failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }

    /// The action that it chooses.
    ///
    /// # Errors
    /// Why there is none.
    #[inline]
    pub fn answer(
        &mut self,
        view: &View<'_, G>,
        rng: &mut BotRng,
    ) -> Result<G::Action, BotFailure> {
        match self {
            Self::Bot(bot) => Ok(bot.decide(view, rng)),
            Self::Program(seat) => {
                let index = seat.decide(&*dyn_view(view), rng)?;
                let action = G::Action::from_index(index);
                action.ok_or_else(|| BotFailure::illegal(index, "the game has no such action"))
            }
            Self::Failed(failure) => Err(failure.clone()),
        }
    }
}
