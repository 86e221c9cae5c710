//! Why an action of 9-2-5 is refused.

use super::Action;
use super::hand::{Hand, Phase};
use crate::illegal::Illegal;

impl Hand {
    /// Why the action is refused, which is not among the legal ones.
    pub(super) fn refusal(&self, action: Action) -> Illegal {
        let Some(turn) = crate::Hand::turn(self) else {
            return Illegal::HandIsOver;
        };
        match (self.phase, action) {
            (Phase::Bleed, Action::Give(card, to)) if self.hands[turn].contains(card) => {
                Illegal::rule(format!("seat {to} can't be given a card"))
            }
            (Phase::Bleed, Action::Keep) => Illegal::rule("giving is compulsory under these rules"),
            (Phase::Play, Action::Play(card)) => self.tricks.refusal(turn, card, &self.hands),
            (Phase::Bleed, Action::Give(card, _)) | (Phase::Discard, Action::Discard(card)) => {
                Illegal::NotHeld { seat: turn, card }
            }
            _ => Illegal::NotNow { turn, due: self.phase.words().due },
        }
    }
}
