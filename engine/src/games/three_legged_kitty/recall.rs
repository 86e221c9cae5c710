//! The record of a hand of Three-Legged Kitty as a seat knows it: every decision is public.

use super::hand::Phase;
use super::{Action, ThreeLeggedKitty};
use crate::seat::BySeat;
use crate::seen::{PhaseWords, Recalled};
use crate::view::View;

impl Phase {
    /// The words for it.
    pub(super) const fn words(self) -> PhaseWords {
        match self {
            Self::Auction => PhaseWords {
                name: "call",
                due: "bid or pass",
                rule: "Bid more than the highest bid, or pass for the whole auction. A bid is a number and \
                 a type: Null, clubs, diamonds, hearts, spades, NT, from the lowest up. It costs as \
                 many cards as its number is above that of the highest bid, and one at least. Who \
                 bids highest is the Cat, gets all cards that were paid, and has to take as many \
                 tricks as he bid; in a Null at most eight less the number.",
            },
            Self::Pay => PhaseWords {
                name: "pay",
                due: "pay",
                rule: "Pay for the bid with cards of your choice, one at a time. All see them, and the Cat \
                 will get them.",
            },
            Self::Stray => PhaseWords {
                name: "stray",
                due: "stray a card",
                rule: "The Cat puts cards out of his hand, one at a time, until he holds ten. The others \
                 see them and will get them.",
            },
            Self::Take => PhaseWords {
                name: "take",
                due: "take a stray card",
                rule: "The player on the Cat's left takes cards that the Cat put out, one at a time, until \
                 he holds ten. The third player gets the rest.",
            },
            Self::Play => PhaseWords {
                name: "play",
                due: "play a card",
                rule: "Follow the suit that was led if you can; else play any card. The highest trump takes \
                 the trick, or without trumps the highest card of the suit led. If the Cat makes his \
                 bid he scores its number; if not, each of the two others scores.",
            },
            Self::Over => PhaseWords::OVER,
        }
    }
}

pub(super) fn recall(view: &View<'_, ThreeLeggedKitty>) -> Recalled {
    let hand = view.hand;
    let mut recalled = Recalled::at(hand.phase.words());
    recall_auction(view, &mut recalled);
    if let Some(cat) = view.cat() {
        view.stray().iter().for_each(|card| recalled.line(cat, Action::Stray(card)));
        let taken = view.taken(cat.left());
        taken.iter().for_each(|card| recalled.line(cat.left(), Action::Take(card)));
    }
    view.plays().for_each(|(seat, card)| recalled.line(seat, Action::Play(card)));
    recalled
}

fn recall_auction(view: &View<'_, ThreeLeggedKitty>, recalled: &mut Recalled) {
    let dealt = usize::from(ThreeLeggedKitty::CARDS);
    let mut left = BySeat([dealt; 3]);
    let calls: Vec<_> = view.calls().collect();
    for (i, call) in calls.iter().enumerate() {
        let Some(bid) = call.bid else {
            recalled.line(call.seat, Action::Pass);
            continue;
        };
        recalled.line(call.seat, Action::Bid(bid));
        call.paid.iter().for_each(|card| recalled.line(call.seat, Action::Pay(card)));
        left[call.seat] -= call.paid.len();
        let paid = i + 1 < calls.len() || view.hand.phase != Phase::Pay;
        if paid && view.rules().overpay() && left[call.seat] > 0 {
            recalled.line(call.seat, Action::Enough);
        }
    }
}
