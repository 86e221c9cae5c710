//! What has gone and what can still come: the chances that a card or a meld holds.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Meld, Melds};
use threehand_engine::{Card, CardSet, Rank, Suit, View};

use super::weights::{FITTED, Weights};
use crate::exponential::exp;

/// The unseen cards as a player counts them who forgets nothing.
#[derive(Clone, Copy)]
pub(super) struct Count<'a> {
    pub(super) view: View<'a, ThreeKings>,
    pub(super) weights: &'static Weights,
    /// 0 while there is a stock, 1 in phase 2.
    pub(super) phase: usize,
    /// Cards in the other hands and in the stock, and the upcard that another has taken.
    pub(super) unseen: CardSet,
    /// How many cards each of the others holds.
    each: f32,
    /// The chance that a given other seat holds an unseen card and plays it.
    share: f32,
    /// Cards that the player will still draw.
    pub(super) draws: f32,
}

impl<'a> Count<'a> {
    pub(super) fn of(view: View<'a, ThreeKings>) -> Self {
        let weights = &FITTED;
        let me = view.seat();
        let known = [me.left(), me.right()].into_iter().filter_map(|seat| view.known_card(seat));
        let unseen = known.fold(view.unseen(), CardSet::with);
        let each = view.hand_size(me.left()) as f32;
        let phase = usize::from(view.stock_len() == 0);
        let share = (each / unseen.len().max(1) as f32).min(0.5) * weights.share[phase];
        let draws = (view.stock_len() / 3) as f32;
        Self { view, weights, phase, unseen, each, share, draws }
    }

    /// The unseen cards that beat `card` when it is led.
    #[inline]
    pub(super) fn above(&self, card: Card) -> CardSet {
        if card.rank() == Rank::Ace {
            return self.unseen.of(card.suit());
        }
        self.unseen.above(card).without(Card::new(Rank::Ace, card.suit()))
    }

    /// The chance that nobody among the `players` to come (1 or 2) has a card that beats `card`
    /// which wins as the trick lies.
    #[inline]
    pub(super) fn holds(&self, card: Card, players: usize) -> f32 {
        let above = self.above(card);
        if players == 0 || above.is_empty() {
            return 1.0;
        }
        let mut miss = 1.0_f32;
        let me = self.view.seat();
        let others = match players {
            1 => [Some(me.left()), None],
            _ => [Some(me.left()), Some(me.right())],
        };
        let voids =
            others.into_iter().flatten().filter(|&seat| self.view.is_void(seat, card.suit()));
        let able = players - voids.count();
        let one = (1.0 - self.share * able as f32).max(0.0);
        for _ in 0..above.len() {
            miss *= one;
        }
        miss
    }

    /// The chance that nobody among the `players` to come has a meld that beats this one.
    pub(super) fn meld_holds(&self, meld: Meld, players: usize) -> f32 {
        let rules = self.view.rules();
        let higher = Melds::of(self.unseen, rules);
        let higher = higher.iter().filter(|other| other.beats(meld, rules)).count() as f32;
        let unseen = self.unseen.len() as f32;
        let all_three = self.each * (self.each - 1.0) * (self.each - 2.0)
            / (unseen * (unseen - 1.0) * (unseen - 2.0)).max(1.0);
        exp(-higher * all_three * players as f32)
    }

    /// Whether the cards of this suit that others have are all gone.
    #[inline]
    pub(super) fn is_out(&self, suit: Suit) -> bool {
        self.unseen.is_void(suit)
    }
}
