//! What sits in a seat: it gives an action when it is asked, or fails.

use threehand_bots::{Bot, BotFailure, BotRng};
use threehand_engine::{Game, View};

/// What sits in a seat of a table.
pub enum Seated<G: Game> {
    /// A bot of this process, which does not fail, short of a panic.
    Bot(Box<dyn Bot<G>>),
    /// What may fail to answer, such as a program that runs beside this one.
    Other(Box<dyn Decider<G>>),
}

/// What may fail to answer.
pub trait Decider<G: Game>: Send {
    /// The action that it chooses.
    ///
    /// # Errors
    /// Why there is none.
    fn answer(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Result<G::Action, BotFailure>;
}

impl<G: Game> Seated<G> {
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
            Self::Other(other) => other.answer(view, rng),
        }
    }
}
