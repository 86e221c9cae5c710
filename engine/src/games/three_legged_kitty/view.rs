//! What one seat may know of a hand of Three-Legged Kitty.

use std::fmt;

use super::{Bid, Call, Hand};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::game::Game as _;
use crate::games::plain_tricks::plain_view;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;
use crate::trick::{Trick, Trump};

impl Hand {
    /// The cards in a seat's hand that everybody knows to be there: what the Cat kept of the
    /// kitty, and what the others got of the stray.
    #[inline]
    pub(super) fn open(&self, seat: Seat) -> CardSet {
        let came =
            if self.cat == Some(seat) { self.kitty() - self.stray } else { self.taken[seat] };
        came - self.tricks.played[seat]
    }

    /// The cards that `seat` can't place: dealt to others or set aside, and never shown.
    #[inline]
    pub(super) fn hidden_from(&self, seat: Seat) -> CardSet {
        let open = self.kitty() | self.stray | self.tricks.all_played();
        self.rules.pack() - (self.dealt[seat] | open)
    }
}

/// What one seat knows of a hand.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(super) hand: &'a Hand,
    pub(super) seat: Seat,
}

impl<'a> Known<'a> {
    plain_view!();

    /// The bids and passes so far, in order, with what was paid for each.
    pub fn calls(&self) -> impl Iterator<Item = Call> + 'a {
        self.hand.auction.calls()
    }

    /// The highest bid so far, with its bidder; after the auction, the Cat's.
    #[inline]
    pub fn high_bid(&self) -> Option<(Seat, Bid)> {
        self.hand.auction.high()
    }

    /// Whether `seat` has left the auction.
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.hand.auction.has_passed(seat)
    }

    /// How many cards the bidder to pay still owes.
    pub fn still_to_pay(&self) -> usize {
        usize::from(self.hand.auction.due())
    }

    /// The cards that `seat` has paid.
    #[inline]
    pub fn paid(&self, seat: Seat) -> CardSet {
        self.hand.paid[seat]
    }

    /// All cards paid in the auction.
    #[inline]
    pub fn kitty(&self) -> CardSet {
        self.hand.kitty()
    }

    /// Who plays alone, once the auction is over.
    #[inline]
    pub fn cat(&self) -> Option<Seat> {
        self.hand.cat
    }

    /// The Cat's bid, once the auction is over.
    #[inline]
    pub fn contract(&self) -> Option<Bid> {
        self.cat().and_then(|cat| self.hand.contract(cat))
    }

    /// What is trump; nothing in `Null` and `NT`, and as long as there is no Cat.
    #[inline]
    pub fn trump(&self) -> Trump {
        self.hand.trump
    }

    /// The cards that the Cat has put out of his hand.
    #[inline]
    pub fn stray(&self) -> CardSet {
        self.hand.stray
    }

    /// What `seat` got of the stray.
    pub fn taken(&self, seat: Seat) -> CardSet {
        self.hand.taken[seat]
    }

    /// The cards in a seat's hand that everybody knows to be there: what the Cat kept of the
    /// kitty, and what the others got of the stray.
    #[inline]
    pub fn open(&self, seat: Seat) -> CardSet {
        self.hand.open(seat)
    }

    /// The cards that the seat can't place: in another hand, or among those set aside.
    #[inline]
    pub fn hidden(&self) -> CardSet {
        self.hand.hidden_from(self.seat)
    }

    /// The cards that another seat may hold: those that are open, and, if he holds others too,
    /// the hidden ones of the suits that he has always followed.
    #[inline]
    pub fn may_hold(&self, other: Seat) -> CardSet {
        let open = self.open(other);
        if open.len() == self.hand_size(other) {
            return open;
        }
        let mut hidden = self.hidden();
        for suit in Suit::ALL {
            if self.is_void(other, suit) {
                hidden -= CardSet::suit(suit);
            }
        }
        open | hidden
    }
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("rules", &self.hand.rules)
            .field("standing", &self.hand.standing)
            .field("due", &self.hand.phase.words().name)
            .field("turn", &crate::Hand::turn(self.hand))
            .field("dealt", &self.dealt())
            .field("cards", &self.cards())
            .field("hand_sizes", &BySeat::from_fn(|seat| self.hand_size(seat)))
            .field("calls", &self.calls().collect::<Vec<_>>())
            .field("still_to_pay", &self.still_to_pay())
            .field("cat", &self.cat())
            .field("contract", &self.contract())
            .field("stray", &self.stray())
            .field("taken", &BySeat::from_fn(|seat| self.taken(seat)))
            .field("plays", &self.plays().collect::<Vec<_>>())
            .field("tricks", &self.tricks())
            .finish()
    }
}
