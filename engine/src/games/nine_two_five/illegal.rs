//! Why an action of 9-2-5 is refused.

use super::Action;
use super::hand::{Hand, Phase};
use crate::card::{Card, Suit};
use crate::seat::Seat;

/// Why an action of 9-2-5 can't be played.
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
    /// The seat to move has no such card.
    #[error("seat {seat} does not hold {card}")]
    NotHeld {
        /// The seat to move.
        seat: Seat,
        /// The card that it lacks.
        card: Card,
    },
    /// The receiver was not down, or can't get any more.
    #[error("seat {0} can't be given a card")]
    NotReceiver(Seat),
    /// Giving is compulsory.
    #[error("giving is compulsory under these rules")]
    MustGive,
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
        let holds = |card| self.hands[turn].contains(card);
        match (self.phase, action) {
            (Phase::Bleed, Action::Give(card, receiver)) if holds(card) => {
                Illegal::NotReceiver(receiver)
            }
            (Phase::Bleed, Action::Keep) => Illegal::MustGive,
            (Phase::Play, Action::Play(card)) if holds(card) => {
                let suit = self.tricks.trick.suit().expect("any card can be led");
                Illegal::MustFollow { seat: turn, suit, card }
            }
            (Phase::Bleed, Action::Give(card, _))
            | (Phase::Play, Action::Play(card))
            | (Phase::Discard, Action::Discard(card)) => Illegal::NotHeld { seat: turn, card },
            _ => {
                let due = match self.phase {
                    Phase::Trump => "call the trump",
                    Phase::Bleed => "give a card",
                    Phase::Discard => "discard",
                    Phase::Play | Phase::Over => "play a card",
                };
                Illegal::NotNow { turn, due }
            }
        }
    }
}
