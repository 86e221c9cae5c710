//! Why an action of Three Kings can't be played.

use super::Action;
use super::hand::{Hand, Phase};
use super::meld::Meld;
use super::prediction::Prediction;
use crate::card_set::CardSet;
use crate::illegal::Illegal;

impl Hand {
    /// Why the action is refused, which is not among the legal ones.
    pub(super) fn refusal(&self, action: Action) -> Illegal {
        let Some(turn) = crate::Hand::turn(self) else {
            return Illegal::HandIsOver;
        };
        let not_now = Illegal::NotNow { turn, due: self.phase.words().due };
        let cards = match (self.phase, action) {
            (Phase::Upcard, Action::Upcard(card))
            | (Phase::Exchange, Action::Exchange(card))
            | (Phase::Play, Action::Play(card) | Action::Throw(card)) => CardSet::only(card),
            (Phase::Play, Action::Meld(meld)) => meld.cards(),
            (Phase::Predict, Action::Predict(Some(said))) => {
                let what = match said {
                    Prediction::Last => "the last trick",
                    Prediction::Ace => "the last trick with an ace",
                };
                return Illegal::rule(format!("{what} has been predicted in this hand"));
            }
            _ => return not_now,
        };
        if let Some(card) = (cards - self.hands[turn]).first() {
            return Illegal::NotHeld { seat: turn, card };
        }
        match action {
            Action::Play(card) => match self.trick.suit() {
                Some(suit) => Illegal::MustFollow { seat: turn, suit, card },
                None => Illegal::rule("a meld was led: three cards answer it"),
            },
            Action::Meld(meld) => self.three_refused(Some(meld)).unwrap_or(not_now),
            Action::Throw(card) => self.three_refused(None).unwrap_or_else(|| {
                let order = "three cards are thrown from the highest down";
                Illegal::rule(format!("{order}: {card} can't be the next"))
            }),
            _ => not_now,
        }
    }

    /// Why the player to move can't play three cards now, if that is why.
    fn three_refused(&self, meld: Option<Meld>) -> Option<Illegal> {
        Some(match meld {
            _ if self.trick.card_led().is_some() => {
                Illegal::rule("a single card was led: one card answers it")
            }
            Some(meld) if meld.level(&self.rules).is_none() => {
                Illegal::rule(format!("{meld} is no meld under these rules"))
            }
            Some(_) if !self.trick.thrown().is_empty() => {
                Illegal::rule("the throw that was begun goes on, card by card")
            }
            None if self.trick.is_empty() => Illegal::rule("three cards are led only as a meld"),
            _ => return None,
        })
    }
}
