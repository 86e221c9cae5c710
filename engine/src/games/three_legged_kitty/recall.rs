//! What all recall of a hand of Three-Legged Kitty: every decision is seen by everybody.

use super::hand::Phase;
use super::{Action, ThreeLeggedKitty};
use crate::seat::BySeat;
use crate::seen::Recalled;
use crate::view::View;

impl Phase {
    /// What is to be decided.
    pub(super) const fn due(self) -> &'static str {
        match self {
            Self::Auction => "call",
            Self::Pay => "pay",
            Self::Stray => "stray",
            Self::Take => "take",
            Self::Play => "play",
            Self::Over => "nothing",
        }
    }
}

pub(super) fn recall(view: &View<'_, ThreeLeggedKitty>) -> Recalled {
    let hand = view.hand;
    let mut recalled = Recalled::at(hand.phase.due());
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
