//! The decisions of Three Kings, the sets of them that are legal at some point, and the lines
//! that they make in a record.

use std::fmt;
use std::str::FromStr;

use super::meld::{Meld, Melds};
use super::order::falling;
use super::prediction::{Open, Prediction};
use super::rules::ThreeKings;
use crate::action::NoSuchAction;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::Seat;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The winner of the last hand's last trick puts one of his ten cards face up: `upcard 4H`.
    Upcard(Card),
    /// A single card is led, or played to a single lead: `play 9C`.
    Play(Card),
    /// A meld is led or answers one: `play KC KS KH`.
    Meld(Meld),
    /// One of three cards thrown to a meld lead, the highest first: `throw 9C`. If the three are
    /// a meld, they score as one.
    Throw(Card),
    /// The upcard is taken for one of the player's cards: `exchange 2D`.
    Exchange(Card),
    /// The upcard is left where it lies: `decline`.
    Decline,
    /// A prediction is made, or none: `predict last`.
    Predict(Option<Prediction>),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Upcard(card) => write!(f, "upcard {card}"),
            Self::Play(card) => write!(f, "play {card}"),
            Self::Meld(meld) => write!(f, "play {meld}"),
            Self::Throw(card) => write!(f, "throw {card}"),
            Self::Exchange(card) => write!(f, "exchange {card}"),
            Self::Decline => f.write_str("decline"),
            Self::Predict(None) => f.write_str("predict none"),
            Self::Predict(Some(prediction)) => write!(f, "predict {prediction}"),
        }
    }
}

/// Why a text is no action of Three Kings.
fn unknown(text: &str) -> NoSuchAction {
    let syntax = "three-kings: upcard CARD, play CARD or three different ones, exchange CARD, decline or predict \
                  none|last|ace";
    NoSuchAction { text: text.to_owned(), syntax }
}

impl FromStr for Action {
    type Err = NoSuchAction;

    fn from_str(text: &str) -> Result<Self, NoSuchAction> {
        let action = || {
            let words: Vec<_> = text.split(' ').collect();
            Some(match words[..] {
                ["upcard", card] => Self::Upcard(card.parse().ok()?),
                ["play", card] => Self::Play(card.parse().ok()?),
                ["play", a, b, c] => Self::Meld(Meld::of(three([a, b, c])?)?),
                ["throw", card] => Self::Throw(card.parse().ok()?),
                ["exchange", card] => Self::Exchange(card.parse().ok()?),
                ["decline"] => Self::Decline,
                ["predict", "none"] => Self::Predict(None),
                ["predict", word] => Self::Predict(Some(Prediction::named(word)?)),
                _ => return None,
            })
        };
        let action = action().filter(|action| action.to_string() == text);
        action.ok_or_else(|| unknown(text))
    }
}

/// The set of three words that are different cards.
fn three(words: [&str; 3]) -> Option<CardSet> {
    let cards: Option<CardSet> = words.into_iter().map(|word| word.parse().ok()).collect();
    cards.filter(|cards| cards.len() == 3)
}

/// The lines of a record: one for each action, but one for all three cards of a throw. A throw
/// that a failing bot left unfinished is not written.
pub(super) fn lines(actions: &[(Seat, Action)]) -> Vec<String> {
    let mut lines = Vec::with_capacity(actions.len());
    let mut thrown = Vec::with_capacity(3);
    for (seat, action) in actions {
        let Action::Throw(card) = action else {
            lines.push(format!("{seat} {action}"));
            continue;
        };
        thrown.push(card.to_string());
        if thrown.len() == 3 {
            lines.push(format!("{seat} play {}", thrown.join(" ")));
            thrown.clear();
        }
    }
    lines
}

/// The actions that a line's words stand for: one, or the three throws of cards that are no meld.
/// Three cards may come in any order where somebody writes them by hand.
pub(super) fn read_line(rules: &ThreeKings, words: &str) -> Result<Vec<Action>, NoSuchAction> {
    if let ["play", a, b, c] = words.split(' ').collect::<Vec<_>>()[..] {
        let cards = three([a, b, c]).ok_or_else(|| unknown(words))?;
        let meld = Meld::of(cards).filter(|meld| meld.level(rules).is_some());
        return Ok(match meld {
            Some(meld) => vec![Action::Meld(meld)],
            None => falling(cards).map(Action::Throw).collect(),
        });
    }
    match words.parse()? {
        Action::Throw(_) => Err(unknown(words)),
        action => Ok(vec![action]),
    }
}

