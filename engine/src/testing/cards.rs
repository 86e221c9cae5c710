//! Cards from their texts, and all ways to take some of them.

use crate::card::Card;
use crate::card_set::CardSet;

/// The card of this text, such as `TD`.
///
/// # Panics
/// If there is no such card.
pub fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The cards of this text, such as `KS 9S 4S`.
///
/// # Panics
/// If these are not cards.
pub fn cards(text: &str) -> CardSet {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The letters of the suits, lowest index first.
const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// A card as plain code may hold it: its rank from 2 to 14, the ace, and the letter of its suit.
pub fn plain(card: Card) -> (u8, char) {
    (card.rank().index() as u8 + 2, SUITS[card.suit().index()])
}

/// The card of this [plain](plain) form.
///
/// # Panics
/// If there is none.
pub fn from_plain((rank, letter): (u8, char)) -> Card {
    assert!((2..=14).contains(&rank), "no rank is {rank}");
    let suit = SUITS.iter().position(|&suit| suit == letter).expect("a letter of CDHS");
    Card::from_index(13 * suit + usize::from(rank) - 2)
}

/// All subsets of this size.
pub fn subsets(set: CardSet, size: usize) -> Vec<CardSet> {
    if size == 0 {
        return vec![CardSet::EMPTY];
    }
    let Some(first) = set.first().filter(|_| set.len() >= size) else {
        return vec![];
    };
    let rest = set.without(first);
    let with = subsets(rest, size - 1).into_iter().map(|subset| subset.with(first));
    with.chain(subsets(rest, size)).collect()
}

/// In how many ways `k` of `n` can be taken (beyond 2⁵³ rounded).
pub fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_card_is_its_rank_and_its_letter() {
        for (text, told) in
            [("2C", (2, 'C')), ("TD", (10, 'D')), ("KH", (13, 'H')), ("AS", (14, 'S'))]
        {
            assert_eq!(plain(card(text)), told);
            assert_eq!(from_plain(told), card(text));
        }
        assert!(Card::all().all(|card| from_plain(plain(card)) == card));
    }

    #[test]
    fn there_are_as_many_subsets_as_ways_to_choose() {
        let set = cards("2C 5D 9H KS AS");
        for size in 0..=6 {
            let all = subsets(set, size);
            assert_eq!(all.len() as f64, choose(5, size));
            assert!(all.iter().all(|subset| subset.len() == size && set.contains_all(*subset)));
        }
    }
}
