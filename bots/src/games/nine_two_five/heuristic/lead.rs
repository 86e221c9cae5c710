//! The card to lead.

use threehand_engine::{Card, CardSet, Suit};

use super::holding::{self, LOSS};
use super::reading::Reading;

/// How the card itself fares: its kind, the cards above it, the cards of its suit that stay
/// behind it and those that are out.
const FARES: usize = LOSS;
/// The cards above it, times the share of the hand still to play.
const EARLY: usize = FARES + 3 * 4 * 4 * 4;
/// The features that count differently as the player controls the trumps.
const CONTROLS: usize = EARLY + 3 * 6;

/// The highest card left in the suit, with the masters elsewhere that can reach it.
const ENTRIES: usize = 0;
/// The masters left in the suit, times the share of the hand still to play.
const MASTERS: usize = ENTRIES + 2 * 4 * 3;
/// How long the suit is, likely, on the left, on the right, with the dealer and without.
const LENGTHS: usize = MASTERS + 2 * 5;
/// What the left, then the right may do if he is void.
const RUFFS: usize = LENGTHS + 4;
/// A void that can't ruff.
const THROWS: usize = RUFFS + 2 * 5;
/// Sundry: see where they are counted.
const OUT: usize = THROWS + 1;
const FORCES: usize = OUT + 1;
const TENACES: usize = FORCES + 1;
const UNRUFFED: usize = TENACES + 2;
/// Drawing trumps: those out, the player's, what they protect and for how long.
const DRAWS: usize = UNRUFFED + 1;
/// Drawing trumps with 0, 1, 2, 3 voids.
const VOIDS: usize = DRAWS + 7;
const CONTROL: usize = VOIDS + 4;

/// How many features a lead has.
pub(super) const FEATURES: usize = CONTROLS + 5 * CONTROL;

/// Who controls the trumps: 0 the player has half of what is out or more, 1 fewer, 2 he has none,
/// 3 nobody else has any, 4 there are none.
fn control(reading: &Reading) -> usize {
    let Some(trump) = reading.trump else { return 4 };
    let out = reading.held.of(trump).len();
    match reading.trump_length() {
        _ if out == 0 => 3,
        0 => 2,
        length if 2 * length >= out => 0,
        _ => 1,
    }
}

/// What speaks for and against leading `card`.
pub(super) fn features(reading: &Reading, card: Card, weigh: &mut impl FnMut(usize, f32)) {
    let suit = card.suit();
    let kind = holding::kind(reading, suit);
    let behind = reading.mine.of(suit).len() - 1;
    let higher = reading.higher(card);
    let early = reading.mine.len() as f32 / 16.0;
    holding::loss(reading, card, weigh);
    let fares = ((kind * 4 + higher.min(3)) * 4 + behind.min(3)) * 4 + holding::out(reading, suit);
    weigh(FARES + fares, 1.0);
    weigh(EARLY + kind * 6 + holding::fine(higher), early);

    let first = CONTROLS + control(reading) * CONTROL;
    let mut weigh = |feature, amount| weigh(first + feature, amount);
    let trumps = usize::from(kind == 1);
    let entries = (reading.masters - CardSet::suit(suit)).len();
    let left = reading.mine.of(suit).without(card);
    let top = left.last().map_or(3, |top| reading.higher(top).min(3));
    weigh(ENTRIES + (trumps * 4 + top) * 3 + entries.min(2), 1.0);
    weigh(MASTERS + trumps * 5 + reading.masters.of(suit).without(card).len().min(4), early);
    for opponent in 0..2 {
        let length = reading.expects(opponent, CardSet::suit(suit)) * 0.1;
        weigh(LENGTHS + opponent, length);
        weigh(LENGTHS + 2 + usize::from(reading.dealer == Some(opponent)), length);
    }
    if higher == 0 && kind != 1 {
        weigh(UNRUFFED, reading.unruffed(suit));
    } else if higher == 1 || higher == 2 {
        weigh(TENACES + higher - 1, behind as f32 * 0.1);
    }
    match kind {
        0 => side_suit(reading, card, &mut weigh),
        1 => trump(reading, suit, early, &mut weigh),
        _ => {}
    }
}

/// What may be ruffed, and by whom.
fn side_suit(reading: &Reading, card: Card, weigh: &mut impl FnMut(usize, f32)) {
    let suit = card.suit();
    let lane = CardSet::suit(suit);
    let trumps = reading.trump.map_or(CardSet::EMPTY, CardSet::suit);
    let length = reading.mine.of(suit).len() as f32 * 0.1;
    let higher = reading.higher(card);
    let mut throws = 0.0;
    for opponent in 0..2 {
        let void = reading.lacks(opponent, lane);
        let ruffs = void * reading.has_trump[opponent];
        let trump_length = void * reading.expects(opponent, trumps) * 0.1;
        let at = RUFFS + opponent * 5;
        weigh(at, ruffs);
        weigh(at + 1, ruffs * reading.trump_length() as f32 * 0.1);
        weigh(at + 2, ruffs * higher as f32 * 0.1);
        weigh(at + 3, trump_length);
        weigh(at + 4, trump_length * length);
        throws += void - ruffs;
    }
    weigh(THROWS, throws);
    let out = reading.held.of(suit).len() as f32 * 0.1;
    if higher > 0 {
        weigh(OUT, out);
    }
    weigh(FORCES, reading.trump_length() as f32 * 0.1 * out);
}

/// What drawing trumps is good for.
fn trump(reading: &Reading, suit: Suit, early: f32, weigh: &mut impl FnMut(usize, f32)) {
    let out = reading.held.of(suit).len() as f32 * 0.1;
    let length = reading.mine.of(suit).len() as f32 * 0.1;
    let protected = (reading.masters - CardSet::suit(suit)).len() as f32 * 0.1;
    let side_suits = || Suit::ALL.into_iter().filter(move |&side| side != suit);
    let lengths = side_suits().map(|side| reading.mine.of(side).len());
    let voids = side_suits().filter(|&side| reading.mine.is_void(side)).count();
    weigh(DRAWS, out);
    weigh(DRAWS + 1, length);
    weigh(DRAWS + 2, protected);
    weigh(DRAWS + 3, early * out);
    weigh(DRAWS + 4, early * length);
    weigh(DRAWS + 5, early * protected);
    weigh(DRAWS + 6, lengths.max().unwrap_or(0) as f32 * 0.1);
    weigh(VOIDS + voids, 1.0);
}
