//! What cards are worth holding: tricks that they may win, and melds that they are parts of.

use threehand_engine::games::three_kings::{Meld, Melds};
use threehand_engine::{Card, CardSet, Rank};

use super::counting::Count;

/// What a card is worth as a single one while there is a stock, by the number of unseen cards that
/// beat it. A sure card is worth more than the trick that it would win now: in phase 2 it wins one
/// as well, keeps the lead for the last trick, and makes a prediction come true.
const SINGLE: [f32; 13] = [1.8, 1.2, 0.84, 0.6, 0.4, 0.28, 0.18, 0.12, 0.08, 0.04, 0.02, 0.0, 0.0];
/// The same in phase 2.
const SINGLE_LATE: [f32; 13] =
    [1.0, 0.55, 0.33, 0.22, 0.13, 0.09, 0.06, 0.03, 0.02, 0.01, 0.0, 0.0, 0.0];
/// An ace that can be caught costs its leader in the last trick.
const ACE: f32 = -0.4;
/// An ace that nobody can follow is the best last card.
const FREE_ACE: f32 = 1.5;

/// What a card is worth apart from melds.
#[inline]
pub(super) fn single(count: &Count<'_>, card: Card) -> f32 {
    let above = count.above(card).len();
    if card.rank() == Rank::Ace {
        return if count.is_out(card.suit()) { FREE_ACE } else { ACE };
    }
    if count.draws > 0.0 { SINGLE[above] } else { SINGLE_LATE[above] }
}

/// What a meld brings more, led, than its cards one by one.
pub(super) fn meld_gain(count: &Count<'_>, meld: Meld) -> f32 {
    let singles: f32 = meld.cards().iter().map(|card| single(count, card)).sum();
    1.0 + count.meld_holds(meld, 2) - singles
}

/// What each card of a hand is worth to keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worths {
    cards: [(Card, f32); 10],
    len: usize,
}

impl Worths {
    pub(super) fn of(count: &Count<'_>, hand: CardSet) -> Self {
        let mut worths = Self { cards: [(Card::from_index(0), 0.0); 10], len: 0 };
        for card in hand {
            worths.cards[worths.len] = (card, single(count, card));
            worths.len += 1;
        }
        if hand.len() >= 3 {
            worths.add_melds(count, hand);
        }
        worths
    }

    /// Adds to each card the gain of the melds that it is part of, whole or with one card to come.
    fn add_melds(&mut self, count: &Count<'_>, hand: CardSet) {
        let rules = count.view.rules();
        let whole = Melds::of(hand, rules);
        for meld in whole.iter() {
            let gain = meld_gain(count, meld).max(0.0);
            self.raise(meld.cards(), gain * HELD);
        }
        if count.draws == 0.0 {
            return;
        }
        let chance = count.draws / count.unseen.len().max(1) as f32;
        let near = Melds::of(hand | count.unseen, rules);
        for meld in near.iter() {
            let held = meld.cards() & hand;
            if held.len() == 2 {
                let gain = MELD - self.sum(held);
                self.raise(held, gain.max(0.0) * chance * PART);
            }
        }
    }

    fn raise(&mut self, cards: CardSet, by: f32) {
        for (card, worth) in &mut self.cards[..self.len] {
            if cards.contains(*card) {
                *worth += by;
            }
        }
    }

    fn sum(&self, cards: CardSet) -> f32 {
        cards.iter().map(|card| self.get(card)).sum()
    }

    /// What this card is worth.
    pub(super) fn get(&self, card: Card) -> f32 {
        let found = self.cards[..self.len].iter().find(|(held, _)| *held == card);
        found.map_or(0.0, |(_, worth)| *worth)
    }
}

/// What a meld is worth that is still to come.
const MELD: f32 = 1.8;
/// The share of a whole meld's gain that goes with each of its cards.
const HELD: f32 = 0.8;
/// How much a chance of a meld counts.
const PART: f32 = 0.6;
