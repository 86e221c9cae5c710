//! Why an action of Three-Legged Kitty is refused.

use super::hand::{Hand, Phase};
use super::{Action, Bid};
use crate::card::{Card, Suit};
use crate::seat::Seat;

/// Why an action of Three-Legged Kitty can't be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The hand is over.
    #[error("the hand is over")]
    HandIsOver,
    /// Something else is to be decided.
    #[error("seat {turn} is to {due} now")]
    NotNow {
        /// Whose decision is next.
        turn: Seat,
        /// What it is about.
        due: &'static str,
    },
    /// Nobody may pass before there is a bid.
    #[error("nobody may pass before there is a bid, under these rules")]
    MustOpen,
    /// The bid is no higher than one already made.
    #[error("{bid} does not go beyond {high}")]
    NotHigher {
        /// What was to be bid.
        bid: Bid,
        /// The highest bid.
        high: Bid,
    },
    /// The bidder has not cards enough for the bid.
    #[error("{bid} costs {cost} cards and seat {seat} holds {cards}")]
    TooDear {
        /// The seat to move.
        seat: Seat,
        /// What was to be bid.
        bid: Bid,
        /// The bid's price in cards.
        cost: u8,
        /// The cards that the seat holds.
        cards: usize,
    },
    /// The price is not paid yet.
    #[error("seat {seat} has {due} more to pay")]
    StillDue {
        /// The bidder.
        seat: Seat,
        /// Cards that the bid still costs.
        due: u8,
    },
    /// The seat to move has no such card.
    #[error("seat {seat} does not hold {card}")]
    NotHeld {
        /// The seat to move.
        seat: Seat,
        /// The card that it lacks.
        card: Card,
    },
    /// The card is not there to be taken.
    #[error("{0} is no stray card that can be taken")]
    NotStray(Card),
    /// The suit led must be followed.
    #[error("seat {seat} holds {suit} and must follow with it, not play {card}")]
    MustFollow {
        /// The seat to move.
        seat: Seat,
        /// The suit led.
        suit: Suit,
        /// The card that was to be played.
        card: Card,
    },
}

impl Hand {
    /// Why the action is refused, which is not among the legal ones.
    pub(super) fn refusal(&self, action: Action) -> Illegal {
        let Some(turn) = crate::Hand::turn(self) else {
            return Illegal::HandIsOver;
        };
        if let Some(why) = self.why_no_call(turn, action) {
            return why;
        }
        match (self.phase, action) {
            (Phase::Play, Action::Play(card)) if self.hands[turn].contains(card) => {
                let suit = self.tricks.trick.suit().expect("any card can be led");
                Illegal::MustFollow { seat: turn, suit, card }
            }
            (Phase::Play, Action::Play(card))
            | (Phase::Pay, Action::Pay(card))
            | (Phase::Stray, Action::Stray(card)) => Illegal::NotHeld { seat: turn, card },
            (Phase::Take, Action::Take(card)) => Illegal::NotStray(card),
            _ => {
                let due = match self.phase {
                    Phase::Auction => "bid or pass",
                    Phase::Pay => "pay",
                    Phase::Stray => "stray a card",
                    Phase::Take => "take a stray card",
                    Phase::Play | Phase::Over => "play a card",
                };
                Illegal::NotNow { turn, due }
            }
        }
    }

    /// Why a call, or a word at its payment, is refused.
    fn why_no_call(&self, turn: Seat, action: Action) -> Option<Illegal> {
        let high = self.auction.high().map(|(_, high)| high);
        let cards = self.hands[turn].len();
        Some(match (self.phase, action) {
            (Phase::Auction, Action::Pass) => Illegal::MustOpen,
            (Phase::Auction, Action::Bid(bid)) => match high {
                Some(high) if bid <= high => Illegal::NotHigher { bid, high },
                _ => Illegal::TooDear { seat: turn, bid, cost: self.rules.cost(bid, high), cards },
            },
            (Phase::Pay, Action::Enough) => {
                Illegal::StillDue { seat: turn, due: self.auction.due() }
            }
            _ => return None,
        })
    }
}
