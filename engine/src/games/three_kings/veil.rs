//! A hand of Three Kings without what a seat does not know of it.

use super::history::Draw;
use super::{Hand, ThreeKings};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::game::Hand as _;
use crate::seat::Seat;

impl Hand {
    /// The others hold the lowest cards that the seat can't place, and were dealt nothing; where the
    /// seat drew nothing, the stock says the same card.
    pub(super) fn veil(&self, seat: Seat) -> Self {
        let known = self.known(seat);
        let mut unseen = known.unseen();
        let mut veiled = self.clone();
        for other in [seat.left(), seat.right()] {
            let card = known.known_card(other);
            let hidden = known.hand_size(other) - usize::from(card.is_some());
            let lowest = unseen.take_lowest(hidden);
            veiled.hands[other] = card.map_or(lowest, |card| lowest.with(card));
            veiled.dealt[other] = CardSet::EMPTY;
        }
        veiled.stock = self.seen_stock(seat);
        veiled
    }

    /// The stock as far as the seat has drawn it; all other places say the same card.
    pub(super) fn seen_stock(&self, seat: Seat) -> [Card; ThreeKings::STOCK] {
        let mut stock = [Card::from_index(0); ThreeKings::STOCK];
        for Draw { places, .. } in self.history.draws_of(seat) {
            stock[places.clone()].copy_from_slice(&self.stock[places]);
        }
        stock
    }
}
