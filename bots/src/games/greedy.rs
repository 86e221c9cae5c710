//! How `greedy` judges single cards, in the games with trumps.

use threehand_engine::{Card, CardSet, Suit, Trump};

/// The suit with the most cards, and of equals the one with the highest ranks.
pub(super) fn longest(cards: CardSet) -> Suit {
    let strength = |suit: &Suit| {
        let cards = cards.of(*suit);
        (cards.len(), cards.iter().map(|card| card.rank().index()).sum::<usize>())
    };
    Suit::ALL.into_iter().max_by_key(strength).expect("four suits")
}

/// What a card costs to part with: its rank, trumps above all others.
pub(super) fn cost(card: Card, trump: Trump) -> (bool, usize) {
    (trump.is(card), card.rank().index())
}

/// The highest card, a side suit's before a trump of the same rank.
pub(super) fn dearest(cards: CardSet, trump: Trump) -> Card {
    let key = |&card: &Card| (card.rank().index(), !trump.is(card));
    cards.iter().max_by_key(key).expect("a card to choose from")
}