/// The choices of a prediction, by index.
const PREDICTIONS: [Option<Prediction>; 3] = [None, Some(Prediction::Last), Some(Prediction::Ace)];

const PLAYS: usize = Card::COUNT;
const THROWS: usize = 2 * Card::COUNT;
const EXCHANGES: usize = 3 * Card::COUNT;
const DECLINE: usize = 4 * Card::COUNT;
const PREDICTS: usize = DECLINE + 1;
const MELDS: usize = PREDICTS + PREDICTIONS.len();

impl crate::Action for Action {
    const COUNT: usize = MELDS + Meld::COUNT;

    fn index(self) -> usize {
        match self {
            Self::Upcard(card) => card.index(),
            Self::Play(card) => PLAYS + card.index(),
            Self::Throw(card) => THROWS + card.index(),
            Self::Exchange(card) => EXCHANGES + card.index(),
            Self::Decline => DECLINE,
            Self::Predict(None) => PREDICTS,
            Self::Predict(Some(Prediction::Last)) => PREDICTS + 1,
            Self::Predict(Some(Prediction::Ace)) => PREDICTS + 2,
            Self::Meld(meld) => MELDS + meld.index(),
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        Some(if index < PLAYS {
            Self::Upcard(Card::from_index(index))
        } else if index < THROWS {
            Self::Play(Card::from_index(index - PLAYS))
        } else if index < EXCHANGES {
            Self::Throw(Card::from_index(index - THROWS))
        } else if index < DECLINE {
            Self::Exchange(Card::from_index(index - EXCHANGES))
        } else if index == DECLINE {
            Self::Decline
        } else if index < MELDS {
            Self::Predict(PREDICTIONS[index - PREDICTS])
        } else {
            Self::Meld(Meld::from_index(index - MELDS)?)
        })
    }
}

/// The decisions that the seat to move may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// The hand is over.
    Nothing,
    /// Any of these cards put face up.
    Upcard(CardSet),
    /// Any of these cards played; as a lead also any of these melds.
    Play {
        /// The single cards.
        cards: CardSet,
        /// The melds; none to a single lead.
        melds: Melds,
    },
    /// Three cards to a meld lead: any of these melds at once, or any of these cards as the next
    /// one thrown.
    Answer {
        /// The cards that can be thrown next: lower than those thrown before, and with enough
        /// lower ones left to make three.
        cards: CardSet,
        /// The melds; none once a card is thrown.
        melds: Melds,
    },
    /// The upcard taken for any of these cards, or left there.
    Exchange(CardSet),
    /// Any prediction that can still be made, or none.
    Predict(Open),
}

impl crate::Legal<Action> for Legal {
    #[inline(always)]
    fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Upcard(cards) => cards.count(),
            Self::Play { cards, melds } | Self::Answer { cards, melds } => {
                cards.count() + melds.count()
            }
            Self::Exchange(cards) => cards.count() + 1,
            Self::Predict(open) => 1 + open.iter().count(),
        }
    }

    #[inline(always)]
    fn nth(&self, n: usize) -> Action {
        match *self {
            Self::Nothing => panic!("nothing is legal once the hand is over"),
            Self::Upcard(cards) => Action::Upcard(cards.nth(n)),
            Self::Play { cards, .. } if n < cards.count() => Action::Play(cards.nth(n)),
            Self::Answer { cards, .. } if n < cards.count() => Action::Throw(cards.nth(n)),
            Self::Play { cards, melds } | Self::Answer { cards, melds } => {
                Action::Meld(melds.nth(n - cards.count()))
            }
            Self::Exchange(cards) if n == cards.count() => Action::Decline,
            Self::Exchange(cards) => Action::Exchange(cards.nth(n)),
            Self::Predict(_) if n == 0 => Action::Predict(None),
            Self::Predict(open) => Action::Predict(open.iter().nth(n - 1)),
        }
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        match (*self, action) {
            (Self::Upcard(cards), Action::Upcard(card))
            | (Self::Play { cards, .. }, Action::Play(card))
            | (Self::Answer { cards, .. }, Action::Throw(card))
            | (Self::Exchange(cards), Action::Exchange(card)) => cards.contains(card),
            (Self::Play { melds, .. } | Self::Answer { melds, .. }, Action::Meld(meld)) => {
                melds.contains(meld)
            }
            (Self::Exchange(_), Action::Decline) => true,
            (Self::Predict(open), Action::Predict(said)) => said.is_none_or(|said| open.has(said)),
            _ => false,
        }
    }
}
