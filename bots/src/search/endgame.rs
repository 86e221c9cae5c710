//! Hands whose rest can be solved with all cards open.

use threehand_engine::{Game, Outcome};

/// Says where the rest of a hand leads if all cards are open and all play their best.
pub trait Endgame<G: Game>: Send + 'static {
    /// Where `hand` leads; `None` as long as that would take too long to say.
    fn solve(&mut self, hand: &G::Hand) -> Option<Outcome<G::Standing>>;
}

/// Solves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsolved;

impl<G: Game> Endgame<G> for Unsolved {
    fn solve(&mut self, _: &G::Hand) -> Option<Outcome<G::Standing>> {
        None
    }
}
