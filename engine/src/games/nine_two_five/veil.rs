//! A hand of 9-2-5 without what a seat does not know of it.

use super::Hand;
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::seat::Seat;

/// Puts the lowest cards of `pool` where `cards` are, as many.
fn exchange(cards: &mut CardSet, pool: &mut CardSet) {
    *cards = pool.iter().take(cards.len()).collect();
    *pool -= *cards;
}

impl Hand {
    /// The cards that the seat can't place are dealt out anew, the lowest first.
    pub(super) fn veil(&self, seat: Seat) -> Self {
        let known = self.known(seat);
        let (mut unseen, kitty) = (known.unseen(), known.kitty());
        let mut dealt = !(known.dealt() | kitty.unwrap_or_default());
        let mut veiled = self.clone();
        for other in [seat.left(), seat.right()] {
            exchange(&mut veiled.hands[other], &mut unseen);
            exchange(&mut veiled.dealt[other], &mut dealt);
        }
        if kitty.is_none() {
            exchange(&mut veiled.kitty, &mut dealt);
        }
        if known.discards().is_none() {
            exchange(&mut veiled.discard, &mut unseen);
        }
        for passed in veiled.bleed.exchanges_mut() {
            if !self.shows(passed, seat) {
                exchange(&mut passed.given, &mut CardSet::FULL.clone());
                exchange(&mut passed.returned, &mut CardSet::FULL.clone());
            }
        }
        veiled
    }
}
