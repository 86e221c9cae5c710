//! What a hand will likely take.

use std::iter::Sum;
use std::ops::Add;

use threehand_engine::{Card, CardSet, Suit};

use super::reading::Reading;
use crate::exponential::exp;

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

impl Sum for Outlook {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

/// How much of what the others may play beside a card counts before the card is played.
const BESIDE: f32 = 0.2;
/// How fast higher cards that are out spoil a card with no lower one beside it, with one, with more.
const SPOILED: [f32; 3] = [0.9, 0.7, 0.5];
/// How much each of the first three lower cards beside a card helps it to stay below the others.
const GUARDED: f32 = 0.15;
/// How often a long suit is led again once nobody else has any of it.
const ESTABLISHED: f32 = 0.3;
/// Tricks for each chance to ruff, of as many rounds of a suit at most.
const RUFFS: f32 = 0.4;
const ROUNDS: f32 = 3.5;

/// One suit in the hands of the others.
#[derive(Clone, Copy, Debug)]
struct Lane {
    out: CardSet,
    /// How many cards of it each of the others has on average, and both.
    lengths: [f32; 2],
    length: f32,
    /// How likely each card of it that is out is in one of their hands.
    alive: f32,
    /// How likely each of the others can ruff it once it is void.
    ruffs: [f32; 2],
    /// How often a long suit is led again.
    is_led_again: f32,
    /// What the cards that the others play to it bring.
    beside: f32,
}

/// What a seat's cards will take with this trump.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlooks<'a> {
    reading: &'a Reading<'a>,
    trump: Option<Suit>,
    lanes: [Lane; 4],
}

impl<'a> Outlooks<'a> {
    pub(super) fn of(reading: &'a Reading<'a>, trump: Option<Suit>) -> Self {
        let trumps = trump.map(CardSet::suit);
        let can_ruff = reading.others.map(|other| trumps.map_or(0.0, |trumps| other.has(trumps)));
        let lane = |suit: Suit| {
            let out = reading.out.of(suit);
            let lengths = reading.others.map(|other| other.expects(out));
            let length = lengths[0] + lengths[1];
            let is_trump = trump == Some(suit);
            let is_plain = trump.is_some() && !is_trump;
            Lane {
                out,
                lengths,
                length,
                alive: length / out.len().max(1) as f32,
                ruffs: if is_plain { can_ruff } else { [0.0; 2] },
                is_led_again: match trump {
                    Some(_) => f32::from(u8::from(is_trump)),
                    None => ESTABLISHED,
                },
                beside: reading.others.iter().map(|other| reading.points_from(other, suit)).sum(),
            }
        };
        Self { reading, trump, lanes: Suit::ALL.map(lane) }
    }

    /// What these cards will take.
    pub(super) fn hand(&self, cards: CardSet) -> Outlook {
        let mut outlook: Outlook = Suit::ALL.into_iter().map(|suit| self.suit(cards, suit)).sum();
        outlook.most += self.ruffs(cards);
        outlook
    }

    /// What the cards of one suit among these will take.
    fn suit(&self, cards: CardSet, suit: Suit) -> Outlook {
        let lane = &self.lanes[suit.index()];
        let mut outlook = Outlook::default();
        let cards = cards.of(suit);
        let mut guards = cards.len();
        for (round, card) in cards.iter().rev().enumerate() {
            guards -= 1;
            let higher = lane.alive * lane.out.above(card).len() as f32;
            let most = lane.can_take(higher, round, guards);
            let least = lane.must_take(higher, guards);
            outlook.most += most;
            outlook.least += least.min(most);
            if !self.reading.pointed.is_empty() {
                let points = self.reading.points(card) + BESIDE * lane.beside;
                outlook.points += points * if points < 0.0 { least } else { most };
            }
        }
        outlook
    }

    /// The tricks that low trumps take because side suits are short.
    fn ruffs(&self, cards: CardSet) -> f32 {
        let Some(trump) = self.trump else { return 0.0 };
        let trumps = cards.of(trump);
        let Some(highest) = trumps.last() else { return 0.0 };
        let masters = match self.lanes[trump.index()].out.last() {
            Some(out) if out.index() > highest.index() => 0,
            Some(out) => trumps.above(out).len(),
            None => trumps.len(),
        };
        let chances = Suit::ALL.into_iter().filter(|&suit| suit != trump).map(|suit| {
            let rounds = (self.lanes[suit.index()].length / 2.0).min(ROUNDS);
            (rounds - cards.of(suit).len() as f32).max(0.0)
        });
        RUFFS * chances.sum::<f32>().min((trumps.len() - masters) as f32)
    }

    /// The tricks that a lead prepares: trumps are drawn, or a long suit is set up.
    pub(super) fn prepares(&self, card: Card) -> f32 {
        let suit = card.suit();
        let length = self.reading.own.of(suit).len() as f32;
        let Some(trump) = self.trump else { return 0.06 * length };
        if suit != trump {
            return 0.03 * length;
        }
        let out = self.lanes[trump.index()].length;
        if out < 0.2 { -0.5 } else { 0.1 + 0.1 * (length - out).clamp(-2.0, 3.0) }
    }
}

impl Lane {
    /// The chance of a card to take a trick when it is meant to, in this round of its suit; so many
    /// `higher` cards are with the others.
    fn can_take(&self, higher: f32, round: usize, guards: usize) -> f32 {
        let high = exp(-SPOILED[guards.min(2)] * higher);
        let void = self.lengths.map(|length| 1.0 - ((length - round as f32) / 1.5).clamp(0.0, 1.0));
        let stands = (1.0 - void[0] * self.ruffs[0]) * (1.0 - void[1] * self.ruffs[1]);
        (high * stands).max(self.is_led_again * void[0] * void[1])
    }

    /// The chance of a card to take a trick when it is not meant to.
    fn must_take(&self, higher: f32, guards: usize) -> f32 {
        let peril = (self.length - higher) / (self.length + 0.3);
        peril * peril * (1.0 - GUARDED * guards.min(3) as f32)
    }
}

/// What the cards of a seat will take, and what the others will if one of them goes.
pub(super) struct Whole<'a> {
    outlooks: Outlooks<'a>,
    cards: CardSet,
    suits: [Outlook; 4],
}

impl<'a> Whole<'a> {
    pub(super) fn of(outlooks: Outlooks<'a>, cards: CardSet) -> Self {
        Self { outlooks, cards, suits: Suit::ALL.map(|suit| outlooks.suit(cards, suit)) }
    }

    /// What is left without this card.
    pub(super) fn without(&self, card: Card) -> Outlook {
        let left = self.cards.without(card);
        let mut suits = self.suits;
        suits[card.suit().index()] = self.outlooks.suit(left, card.suit());
        let mut outlook: Outlook = suits.into_iter().sum();
        outlook.most += self.outlooks.ruffs(left);
        outlook
    }
}
