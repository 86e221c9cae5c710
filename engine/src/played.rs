//! A hand that has been played, with all that led to its end.

use crate::deck::Deal;
use crate::game::{Game, Hand};
use crate::seat::Seat;
use crate::standing::Outcome;

/// A hand as it was played.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// The cards as dealt.
    pub deal: Deal,
    /// The actions with who took them; none where they were not kept.
    pub actions: Vec<(Seat, G::Action)>,
    /// The hand after the last action.
    pub end: G::Hand,
    /// How it ended; `None` if a failing bot ended it.
    pub outcome: Option<Outcome<G::Standing>>,
}

impl<G: Game> Played<G> {
    /// A hand of which nothing has been played.
    ///
    /// # Panics
    /// If the deal is not of the sizes of [`Game::hand_sizes`].
    pub fn new(rules: G, standing: G::Standing, deal: Deal) -> Self {
        Self { end: rules.start(&standing, &deal), deal, actions: Vec::new(), outcome: None }
    }

    /// Plays an action and keeps it.
    ///
    /// # Errors
    /// If it is not legal: then nothing is changed.
    pub fn play(&mut self, action: G::Action) -> Result<(), G::Illegal> {
        let turn = self.end.turn();
        self.end.play(action)?;
        self.actions.extend(turn.map(|seat| (seat, action)));
        self.outcome = self.end.outcome();
        Ok(())
    }

    /// The hand before the first action.
    pub fn start(&self) -> G::Hand {
        self.end.rules().start(self.end.standing(), &self.deal)
    }
}
