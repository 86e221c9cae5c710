//! Why an action of Three Kings can't be played.

use super::Action;
use super::hand::{Hand, Phase};
use super::meld::Meld;
use super::prediction::Prediction;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::seat::Seat;

/// Why an action of Three Kings can't be played.
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
    /// The suit of a single card led must be followed in phase 2.
    #[error("seat {seat} holds {suit} and must follow with it, not play {card}")]
    MustFollow {
        /// The seat to move.
        seat: Seat,
        /// The suit led.
        suit: Suit,
        /// The card that was to be played.
        card: Card,
    },
    /// Somebody has predicted this before.
    #[error("{} has been predicted in this hand", match .0 {
        Prediction::Last => "the last trick",
        Prediction::Ace => "the last trick with an ace",
    })]
    Predicted(Prediction),
    /// These cards are no meld under these rules.
    #[error("{0} is no meld under these rules")]
    NoMeld(Meld),
    /// Three cards that are no meld were to be led.
    #[error("three cards are led only as a meld")]
    LeadIsNoMeld,
    /// A single card is answered with one card.
    #[error("a single card was led: one card answers it")]
    OneDue,
    /// A meld is answered with three cards.
    #[error("a meld was led: three cards answer it")]
    ThreeDue,
    /// A player who is throwing three cards goes on with it.
    #[error("the throw that was begun goes on, card by card")]
    ThrowBegun,
    /// Cards are thrown from the highest down, so that each three can be thrown in one way.
    #[error("three cards are thrown from the highest down: {0} can't be the next")]
    NotFalling(Card),
}

impl Hand {
    /// Why the action is refused, which is not among the legal ones.
    pub(super) fn refusal(&self, action: Action) -> Illegal {
        let Some(turn) = crate::Hand::turn(self) else {
            return Illegal::HandIsOver;
        };
        let due = match self.phase {
            Phase::Upcard => "put a card face up",
            Phase::Exchange => "exchange or decline",
            Phase::Predict => "predict",
            Phase::Play | Phase::Over => "play",
        };
        let not_now = Illegal::NotNow { turn, due };
        let cards = match (self.phase, action) {
            (Phase::Upcard, Action::Upcard(card))
            | (Phase::Exchange, Action::Exchange(card))
            | (Phase::Play, Action::Play(card) | Action::Throw(card)) => CardSet::only(card),
            (Phase::Play, Action::Meld(meld)) => meld.cards(),
            (Phase::Predict, Action::Predict(Some(said))) => return Illegal::Predicted(said),
            _ => return not_now,
        };
        if let Some(card) = (cards - self.hands[turn]).first() {
            return Illegal::NotHeld { seat: turn, card };
        }
        match action {
            Action::Play(card) => match self.trick.suit() {
                Some(suit) => Illegal::MustFollow { seat: turn, suit, card },
                None => Illegal::ThreeDue,
            },
            Action::Meld(meld) => self.check_three(Some(meld)).err().unwrap_or(not_now),
            Action::Throw(card) => {
                self.check_three(None).err().unwrap_or(Illegal::NotFalling(card))
            }
            _ => not_now,
        }
    }

    /// Why the player to move can't play three cards now, if that is why.
    fn check_three(&self, meld: Option<Meld>) -> Result<(), Illegal> {
        if self.trick.card_led().is_some() {
            return Err(Illegal::OneDue);
        }
        match meld {
            Some(meld) if meld.level(&self.rules).is_none() => Err(Illegal::NoMeld(meld)),
            Some(_) if !self.trick.thrown().is_empty() => Err(Illegal::ThrowBegun),
            None if self.trick.is_empty() => Err(Illegal::LeadIsNoMeld),
            _ => Ok(()),
        }
    }
}
