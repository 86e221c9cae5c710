//! What a suit is worth as the player holds it, and what parting with a card of it costs.

use threehand_engine::{Card, CardSet, Suit};

use super::reading::Reading;

/// What a suit is in this hand: the first index of most tables of weights.
const KINDS: usize = 3;

/// How many features [`loss`] has.
pub(super) const LOSS: usize = KINDS * 6 * 4;
/// How many features [`beside`] has.
pub(super) const BESIDE: usize = KINDS * 4 * 4;

/// 0 a side suit beside trumps, 1 the trump suit, 2 any suit in no trump.
#[inline]
pub(super) fn kind(reading: &Reading, suit: Suit) -> usize {
    match reading.trump {
        None => 2,
        Some(trump) => usize::from(trump == suit),
    }
}

/// How many cards are higher: 0, 1, 2, 3, 4 or 5, more.
#[inline]
pub(super) fn fine(higher: usize) -> usize {
    [0, 1, 2, 3, 4, 4, 5][higher.min(6)]
}

/// How many cards of a suit the opponents may hold: none, 1 or 2, 3 to 5, more.
#[inline]
pub(super) fn out(reading: &Reading, suit: Suit) -> usize {
    match reading.held.of(suit).len() {
        0 => 0,
        1 | 2 => 1,
        3..=5 => 2,
        _ => 3,
    }
}

/// The change of the holding when a card leaves it. A card counts by how many cards are higher
/// and how many of the player's own, up to three, are lower and guard it.
#[inline]
pub(super) fn loss(reading: &Reading, card: Card, weigh: &mut impl FnMut(usize, f32)) {
    let kind = kind(reading, card.suit());
    let entry = |card, guards: usize| (kind * 6 + fine(reading.higher(card))) * 4 + guards.min(3);
    let mut guards = reading.mine.below(card).len();
    weigh(entry(card, guards), -1.0);
    for above in reading.mine.above(card) {
        guards += 1;
        if guards > 3 {
            break;
        }
        weigh(entry(above, guards - 1), 1.0);
        weigh(entry(above, guards), -1.0);
    }
}

/// The feature of a card by how many are higher and how many are out.
#[inline]
pub(super) fn beside(reading: &Reading, card: Card) -> usize {
    let (kind, higher) = (kind(reading, card.suit()), reading.higher(card));
    (kind * 4 + higher.min(3)) * 4 + out(reading, card.suit())
}

/// Whether none, one or two cards beat the highest of these, of one suit; `None` if more do.
#[inline]
pub(super) fn top(reading: &Reading, cards: CardSet) -> Option<usize> {
    cards.last().map(|top| reading.higher(top)).filter(|&higher| higher < 3)
}
