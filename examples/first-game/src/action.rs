//! The decisions of 8-5-3.

use std::fmt;
use std::str::FromStr;

use threehand_engine::{Card, NoSuchAction, Suit, Trump};

/// One decision, with its text in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The dealer names the trump: `trump S`.
    Trump(Suit),
    /// The dealer lays a card away: `discard 4H`.
    Discard(Card),
    /// A card is played to the trick: `play 9C`.
    Play(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trump(suit) => write!(f, "trump {}", Trump::Suit(*suit)),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::Play(card) => write!(f, "play {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = NoSuchAction;

    fn from_str(text: &str) -> Result<Self, NoSuchAction> {
        let action = || match text.split_once(' ')? {
            ("trump", trump) => trump.parse::<Trump>().ok()?.suit().map(Self::Trump),
            ("discard", card) => card.parse().ok().map(Self::Discard),
            ("play", card) => card.parse().ok().map(Self::Play),
            _ => None,
        };
        action().ok_or_else(|| NoSuchAction(text.to_owned()))
    }
}

const DISCARDS: usize = Suit::ALL.len();
const PLAYS: usize = DISCARDS + Card::COUNT;

impl threehand_engine::Action for Action {
    const COUNT: usize = PLAYS + Card::COUNT;

    fn index(self) -> usize {
        match self {
            Self::Trump(suit) => suit.index(),
            Self::Discard(card) => DISCARDS + card.index(),
            Self::Play(card) => PLAYS + card.index(),
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        match index {
            0..DISCARDS => Some(Self::Trump(Suit::ALL[index])),
            DISCARDS..PLAYS => Some(Self::Discard(Card::from_index(index - DISCARDS))),
            PLAYS..Self::COUNT => Some(Self::Play(Card::from_index(index - PLAYS))),
            _ => None,
        }
    }
}
