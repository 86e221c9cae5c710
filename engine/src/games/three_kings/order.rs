//! The order of the cards in this game: kings are high and aces low.

use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;

/// Where a card stands in its suit: 1, the ace, to 13, the king.
#[inline]
pub const fn height(card: Card) -> u8 {
    rank_height(card.rank())
}

/// Where a rank stands: 1, the ace, to 13, the king.
#[inline]
pub(super) const fn rank_height(rank: Rank) -> u8 {
    (rank.index() as u8 + 1) % 13 + 1
}

/// Where a suit stands among runs of jack, queen and king: 0, diamonds, to 3, clubs.
#[inline]
pub const fn suit_height(suit: Suit) -> u8 {
    match suit {
        Suit::Diamonds => 0,
        Suit::Hearts => 1,
        Suit::Spades => 2,
        Suit::Clubs => 3,
    }
}

/// Where a card stands among all 52 in the order in which cards are thrown: by height, cards of
/// the same height by suit.
#[inline]
pub(super) const fn place(card: Card) -> u8 {
    height(card) * 4 + suit_height(card.suit())
}

/// The cards that stand below this place.
pub(super) fn below(cards: CardSet, limit: u8) -> CardSet {
    cards.iter().filter(|&card| place(card) < limit).collect()
}

/// The cards from the highest to the lowest, kings to aces, as they are thrown and written.
pub fn falling(cards: CardSet) -> impl Iterator<Item = Card> {
    let mut left = cards;
    std::iter::from_fn(move || {
        let highest = left.iter().max_by_key(|&card| place(card))?;
        left.remove(highest);
        Some(highest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_king_of_clubs_is_thrown_first_and_the_ace_of_diamonds_last() {
        let all: Vec<_> = falling(CardSet::FULL).map(|card| card.to_string()).collect();
        assert_eq!(all[..6].join(" "), "KC KS KH KD QC QS");
        assert_eq!(all[46..].join(" "), "2H 2D AC AS AH AD");
        assert!(falling(CardSet::FULL).map(height).is_sorted_by(|a, b| a >= b));
    }
}
