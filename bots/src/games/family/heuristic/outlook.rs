//! What a hand will likely take.

use std::iter::Sum;
use std::ops::{Add, Sub};

use threehand_engine::{Card, CardSet, Suit};

use super::reading::Reading;

/// What a seat will likely take with some cards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outlook {
    /// Tricks that it can't avoid.
    pub(super) least: f32,
    /// Tricks that it can take.
    pub(super) most: f32,
    /// What the cards in these tricks bring.
    pub(super) points: f32,
}

impl Add for Outlook {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            least: self.least + other.least,
            most: self.most + other.most,
            points: self.points + other.points,
        }
    }
}

impl Sub for Outlook {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            least: self.least - other.least,
            most: self.most - other.most,
            points: self.points - other.points,
        }
    }
}

impl Sum for Outlook {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

/// How fast higher cards that are out spoil a card with no lower one beside it, with one, with more.
const SPOILED: [f32; 3] = [0.9, 0.7, 0.5];
/// How much each of the first three lower cards beside a card helps it to stay below the others.
const GUARDED: f32 = 0.15;
/// How often a long suit is led again once nobody else has any of it.
const ESTABLISHED: f32 = 0.3;
/// Tricks for each chance to ruff, of as many rounds of a suit at most.
const RUFFS: f32 = 0.4;
const ROUNDS: f32 = 3.5;

impl Reading<'_> {
    /// What these cards will take, with this trump.
    pub(super) fn outlook(&self, cards: CardSet, trump: Option<Suit>) -> Outlook {
        let suits =
            Suit::ALL.into_iter().map(|suit| self.suit_outlook(cards.of(suit), suit, trump));
        let mut outlook: Outlook = suits.sum();
        outlook.most += self.ruffs(cards, trump);
        outlook
    }

    /// The same without one of the cards; `whole` is what all will take.
    pub(super) fn without(&self, whole: Outlook, cards: CardSet, card: Card) -> Outlook {
        let (suit, left) = (card.suit(), cards.without(card));
        let part = |cards: CardSet| self.suit_outlook(cards.of(suit), suit, self.trump);
        let mut outlook = whole - part(cards) + part(left);
        outlook.most += self.ruffs(left, self.trump) - self.ruffs(cards, self.trump);
        outlook
    }

    /// What the cards of one suit will take.
    fn suit_outlook(&self, cards: CardSet, suit: Suit, trump: Option<Suit>) -> Outlook {
        let mut outlook = Outlook::default();
        if cards.is_empty() {
            return outlook;
        }
        let beside = self.points_of_others(suit);
        let mut guards = cards.len();
        for (round, card) in cards.iter().rev().enumerate() {
            guards -= 1;
            let most = self.can_take(card, round, guards, trump);
            let least = self.must_take(card, guards);
            outlook.most += most;
            outlook.least += least.min(most);
            if self.view.has_points() {
                let points = self.points(card) + beside;
                outlook.points += points * if points < 0.0 { least } else { most };
            }
        }
        outlook
    }

    /// The chance of a card to take a trick when it is meant to, in this round of its suit.
    fn can_take(&self, card: Card, round: usize, guards: usize, trump: Option<Suit>) -> f32 {
        let suit = card.suit();
        let higher = self.expects(CardSet::FULL.above(card));
        let high = (-SPOILED[guards.min(2)] * higher).exp();
        let follow = self.others.map(|other| other.follows(suit, round));
        let is_led_again = if trump == Some(suit) { 1.0 } else { ESTABLISHED };
        let established = is_led_again * (1.0 - follow[0]) * (1.0 - follow[1]);
        match trump {
            Some(trump) if trump != suit => {
                let ruffs = |i: usize| (1.0 - follow[i]) * self.others[i].has(CardSet::suit(trump));
                high * (1.0 - ruffs(0)) * (1.0 - ruffs(1))
            }
            _ => high.max(established),
        }
    }

    /// The chance of a card to take a trick when it is not meant to.
    fn must_take(&self, card: Card, guards: usize) -> f32 {
        let lower = self.expects(CardSet::FULL.below(card));
        let higher = self.expects(CardSet::FULL.above(card));
        let peril = lower / (lower + higher + 0.3);
        peril * peril * (1.0 - GUARDED * guards.min(3) as f32)
    }

    /// The tricks that low trumps take because side suits are short.
    fn ruffs(&self, cards: CardSet, trump: Option<Suit>) -> f32 {
        let Some(trump) = trump else { return 0.0 };
        let trumps = cards.of(trump).len();
        if trumps == 0 {
            return 0.0;
        }
        let chances = Suit::ALL.into_iter().filter(|&suit| suit != trump).map(|suit| {
            let rounds = (self.expects(CardSet::suit(suit)) / 2.0).min(ROUNDS);
            (rounds - cards.of(suit).len() as f32).max(0.0)
        });
        let high =
            cards.of(trump).iter().filter(|&card| !self.out.meets(CardSet::FULL.above(card)));
        RUFFS * chances.sum::<f32>().min((trumps - high.count()) as f32)
    }
    /// The tricks that a lead prepares: trumps are drawn, or a long suit is set up.
    pub(super) fn prepares(&self, card: Card) -> f32 {
        let suit = card.suit();
        let length = self.own.of(suit).len() as f32;
        let Some(trump) = self.trump else { return 0.06 * length };
        if suit != trump {
            return 0.03 * length;
        }
        let out = self.expects(CardSet::suit(trump));
        if out < 0.2 { -0.5 } else { 0.1 + 0.1 * (length - out).clamp(-2.0, 3.0) }
    }
}
