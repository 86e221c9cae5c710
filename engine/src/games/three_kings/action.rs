//! The decisions of Three Kings, the sets of them that are legal at some point, and the lines
//! that they make in a record.

use std::str::FromStr;

use super::meld::{Meld, Melds};
use super::order::falling;
use super::prediction::{Open, Prediction};
use super::rules::ThreeKings;
use crate::action::NoSuchAction;
use crate::actions;
use crate::argument::{Argument, arguments};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::Seat;

/// How actions are written.
const SYNTAX: &str = "three-kings: upcard CARD, play CARD or three different ones, exchange CARD, decline or predict \
                      none|last|ace";

actions! {
    /// One decision.
    #[derive(Hash)]
    pub enum Action as SYNTAX {
        /// The winner of the last hand's last trick puts one of his ten cards face up: `upcard 4H`.
        Upcard(card: Card) = "upcard",
        /// A single card is led, or played to a single lead: `play 9C`.
        Play(card: Card) = "play",
        /// One of three cards thrown to a meld lead, the highest first: `throw 9C`. If the three are
        /// a meld, they score as one.
        Throw(card: Card) = "throw",
        /// The upcard is taken for one of the player's cards: `exchange 2D`.
        Exchange(card: Card) = "exchange",
        /// The upcard is left where it lies: `decline`.
        Decline = "decline",
        /// A prediction is made, or none: `predict last`.
        Predict(said: Option<Prediction>) = "predict",
        /// A meld is led or answers one: `play KC KS KH`.
        Meld(meld: Meld) = "play",
    }
}

arguments! {
    Meld, Self::COUNT, Self::index, Self::from_index;
}

impl Argument for Option<Prediction> {
    const COUNT: usize = 3;

    fn index(self) -> usize {
        self.map_or(0, |said| said as usize + 1)
    }

    fn from_index(index: usize) -> Option<Self> {
        [None, Some(Prediction::Last), Some(Prediction::Ace)].get(index).copied()
    }

    fn text(self) -> String {
        self.map_or_else(|| "none".to_owned(), |said| said.to_string())
    }

    fn read(text: &str) -> Option<Self> {
        (0..Self::COUNT).filter_map(Self::from_index).find(|said| said.text() == text)
    }
}

impl FromStr for Meld {
    type Err = ();

    /// Three cards as they are written, the highest first.
    fn from_str(text: &str) -> Result<Self, ()> {
        let meld = three(text).and_then(Self::of);
        meld.filter(|meld| meld.to_string() == text).ok_or(())
    }
}

/// Why a text is no action.
fn unknown(text: &str) -> NoSuchAction {
    NoSuchAction { text: text.to_owned(), syntax: SYNTAX }
}

/// The set of three different cards of this text.
fn three(text: &str) -> Option<CardSet> {
    let cards = text.parse::<CardSet>().ok()?;
    (cards.len() == 3 && text.split(' ').count() == 3).then_some(cards)
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
    if let Some(cards) = words.strip_prefix("play ").and_then(three) {
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
