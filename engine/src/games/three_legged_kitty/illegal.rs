//! Why an action of Three-Legged Kitty is refused.

use super::Action;
use super::hand::{Hand, Phase};
use crate::illegal::Illegal;

impl Hand {
    /// Why the action is refused, which is not among the legal ones.
    pub(super) fn refusal(&self, action: Action) -> Illegal {
        let Some(turn) = crate::Hand::turn(self) else {
            return Illegal::HandIsOver;
        };
        let high = self.auction.high().map(|(_, high)| high);
        Illegal::rule(match (self.phase, action) {
            (Phase::Auction, Action::Pass) => {
                "nobody may pass before there is a bid, under these rules".to_owned()
            }
            (Phase::Auction, Action::Bid(bid)) => match high {
                Some(high) if bid <= high => format!("{bid} does not go beyond {high}"),
                _ => {
                    let (cost, cards) = (self.rules.cost(bid, high), self.hands[turn].len());
                    format!("{bid} costs {cost} cards and seat {turn} holds {cards}")
                }
            },
            (Phase::Pay, Action::Enough) => {
                format!("seat {turn} has {} more to pay", self.auction.due())
            }
            (Phase::Take, Action::Take(card)) => {
                format!("{card} is no stray card that can be taken")
            }
            (Phase::Play, Action::Play(card)) => {
                return self.tricks.refusal(turn, card, &self.hands);
            }
            (Phase::Pay, Action::Pay(card)) | (Phase::Stray, Action::Stray(card)) => {
                return Illegal::NotHeld { seat: turn, card };
            }
            _ => return Illegal::NotNow { turn, due: self.phase.words().due },
        })
    }
}
