//! The cards that the dealer lays away, one by one.

use threehand_engine::Card;

use super::holding::{self, LOSS};
use super::reading::Reading;

/// What is left of a side suit, by length: a short one is soon a void.
const LENGTH: usize = LOSS;
/// The suit can be got rid of with what is still to go; the same, for each trump.
const VOID: usize = LENGTH + 2 * 6;
/// What is left of the suit, for each trump.
const RUFFS: usize = VOID + 2;
/// The highest card left in the suit is beaten by none, one or two.
const TOPS: usize = RUFFS + 1;
/// How many features a discard has.
pub(super) const FEATURES: usize = TOPS + 2 * 3;

/// What speaks for and against laying `card` away, with so many to go after it.
pub(super) fn features(
    reading: &Reading,
    card: Card,
    to_go: usize,
    weigh: &mut impl FnMut(usize, f32),
) {
    holding::loss(reading, card, weigh);
    let suit = card.suit();
    if reading.trump == Some(suit) {
        return;
    }
    let left = reading.mine.of(suit).without(card);
    let trumps = reading.trump_length() as f32 * 0.1;
    let no_trump = usize::from(reading.trump.is_none());
    weigh(LENGTH + no_trump * 6 + left.len().min(5), 1.0);
    weigh(RUFFS, left.len() as f32 * 0.1 * trumps);
    if left.len() <= to_go {
        weigh(VOID, 1.0);
        weigh(VOID + 1, trumps);
    }
    if let Some(higher) = holding::top(reading, left) {
        weigh(TOPS + no_trump * 3 + higher, 1.0);
    }
}
