//! Which cards to pay with, to put out and to take.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Bid, Strain};
use threehand_engine::{Card, CardSet, View};

use super::holding::Holdings;

/// The card to pay with: the least worth for the contract bid. The Cat gets it back, but who is
/// outbid has given it away.
pub(super) fn payment(view: &View<'_, ThreeLeggedKitty>, cards: CardSet) -> Card {
    let strain = view.high_bid().map_or(Strain::NoTrump, |(_, bid)| bid.strain());
    Holdings::of_pack(view.rules().deck()).least(cards, strain)
}

/// The card that the Cat can spare best.
pub(super) fn stray(view: &View<'_, ThreeLeggedKitty>, cards: CardSet) -> Card {
    let strain = view.contract().map_or(Strain::NoTrump, Bid::strain);
    Holdings::of_pack(view.rules().deck()).least(cards, strain)
}

/// The stray card that helps most against the Cat.
pub(super) fn take(view: &View<'_, ThreeLeggedKitty>, cards: CardSet) -> Card {
    let null = view.contract().is_some_and(|bid| bid.strain() == Strain::Null);
    let (hand, holdings) = (view.cards(), Holdings::of_pack(view.rules().deck()));
    let help = |card: Card| {
        let rank = card.rank().index() as f32 / 12.0;
        if null {
            -rank
        } else if view.trump().is(card) {
            0.5 + rank
        } else {
            holdings.side_worth(card, hand.with(card)) + 0.1 * rank
        }
    };
    let mut best = (f32::NEG_INFINITY, cards.nth(0));
    for card in cards {
        if help(card) > best.0 {
            best = (help(card), card);
        }
    }
    best.1
}
