//! A hand without what a seat does not know of it.

use super::hand::{CARDS, Hand};
use super::pairs::Pair;
use super::rules::Step;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

impl Hand {
    /// The cards that the seat can't place are dealt out anew, the lowest first.
    pub(super) fn veil(&self, seat: Seat) -> Self {
        let known = self.known_to(seat);
        let taker = seat == self.seat_of(self.rules.kitty_to);
        let pack = self.rules.order.all_in_play(self.rules.pack);
        let mut unseen = self.rules.order.all_in_play(known.unseen());
        let mut dealt = pack - known.own_dealt();
        self.turned.iter().for_each(|&card| dealt.remove(card));
        let mut veiled = self.clone();
        if taker && self.kitty_taken() {
            dealt -= self.kitty;
        } else {
            veiled.kitty = dealt.take_lowest(self.kitty.len());
        }
        for other in Seat::ALL {
            let own = other == seat;
            if !own {
                veiled.hands[other] = unseen.take_lowest(self.hands[other].len());
            }
            veiled.first[other] =
                if own { self.first[other] } else { dealt.take_lowest(self.first[other].len()) };
            let later = (self.dealt[other] - self.first[other]).len();
            veiled.dealt[other] = if own && self.is_dealt() {
                self.dealt[other]
            } else {
                veiled.first[other] | dealt.take_lowest(later)
            };
        }
        // Any cards will do: what is known of them is how many there are.
        let any = |cards: CardSet| -> CardSet { pack.iter().take(cards.len()).collect() };
        if !taker {
            veiled.discard = unseen.take_lowest(self.discard.len());
        }
        for other in Seat::ALL.into_iter().filter(|&other| !known.sees_pass(other)) {
            veiled.passed[other] = match self.now() {
                Some(Step::Pass) => unseen.take_lowest(self.passed[other].len()),
                _ => any(self.passed[other]),
            };
        }
        let hide = |pair: &mut Pair| (pair.first, pair.back) = (any(pair.first), any(pair.back));
        for pair in veiled.exchange.all_mut() {
            if !self.shows(Step::Exchange, pair, seat) {
                hide(pair);
            }
        }
        for pair in veiled.pull.all_mut() {
            if !self.shows(Step::Pull, pair, seat) {
                hide(pair);
            }
        }
        veiled.queue = BySeat([[Card::from_index(0); CARDS]; 3]);
        veiled
    }
}
