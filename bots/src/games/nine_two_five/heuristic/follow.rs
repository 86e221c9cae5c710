//! The card to follow with, and what to ruff with or to throw away where one can't.

use threehand_engine::games::NineTwoFive;
use threehand_engine::{Card, CardSet, Trump, View};

use super::holding::{self, BESIDE, LOSS};
use super::reading::Reading;

/// The features of following suit that count differently in the second and in the third seat.
const SEATS: usize = LOSS;
const WINS: usize = 0;
/// A master that is kept to be cashed later, unless it is ruffed.
const SPENDS: usize = 1;
/// The highest card left is beaten by none, one or two.
const TOPS: usize = 2;
/// Winning over as many higher cards.
const STEALS: usize = 5;
/// Winning a suit with many cards out.
const WINS_LONG: usize = 6;
const SEAT: usize = 7;
/// How many features following suit has.
pub(super) const FEATURES: usize = SEATS + 2 * SEAT;

/// The highest card left in a suit from which a card is thrown, and the card thrown.
const LEFT: usize = LOSS;
const THROWN: usize = LEFT + BESIDE;
/// As `SEATS`, without the suit led.
const FREE_SEATS: usize = THROWN + BESIDE;
const HELD_UP: usize = 2;
const WINS_WITH_MASTERS: usize = 3;
/// A trump that does not win.
const UNDERRUFFS: usize = 4;
/// With trumps in hand: the suit is gone, for each trump too; one card is left; two are.
const SHAPE: usize = 5;
/// Winning where the left or the right has trumps.
const OVER_TRUMPS: usize = 9;
/// How long the suit is on the left, on the right and with the dealer.
const LENGTHS: usize = 11;
const FREE_SEAT: usize = 14;
/// How many features playing off suit has.
pub(super) const FREE_FEATURES: usize = FREE_SEATS + 2 * FREE_SEAT;

/// How likely `card` is to take the trick.
fn wins(reading: &Reading, view: &View<'_, NineTwoFive>, card: Card) -> f32 {
    let trick = view.trick();
    if !trick.is_beaten_by(card, view.trump().unwrap_or(Trump::None)) {
        return 0.0;
    }
    match trick.suit() {
        Some(led) if trick.len() == 1 => 1.0 - reading.beats(0, card, led),
        _ => 1.0,
    }
}

/// 0 in the second seat, 1 in the third.
fn seat_of(view: &View<'_, NineTwoFive>) -> usize {
    view.trick().len() - 1
}

/// What speaks for and against following suit with `card`.
pub(super) fn features(
    reading: &Reading,
    view: &View<'_, NineTwoFive>,
    card: Card,
    weigh: &mut impl FnMut(usize, f32),
) {
    holding::loss(reading, card, weigh);
    let seat = SEATS + seat_of(view) * SEAT;
    let suit = card.suit();
    let wins = wins(reading, view, card);
    weigh(seat + WINS, wins);
    if reading.masters.contains(card) && reading.trump != Some(suit) {
        weigh(seat + SPENDS, reading.unruffed(suit));
    }
    if let Some(higher) = holding::top(reading, reading.mine.of(suit).without(card)) {
        weigh(seat + TOPS + higher, 1.0);
    }
    if let Some((_, best)) = view.trick().best() {
        weigh(seat + STEALS, wins * reading.higher(best) as f32 * 0.1);
    }
    weigh(seat + WINS_LONG, wins * reading.held.of(suit).len() as f32 * 0.1);
}

/// What speaks for and against ruffing with `card` or throwing it.
pub(super) fn free_features(
    reading: &Reading,
    view: &View<'_, NineTwoFive>,
    card: Card,
    weigh: &mut impl FnMut(usize, f32),
) {
    holding::loss(reading, card, weigh);
    let suit = card.suit();
    let left = reading.mine.of(suit).without(card);
    if let Some(top) = left.last() {
        weigh(LEFT + holding::beside(reading, top), 1.0);
    }
    weigh(THROWN + holding::beside(reading, card), 1.0);

    let seat = FREE_SEATS + seat_of(view) * FREE_SEAT;
    let mut weigh = |feature, amount| weigh(seat + feature, amount);
    let wins = wins(reading, view, card);
    let trumps = reading.trump_length();
    let is_trump = reading.trump == Some(suit);
    weigh(WINS, wins);
    if reading.masters.contains(card) && !is_trump {
        weigh(SPENDS, reading.unruffed(suit));
    }
    weigh(HELD_UP, wins * reading.held.of(suit).len() as f32 * 0.1);
    weigh(WINS_WITH_MASTERS, wins * reading.masters.without(card).len() as f32 * 0.1);
    if is_trump && !view.trick().is_beaten_by(card, view.trump().unwrap_or(Trump::None)) {
        weigh(UNDERRUFFS, 1.0);
    }
    if !is_trump && trumps > 0 {
        match left.len() {
            0 if !reading.held.is_void(suit) => {
                weigh(SHAPE, 1.0);
                weigh(SHAPE + 1, trumps as f32 * 0.1);
            }
            1 => weigh(SHAPE + 2, 1.0),
            2 => weigh(SHAPE + 3, 1.0),
            _ => {}
        }
    }
    for opponent in 0..2 {
        weigh(OVER_TRUMPS + opponent, wins * reading.has_trump[opponent]);
        let length = reading.expects(opponent, CardSet::suit(suit)) * 0.1;
        weigh(LENGTHS + opponent, length);
        if reading.dealer == Some(opponent) {
            weigh(LENGTHS + 2, length);
        }
    }
}
