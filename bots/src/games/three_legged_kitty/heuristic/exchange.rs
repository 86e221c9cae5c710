//! Which cards to pay with or to put out, and which to take.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::Strain;
use threehand_engine::{Card, CardSet, View};

use super::holding::Holdings;

/// The card that is worth least for the contract bid. The Cat gets back what he pays, but who is outbid has given it
/// away.
pub(super) fn spare(view: &View<'_, ThreeLeggedKitty>, cards: CardSet) -> Card {
    let strain = view.high_bid().map_or(Strain::NoTrump, |(_, bid)| bid.strain());
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
