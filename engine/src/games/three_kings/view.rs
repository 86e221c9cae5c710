//! What one seat may know of a hand of Three Kings.

use std::fmt;

use super::hand::Exchanged;
use super::{Hand, PlayedTrick, Predictions, Trick};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;

/// What one seat knows of a hand.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(super) hand: &'a Hand,
    pub(super) seat: Seat,
}

impl<'a> Known<'a> {
    /// The cards in the seat's hand now.
    #[inline]
    pub fn cards(&self) -> CardSet {
        self.hand.hands[self.seat]
    }

    /// The nine or ten cards that the seat was dealt.
    pub fn dealt(&self) -> CardSet {
        self.hand.dealt[self.seat]
    }

    /// The cards that the seat has drawn, in order.
    pub fn drawn(&self) -> impl Iterator<Item = Card> + use<'a> {
        let (hand, seat) = (self.hand, self.seat);
        hand.history.draws_of(seat).flat_map(move |draw| hand.stock[draw.places].iter().copied())
    }

    /// Who leads, or led, to the first trick.
    pub fn first_leader(&self) -> Seat {
        self.hand.first_leader()
    }

    /// The upcard, once there is one; it stays the upcard after an exchange.
    #[inline]
    pub fn upcard(&self) -> Option<Card> {
        self.hand.upcard
    }

    /// What became of the upcard.
    #[inline]
    pub fn exchanged(&self) -> Exchanged {
        self.hand.exchanged
    }

    /// Who took the upcard, and the card that he laid out for it.
    pub fn exchange(&self) -> Option<(Seat, Card)> {
        match self.hand.exchanged {
            Exchanged::Taken { by, laid_out } => Some((by, laid_out)),
            _ => None,
        }
    }

    /// How many cards the stock has; phase 2 is when it has none.
    #[inline]
    pub fn stock_len(&self) -> usize {
        self.hand.stock_len()
    }

    /// Who made which prediction.
    #[inline]
    pub fn predictions(&self) -> Predictions {
        self.hand.predictions
    }

    /// The trick being played; before a lead, an empty one.
    #[inline]
    pub fn trick(&self) -> &'a Trick {
        &self.hand.trick
    }

    /// The tricks that are over, in order.
    pub fn history(&self) -> &'a [PlayedTrick] {
        self.hand.history.tricks()
    }

    /// Tricks taken so far.
    pub fn tricks(&self) -> BySeat<u8> {
        self.hand.tricks
    }

    /// Points gained so far in this hand.
    #[inline]
    pub fn points(&self) -> BySeat<i32> {
        self.hand.points
    }

    /// Points in the set as they stand now, this hand's with them.
    #[inline]
    pub fn scores(&self) -> BySeat<i32> {
        let before = self.hand.standing.scores();
        BySeat::from_fn(|seat| before[seat] + self.hand.points[seat])
    }

    /// How many cards `seat` holds.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.hand.hands[seat].len()
    }

    /// Whether `seat` has failed to follow this suit in phase 2.
    #[inline]
    pub fn is_void(&self, seat: Seat, suit: Suit) -> bool {
        self.hand.void[seat][suit.index()]
    }

    /// All cards played so far, those of the trick on the table with them.
    #[inline]
    pub fn played(&self) -> CardSet {
        self.hand.played
    }

    /// The cards that lie where the seat can't see them and does not know them to be: in the
    /// other hands, and in the stock.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        !(self.hand.shown() | self.cards())
    }

    /// The card that another seat is known to hold: the upcard that it took and still has.
    #[inline]
    pub fn known_card(&self, other: Seat) -> Option<Card> {
        self.hand.upcard_holder().filter(|(by, _)| *by == other).map(|(_, upcard)| upcard)
    }

    /// The cards that another seat may hold, by what is known of suits it could not follow. It may
    /// be wider than what counting every card would leave.
    pub fn may_hold(&self, other: Seat) -> CardSet {
        let mut cards = self.unseen();
        for suit in Suit::ALL {
            if self.is_void(other, suit) {
                cards -= CardSet::suit(suit);
            }
        }
        self.known_card(other).map_or(cards, |card| cards.with(card))
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
            .field("drawn", &self.drawn().collect::<Vec<_>>())
            .field("cards", &self.cards())
            .field("stock_len", &self.stock_len())
            .field("upcard", &self.upcard())
            .field("exchanged", &self.exchanged())
            .field("predictions", &self.predictions())
            .field("history", &self.history())
            .field("trick", self.trick())
            .field("points", &self.points())
            .finish()
    }
}
