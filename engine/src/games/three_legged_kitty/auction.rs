//! The auction: who called what, what was paid for it, and who is to call next.

use super::Bid;
use super::rules::AuctionEnd;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

/// A bid or a pass, as all have seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Who called.
    pub seat: Seat,
    /// What he bid; `None` if he passed.
    pub bid: Option<Bid>,
    /// The cards that he paid for it so far.
    pub paid: CardSet,
}

/// Each bid costs one of the thirty cards at least.
const MOST_PAID: usize = 30;
const MOST_CALLS: usize = MOST_PAID + 3;

/// All calls and payments so far, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Auction {
    calls: [Line; MOST_CALLS],
    len: u8,
    payments: [Card; MOST_PAID],
    paid: u8,
    passed: BySeat<bool>,
    high: Option<(Seat, Bid)>,
    turn: Seat,
    /// Cards that the last bid still costs.
    due: u8,
}

/// A call and how many cards were paid for it: small, as each search copies the auction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    seat: Seat,
    bid: Option<Bid>,
    paid: u8,
}

/// The end of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Cat(Seat),
    PassedOut,
}

impl Auction {
    pub(super) const fn start(first: Seat) -> Self {
        Self {
            calls: [Line { seat: first, bid: None, paid: 0 }; MOST_CALLS],
            len: 0,
            payments: [Card::from_index(0); MOST_PAID],
            paid: 0,
            passed: BySeat([false; 3]),
            high: None,
            turn: first,
            due: 0,
        }
    }

    /// Whose call it is, or whose payment.
    #[inline]
    pub(super) const fn turn(&self) -> Seat {
        self.turn
    }

    /// The highest bid with its bidder.
    #[inline]
    pub(super) const fn high(&self) -> Option<(Seat, Bid)> {
        self.high
    }

    /// Cards that the last bid still costs.
    #[inline]
    pub(super) const fn due(&self) -> u8 {
        self.due
    }

    pub(super) fn has_passed(&self, seat: Seat) -> bool {
        self.passed[seat]
    }

    pub(super) fn calls(&self) -> impl Iterator<Item = Call> {
        let mut from = 0;
        self.calls[..usize::from(self.len)].iter().map(move |line| {
            let cards = &self.payments[from..][..usize::from(line.paid)];
            from += cards.len();
            Call { seat: line.seat, bid: line.bid, paid: cards.iter().copied().collect() }
        })
    }

    pub(super) fn pass(&mut self) {
        self.add(None);
        self.passed[self.turn] = true;
    }

    pub(super) fn bid(&mut self, bid: Bid, cost: u8) {
        self.add(Some(bid));
        self.high = Some((self.turn, bid));
        self.due = cost;
    }

    fn add(&mut self, bid: Option<Bid>) {
        self.calls[usize::from(self.len)] = Line { seat: self.turn, bid, paid: 0 };
        self.len += 1;
    }

    pub(super) fn pay(&mut self, card: Card) {
        self.payments[usize::from(self.paid)] = card;
        self.paid += 1;
        self.calls[usize::from(self.len) - 1].paid += 1;
        self.due = self.due.saturating_sub(1);
    }

    /// The end of the auction, if it has ended with the last call and its payment.
    pub(super) fn ending(&self, end: AuctionEnd) -> Option<Ending> {
        let asked = |seat: Seat| match (end, self.high) {
            (AuctionEnd::TwoPasses, Some((bidder, _))) if seat == bidder => false,
            _ => !self.passed[seat],
        };
        let ended = !Seat::ALL.into_iter().any(asked);
        ended.then(|| self.high.map_or(Ending::PassedOut, |(seat, _)| Ending::Cat(seat)))
    }

    /// Hands the call on to the next player who has not passed.
    pub(super) fn next(&mut self) {
        let [_, left, right] = self.turn.around();
        let next = [left, right].into_iter().find(|&seat| !self.passed[seat]);
        self.turn = next.unwrap_or(self.turn);
    }
}
