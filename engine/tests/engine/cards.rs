//! Cards for plain code, and all ways to take some of them.

use threehand_engine::{Card, CardSet};

/// The letters of the suits, lowest index first.
const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// A card as plain code may hold it: its rank from 2 to 14, the ace, and the letter of its suit.
pub(crate) fn plain(card: Card) -> (u8, char) {
    (card.rank().index() as u8 + 2, SUITS[card.suit().index()])
}

/// The card of this plain form.
///
/// # Panics
/// If there is none.
pub(crate) fn from_plain((rank, letter): (u8, char)) -> Card {
    assert!((2..=14).contains(&rank), "no rank is {rank}");
    let suit = SUITS.iter().position(|&suit| suit == letter).expect("a letter of CDHS");
    Card::from_index(13 * suit + usize::from(rank) - 2)
}

/// All subsets of this size.
pub(crate) fn subsets(set: CardSet, size: usize) -> Vec<CardSet> {
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
pub(crate) fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}
