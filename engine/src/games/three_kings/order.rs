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

/// For each place, the cards that stand below it.
const BELOW: [CardSet; LOWEST_PLACE as usize + Card::COUNT] = {
    let mut below = [CardSet::EMPTY; LOWEST_PLACE as usize + Card::COUNT];
    let mut limit = 0;
    while limit < below.len() {
        let mut index = 0;
        while index < Card::COUNT {
            let card = Card::from_index(index);
            if (place(card) as usize) < limit {
                below[limit].insert(card);
            }
            index += 1;
        }
        limit += 1;
    }
    below
};

/// The place of the ace of diamonds.
const LOWEST_PLACE: u8 = 4;

/// The cards that stand below this one.
#[inline]
pub(super) fn below(cards: CardSet, card: Card) -> CardSet {
    cards & BELOW[usize::from(place(card))]
}

/// The lowest card of all.
#[inline]
pub(super) fn lowest(cards: CardSet) -> Option<Card> {
    let height = heights(cards).trailing_zeros();
    let last = diamonds_first(of_height(cards, height)).trailing_zeros();
    (!cards.is_empty()).then(|| Card::at_place((last + 16) % 64))
}

/// The highest card of all.
#[inline]
fn highest(cards: CardSet) -> Option<Card> {
    let height = (heights(cards) | 1).ilog2();
    let first = (diamonds_first(of_height(cards, height)) | 1).ilog2();
    (!cards.is_empty()).then(|| Card::at_place((first + 16) % 64))
}

/// A bit for each height, less 1, of which there is a card.
#[inline]
const fn heights(cards: CardSet) -> u64 {
    let bits = cards.bits();
    let ranks = (bits | bits >> 16 | bits >> 32 | bits >> 48) & 0x1FFF;
    (ranks << 1 | ranks >> 12) & 0x1FFF
}

/// The cards of one height, less 1.
#[inline]
const fn of_height(cards: CardSet, height: u32) -> CardSet {
    let rank = (height + 12) % 13;
    CardSet::from_bits(cards.bits() & 0x0001_0001_0001_0001 << rank)
}

/// The bits of a set with the suits in the order of [`suit_height`].
#[inline]
const fn diamonds_first(cards: CardSet) -> u64 {
    cards.bits().rotate_right(16)
}

/// The cards from the highest to the lowest, kings to aces, as they are thrown and written.
pub fn falling(cards: CardSet) -> impl Iterator<Item = Card> {
    let mut left = cards;
    std::iter::from_fn(move || {
        let card = highest(left)?;
        left.remove(card);
        Some(card)
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
        assert!(falling(CardSet::FULL).map(place).is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn the_lowest_card_has_none_below_it() {
        let mut left = CardSet::FULL;
        let rising = std::iter::from_fn(|| {
            let card = lowest(left)?;
            assert_eq!(below(left, card), CardSet::EMPTY);
            assert_eq!(below(CardSet::FULL, card), !left);
            left.remove(card);
            Some(card)
        });
        let rising: Vec<_> = rising.collect();
        assert!(rising.iter().rev().copied().eq(falling(CardSet::FULL)));
    }
}
