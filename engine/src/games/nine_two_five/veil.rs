//! A hand of 9-2-5 without what a seat does not know of it.

use super::Hand;
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::seat::Seat;

impl Hand {
    /// The cards that the seat can't place are dealt out anew, the lowest first.
    pub(super) fn veil(&self, seat: Seat) -> Self {
        let known = self.known(seat);
        let (mut unseen, kitty) = (known.unseen(), known.kitty());
        let mut dealt = !(known.dealt() | kitty.unwrap_or_default());
        let mut veiled = self.clone();
        for other in [seat.left(), seat.right()] {
            veiled.hands[other] = unseen.take_lowest(self.hands[other].len());
            veiled.dealt[other] = dealt.take_lowest(self.dealt[other].len());
        }
        if kitty.is_none() {
            veiled.kitty = dealt.take_lowest(self.kitty.len());
        }
        if known.discards().is_none() {
            veiled.discard = unseen.take_lowest(self.discard.len());
        }
        for passed in veiled.bleed.exchanges_mut() {
            if !self.shows(passed, seat) {
                // Any cards will do: what is known of them is how many there are.
                let any = |cards: CardSet| CardSet::FULL.iter().take(cards.len()).collect();
                passed.given = any(passed.given);
                passed.returned = any(passed.returned);
            }
        }
        veiled
    }
}
