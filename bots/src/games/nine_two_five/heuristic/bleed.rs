//! The card to give, and to whom. It brings back the receiver's highest of its suit.

use threehand_engine::games::NineTwoFive;
use threehand_engine::{Card, CardSet, Seat, View};

use super::holding::{self, LOSS};
use super::reading::Reading;

/// How likely each of the eight highest cards of the suit that the receiver may hold is to come
/// back; for side suits, trumps, no trump and while the trump is not named.
const RETURNS: usize = LOSS;
const RETURNED: usize = 8;
/// The cards of the suit that stay, in a side suit and in trumps.
const LENGTH: usize = RETURNS + 4 * RETURNED;
const TRUMP: usize = LENGTH + 2;
/// To the dealer, and a trump to the dealer.
const DEALER: usize = TRUMP + 1;
/// Something of the suit was given already: to this receiver, or to the other.
const GIVEN: usize = DEALER + 2;
/// The suit is gone but for what comes back; one card stays.
const SHORT: usize = GIVEN + 2;
/// The highest card that stays is beaten by none, one or two.
const TOPS: usize = SHORT + 2;
/// The rank of the card, in a side suit and in trumps.
const RANK: usize = TOPS + 3;
/// How many features giving a card has.
pub(super) const FEATURES: usize = RANK + 2;

/// What speaks for and against giving `card` to `receiver`.
pub(super) fn features(
    reading: &Reading,
    view: &View<'_, NineTwoFive>,
    card: Card,
    receiver: Seat,
    weigh: &mut impl FnMut(usize, f32),
) {
    holding::loss(reading, card, weigh);
    let suit = card.suit();
    let is_trump = reading.trump == Some(suit);
    let trump = usize::from(is_trump);
    let opponent = usize::from(receiver == reading.opponents[1]);
    let given = |to_him: bool| {
        let mine = view.bled().filter(|b| b.giver == view.seat());
        let gifts = mine.filter(|b| (b.receiver == receiver) == to_him).filter_map(|b| b.cards);
        gifts.map(|(given, _)| given.of(suit).len()).sum::<usize>()
    };
    let kind = if view.trump().is_none() { 3 } else { holding::kind(reading, suit) };
    let cards = view.may_hold(receiver).of(suit);
    returns(reading, cards, opponent, given(true), &mut |n, chance| {
        weigh(RETURNS + kind * RETURNED + n, chance);
    });

    let left = reading.mine.of(suit).without(card);
    weigh(LENGTH + trump, left.len() as f32 * 0.1);
    weigh(RANK + trump, card.rank().index() as f32 * 0.1);
    if is_trump {
        weigh(TRUMP, 1.0);
    }
    if receiver == view.dealer() {
        weigh(DEALER + trump, 1.0);
    }
    for (n, to_him) in [true, false].into_iter().enumerate() {
        if given(to_him) > 0 {
            weigh(GIVEN + n, 1.0);
        }
    }
    if left.len() < 2 {
        weigh(SHORT + left.len(), 1.0);
    }
    if let Some(higher) = holding::top(reading, left) {
        weigh(TOPS + higher, 1.0);
    }
}

/// How likely the `n`-th highest of `cards` is to be the next that the receiver has to return,
/// after `already` others.
fn returns(
    reading: &Reading,
    cards: CardSet,
    opponent: usize,
    already: usize,
    returned: &mut impl FnMut(usize, f32),
) {
    let already = already.min(RETURNED - 1);
    // How likely he is to hold just so many of the cards above.
    let mut above = [0.0; RETURNED];
    above[0] = 1.0;
    for (n, card) in cards.iter().rev().take(RETURNED).enumerate() {
        let holds = reading.holds(opponent, card);
        returned(n, above[already] * holds);
        for count in (1..RETURNED).rev() {
            above[count] = above[count] * (1.0 - holds) + above[count - 1] * holds;
        }
        above[0] *= 1.0 - holds;
    }
}
