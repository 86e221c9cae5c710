//! The bleed: who gives to whom, how many cards, and what comes back.

use super::rules::{BleedCap, BleedOrder};
use super::{NineTwoFive, Standing};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;

/// The cards that pass between one giver and one receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Who was over his contract in the last hand.
    pub giver: Seat,
    /// Who was under it.
    pub receiver: Seat,
    /// The cards given so far.
    pub given: CardSet,
    /// The cards that came back, as many in each suit as were given; they may be the same ones.
    pub returned: CardSet,
    /// Whether the giver has finished, and so the return is made.
    pub settled: bool,
}

/// All that is bled in one hand: with three players never more than two exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bleed {
    exchanges: [Exchange; 2],
    len: u8,
    /// The exchanges before this one are settled, or belong to the giver whose turn it is.
    at: u8,
}

impl Bleed {
    const NOTHING: Exchange = Exchange {
        giver: Seat::P0,
        receiver: Seat::P0,
        given: CardSet::EMPTY,
        returned: CardSet::EMPTY,
        settled: true,
    };

    /// Nobody gives anything.
    pub(super) const NONE: Self = Self { exchanges: [Self::NOTHING; 2], len: 0, at: 0 };

    /// The exchanges that follow from the last hand, in the order in which they are made.
    pub(super) fn of(rules: &NineTwoFive, standing: &Standing) -> Self {
        let mut bleed = Self::NONE;
        let Some(deltas) = standing.deltas() else {
            return bleed;
        };
        let dealer = standing.dealer();
        let mut givers = dealer.around().map(|seat| (deltas[seat], seat));
        // A stable sort of dealer, left, right: equals stay in that order.
        givers.sort_by_key(|&(surplus, seat)| {
            let contract = rules.contract(seat, dealer);
            std::cmp::Reverse(match rules.bleed_order {
                BleedOrder::Contract => (0, contract),
                BleedOrder::Surplus => (surplus, contract),
            })
        });
        for giver in givers.into_iter().filter(|&(surplus, _)| surplus > 0).map(|(_, g)| g) {
            for receiver in Seat::ALL.into_iter().filter(|&seat| deltas[seat] < 0) {
                bleed.exchanges[usize::from(bleed.len)] =
                    Exchange { giver, receiver, settled: false, ..Self::NOTHING };
                bleed.len += 1;
            }
        }
        bleed
    }

    /// The exchanges, in the order in which they are made.
    #[inline]
    pub(super) fn exchanges(&self) -> &[Exchange] {
        &self.exchanges[..usize::from(self.len)]
    }

    /// The same, to be changed.
    pub(super) fn exchanges_mut(&mut self) -> &mut [Exchange] {
        &mut self.exchanges[..usize::from(self.len)]
    }

    /// Whose giving it is; `None` once all is bled.
    #[inline]
    pub(super) fn giver(&self) -> Option<Seat> {
        self.exchanges().get(usize::from(self.at)).map(|exchange| exchange.giver)
    }

    /// Who can still be given a card by the giver whose turn it is, clockwise from seat 0: one seat
    /// or two.
    pub(super) fn receivers(&self, rules: &NineTwoFive, deltas: BySeat<i8>) -> [Option<Seat>; 2] {
        let mut receivers = [None; 2];
        let giver = self.giver();
        for exchange in &self.exchanges()[usize::from(self.at)..] {
            let seat = exchange.receiver;
            if Some(exchange.giver) == giver
                && (rules.bleed_cap == BleedCap::Free
                    || self.given_to(seat) < usize::from(deltas[seat].unsigned_abs()))
            {
                receivers[usize::from(receivers[0].is_some())] = Some(seat);
            }
        }
        receivers
    }

    /// How many cards `receiver` has been given.
    fn given_to(&self, receiver: Seat) -> usize {
        let mut given = 0;
        for exchange in self.exchanges() {
            if exchange.receiver == receiver {
                given += exchange.given.count();
            }
        }
        given
    }

    /// Hands over one card.
    pub(super) fn give(&mut self, card: Card, giver: Seat, receiver: Seat) {
        let exchange = self
            .exchanges_mut()
            .iter_mut()
            .find(|exchange| exchange.giver == giver && exchange.receiver == receiver)
            .expect("a giver gives to players who were down");
        exchange.given.insert(card);
    }

    /// How many cards `giver` has given.
    pub(super) fn given_by(&self, giver: Seat) -> usize {
        let his = self.exchanges().iter().filter(|exchange| exchange.giver == giver);
        his.map(|exchange| exchange.given.count()).sum()
    }

    /// Ends the giving of the giver whose turn it is: each receiver returns, for each suit, as
    /// many of his highest cards as he got in it.
    pub(super) fn settle(&mut self, hands: &mut BySeat<CardSet>) {
        let giver = self.giver();
        let mut at = usize::from(self.at);
        while at < usize::from(self.len) && Some(self.exchanges[at].giver) == giver {
            let exchange = &mut self.exchanges[at];
            for suit in Suit::ALL {
                let count = exchange.given.of(suit).count();
                exchange.returned |= hands[exchange.receiver].top(suit, count);
            }
            hands[exchange.receiver] -= exchange.returned;
            hands[exchange.giver] |= exchange.returned;
            exchange.settled = true;
            at += 1;
        }
        self.at = at as u8;
    }
}
