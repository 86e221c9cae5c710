//! Why an action is refused.

use super::Action;
use super::hand::{Hand, Phase};
use crate::card::Card;
use crate::illegal::Illegal;
use crate::seat::Seat;

impl Hand {
    /// Why the action is refused, which is not among the legal ones.
    pub(super) fn refusal(&self, action: Action) -> Illegal {
        let Some(turn) = crate::Hand::turn(self) else {
            return Illegal::HandIsOver;
        };
        match (self.phase, action) {
            (Phase::Play, Action::Play(card)) => self.refused_play(turn, card),
            (Phase::Give, Action::Keep) => Illegal::rule("giving is compulsory under these rules"),
            (Phase::Give, Action::Give(card, to)) if self.holds(turn, card) => {
                Illegal::rule(format!("seat {to} can't be given a card"))
            }
            (Phase::Back, Action::Back(card, to)) if self.holds(turn, card) => {
                match self.to_give_back(turn) {
                    (_, due) if due != to => {
                        Illegal::rule(format!("a card is due to seat {due} first"))
                    }
                    _ => {
                        Illegal::rule(format!("{card} was pulled just now, and is not given back"))
                    }
                }
            }
            (Phase::Pull, Action::Pull(seat)) => {
                Illegal::rule(format!("no card can be pulled from seat {seat}"))
            }
            (Phase::Trump, Action::Trump(trump)) => {
                Illegal::rule(format!("{trump} can't be called"))
            }
            (Phase::Trump, Action::Fewest) => Illegal::rule("the fewest tricks can't be called"),
            (Phase::Bid, Action::Bid(bid)) => Illegal::rule(format!("{bid} can't be bid")),
            (Phase::Give, Action::Give(card, _))
            | (Phase::Back, Action::Back(card, _))
            | (Phase::Discard, Action::Discard(card))
            | (Phase::Pass, Action::Pass(card)) => Illegal::NotHeld { seat: turn, card },
            _ => Illegal::NotNow { turn, due: self.phase.words().due },
        }
    }

    fn holds(&self, seat: Seat, card: Card) -> bool {
        self.hands[seat].contains(self.rules.order.in_play(card))
    }

    fn refused_play(&self, seat: Seat, card: Card) -> Illegal {
        if !self.holds(seat, card) {
            return Illegal::NotHeld { seat, card };
        }
        let in_play = self.rules.order.in_play(card);
        let led = self.tricks.trick.suit().filter(|_| self.rules.follow);
        if let Some(suit) =
            led.filter(|&suit| suit != in_play.suit() && !self.hands[seat].is_void(suit))
        {
            let suit = self.rules.order.suit_named(suit);
            return Illegal::MustFollow { seat, suit, card };
        }
        Illegal::rule(format!("{card} can't be played now: {}", self.why_not(in_play)))
    }
}
