//! What cards are worth holding: tricks that they may win, and melds that they are parts of.

use threehand_engine::games::three_kings::{Meld, Melds};
use threehand_engine::{Card, CardSet, Rank};

use super::counting::Count;

/// What a card is worth apart from melds.
#[inline]
pub(super) fn single(count: &Count<'_>, card: Card) -> f32 {
    let Count { weights, phase, draws, .. } = *count;
    if card.rank() == Rank::Ace {
        let ace = if count.is_out(card.suit()) { weights.free_ace } else { weights.ace };
        return ace[phase];
    }
    let above = count.above(card).len();
    if phase == 0 {
        weights.single[above] * (1.0 + weights.draws[0] * (draws - 4.0))
    } else {
        weights.late[above] + weights.suit[count.unseen.of(card.suit()).len()]
    }
}

/// What a meld brings more, led, than its cards one by one.
pub(super) fn meld_gain(count: &Count<'_>, meld: Meld) -> f32 {
    let singles: f32 = meld.cards().iter().map(|card| single(count, card)).sum();
    count.weights.meld[0] + count.meld_holds(meld, 2) - singles
}

/// What each card of a hand is worth to keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worths {
    /// By the index of the card; 0 for those that are not in the hand.
    cards: [f32; Card::COUNT],
    /// What the best meld of the hand brings more, led, than its cards one by one; at least 0.
    pub(super) led: f32,
}

impl Worths {
    pub(super) fn of(count: &Count<'_>, hand: CardSet) -> Self {
        let mut worths = Self { cards: [0.0; Card::COUNT], led: 0.0 };
        for card in hand {
            worths.cards[card.index()] = single(count, card);
        }
        if hand.len() >= 3 {
            worths.add_melds(count, hand);
        }
        worths
    }

    /// Adds to each card the gain of the melds that it is part of, whole or with one card to come.
    fn add_melds(&mut self, count: &Count<'_>, hand: CardSet) {
        let Count { view, weights, phase, .. } = count;
        let rules = view.rules();
        let whole = Melds::of(hand, rules);
        for meld in whole.iter() {
            let gain = meld_gain(count, meld).max(0.0);
            self.led = self.led.max(gain);
            self.raise(meld.cards(), gain * weights.held[*phase]);
        }
        if *phase == 1 {
            return;
        }
        let chance = count.draws / count.unseen.len().max(1) as f32;
        for meld in Melds::of(hand | count.unseen, rules).held_but_one(hand).iter() {
            let held = meld.cards() & hand;
            let gain = weights.coming[0] - self.sum(held);
            self.raise(held, gain.max(0.0) * chance * weights.part[0]);
        }
    }

    fn raise(&mut self, cards: CardSet, by: f32) {
        for card in cards {
            self.cards[card.index()] += by;
        }
    }

    fn sum(&self, cards: CardSet) -> f32 {
        cards.iter().map(|card| self.get(card)).sum()
    }

    /// What this card is worth.
    pub(super) fn get(&self, card: Card) -> f32 {
        self.cards[card.index()]
    }
}
