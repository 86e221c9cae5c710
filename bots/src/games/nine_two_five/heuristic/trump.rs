//! The trump to name: the tricks that the hand is worth with each.

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::NoTrumpBleed;
use threehand_engine::{CardSet, Rank, Suit, Trump, View};

use super::reading::Reading;

/// The trumps by their number; ace to nine among them.
const LENGTH: usize = 0;
const HONOURS: usize = LENGTH + 14;
/// The side suits by their number of cards; ace to ten in them, guarded king and queen; short ones
/// for each trump.
const SIDE_LENGTH: usize = HONOURS + 6;
const SIDE_HONOURS: usize = SIDE_LENGTH + 7;
const SIDE_GUARDED: usize = SIDE_HONOURS + 5;
const RUFFS: usize = SIDE_GUARDED + 3;
/// What is bled changes what a long suit is worth.
const BLEED: usize = RUFFS + 2;
/// The same in no trump, where suits run.
const NO_TRUMP: usize = BLEED + 3;
const SUIT_LENGTH: usize = NO_TRUMP + 1;
const SUIT_HONOURS: usize = SUIT_LENGTH + 10;
const SUIT_GUARDED: usize = SUIT_HONOURS + 5;
const RUNS: usize = SUIT_GUARDED + 3;
const LONG_HONOURS: usize = RUNS + 1;
const ACES: usize = LONG_HONOURS + 2;
const NO_TRUMP_BLEED: usize = ACES + 5;
/// How many features a call has.
pub(super) const FEATURES: usize = NO_TRUMP_BLEED + 1;

/// What speaks for and against calling `trump`.
pub(super) fn features(
    reading: &Reading,
    view: &View<'_, NineTwoFive>,
    trump: Trump,
    weigh: &mut impl FnMut(usize, f32),
) {
    let over = view.standing().deltas().map_or(0.0, |deltas| f32::from(deltas[view.seat()])) * 0.1;
    match trump {
        Trump::Suit(suit) => with_trumps(reading, suit, over, weigh),
        Trump::None => {
            let bleeds = view.rules().no_trump_bleed() == NoTrumpBleed::Bled;
            without(reading, if bleeds { over } else { 0.0 }, weigh);
        }
    }
}

fn with_trumps(reading: &Reading, suit: Suit, over: f32, weigh: &mut impl FnMut(usize, f32)) {
    let trumps = reading.mine.of(suit);
    let length = trumps.len() as f32 * 0.1;
    weigh(LENGTH + trumps.len(), 1.0);
    honours(trumps, 6, &mut |n| weigh(HONOURS + n, 1.0));
    for side in Suit::ALL.into_iter().filter(|&side| side != suit) {
        let cards = reading.mine.of(side);
        weigh(SIDE_LENGTH + cards.len().min(6), 1.0);
        if cards.len() < 2 {
            weigh(RUFFS + cards.len(), length);
        }
        honours(cards, 5, &mut |n| weigh(SIDE_HONOURS + n, 1.0));
        guarded(cards, &mut |n| weigh(SIDE_GUARDED + n, 1.0));
    }
    weigh(BLEED, over);
    weigh(BLEED + 1, over * length);
    if trumps.last().is_some_and(|top| top.rank() == Rank::Ace) {
        weigh(BLEED + 2, over);
    }
}

fn without(reading: &Reading, over: f32, weigh: &mut impl FnMut(usize, f32)) {
    let mut aces = 0;
    for suit in Suit::ALL {
        let cards = reading.mine.of(suit);
        let length = cards.len() as f32 * 0.1;
        weigh(SUIT_LENGTH + cards.len().min(9), 1.0);
        honours(cards, 5, &mut |n| weigh(SUIT_HONOURS + n, 1.0));
        honours(cards, 2, &mut |n| weigh(LONG_HONOURS + n, length));
        guarded(cards, &mut |n| weigh(SUIT_GUARDED + n, 1.0));
        weigh(RUNS, reading.masters.of(suit).len() as f32 * length);
        aces += usize::from(cards.last().is_some_and(|top| top.rank() == Rank::Ace));
    }
    weigh(NO_TRUMP, 1.0);
    weigh(ACES + aces, 1.0);
    weigh(NO_TRUMP_BLEED, over);
}

/// Says for each of the `count` highest ranks that is among these cards which it is, ace 0.
fn honours(cards: CardSet, count: usize, has: &mut impl FnMut(usize)) {
    for card in cards.iter().rev() {
        let below_ace = Rank::Ace.index() - card.rank().index();
        if below_ace < count {
            has(below_ace);
        }
    }
}

/// A king with a card or more, 0; a queen with two or more, 1; ace and king, 2.
fn guarded(cards: CardSet, has: &mut impl FnMut(usize)) {
    let holds = |rank: Rank| cards.iter().any(|card| card.rank() == rank);
    if holds(Rank::King) && cards.len() >= 2 {
        has(if holds(Rank::Ace) { 2 } else { 0 });
    }
    if holds(Rank::Queen) && cards.len() >= 3 {
        has(1);
    }
}
