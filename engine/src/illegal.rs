//! Why an action can't be played.

use crate::card::{Card, Suit};
use crate::seat::Seat;

/// Why an action can't be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// A rule of one game forbids it.
    #[error("{0}")]
    Rule(Box<str>),
}

impl Illegal {
    /// A rule of one game forbids it, in these words.
    pub fn rule(words: impl Into<Box<str>>) -> Self {
        Self::Rule(words.into())
    }
}
