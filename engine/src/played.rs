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
    /// The hand before the first action.
    pub fn start(&self) -> G::Hand {
        self.end.rules().start(self.end.standing(), &self.deal)
    }
}
