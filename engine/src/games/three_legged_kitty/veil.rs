//! A hand of Three-Legged Kitty without what a seat does not know of it.

use super::Hand;
use crate::card_set::CardSet;
use crate::seat::Seat;

impl Hand {
    /// The cards that the seat can't place are dealt out anew, the lowest first.
    pub(super) fn veil(&self, seat: Seat) -> Self {
        let hidden = self.hidden_from(seat);
        let (mut held, mut dealt) = (hidden, hidden);
        let mut veiled = self.clone();
        let anew = |cards: &mut CardSet, pool: &mut CardSet| {
            *cards = (*cards - hidden) | pool.take_lowest((*cards & hidden).len());
        };
        for other in [seat.left(), seat.right()] {
            anew(&mut veiled.hands[other], &mut held);
            anew(&mut veiled.dealt[other], &mut dealt);
        }
        veiled
    }
}
