//! A hand of Three Kings being played: upcard, tricks with draws, exchange, predictions, tricks.

use std::hint::select_unpredictable;

use rand::Rng;

use super::history::History;
use super::meld::Melds;
use super::order::{below, lowest};
use super::prediction::{Open, Predictions};
use super::standing::{Reached, Result};
use super::trick::Trick;
use super::{Action, Known, Legal, Standing, ThreeKings, playout};
use crate::action::Legal as _;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::Deal;
use crate::illegal::Illegal;
use crate::random;
use crate::seat::{BySeat, Seat};
use crate::standing::{Outcome, Standing as _};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Upcard,
    Play,
    Exchange,
    Predict,
    Over,
}

/// What became of the upcard's exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchanged {
    /// The exchange is not decided yet.
    NotYet,
    /// The upcard was left where it lay.
    Declined,
    /// The upcard was taken.
    Taken {
        /// By whom.
        by: Seat,
        /// The card that he laid out for it.
        laid_out: Card,
    },
}

/// One deal of Three Kings and all that has been done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    pub(super) rules: ThreeKings,
    pub(super) standing: Standing,
    pub(super) phase: Phase,
    pub(super) dealt: BySeat<CardSet>,
    pub(super) stock: [Card; ThreeKings::STOCK],
    /// How many cards of the stock are drawn.
    pub(super) drawn: u8,
    pub(super) hands: BySeat<CardSet>,
    /// The upcard, once there is one.
    pub(super) upcard: Option<Card>,
    pub(super) exchanged: Exchanged,
    pub(super) predictions: Predictions,
    /// How many players were asked for a prediction.
    pub(super) asked: u8,
    pub(super) trick: Trick,
    /// All cards played so far, those of the trick on the table with them.
    pub(super) played: CardSet,
    pub(super) tricks: BySeat<u8>,
    pub(super) points: BySeat<i32>,
    pub(super) history: History,
    /// For each suit, whether the seat has failed to follow it in phase 2.
    pub(super) void: BySeat<[bool; 4]>,
    pub(super) reached: BySeat<Option<Reached>>,
    /// What each seat's prediction brought, once the hand is over; 0 if it made none.
    pub(super) brought: BySeat<i8>,
}

impl Hand {
    pub(super) fn start(rules: ThreeKings, standing: Standing, deal: &Deal) -> Self {
        let winner = standing.last_trick_winner();
        let (upcard, stock) = match (winner, deal.rest()) {
            (None, [upcard, stock @ ..]) => (Some(*upcard), stock),
            (_, stock) => (None, stock),
        };
        let stock = stock.try_into().expect("hands of nine or ten leave a stock of 24");
        let dealt = deal.hands();
        Self {
            rules,
            standing,
            phase: if upcard.is_some() { Phase::Play } else { Phase::Upcard },
            dealt,
            stock,
            drawn: 0,
            hands: dealt,
            upcard,
            exchanged: Exchanged::NotYet,
            predictions: Predictions::NONE,
            asked: 0,
            trick: Trick::led_by(winner.unwrap_or(standing.dealer().left())),
            played: CardSet::EMPTY,
            tricks: BySeat([0; 3]),
            points: BySeat([0; 3]),
            history: History::new(),
            void: BySeat([[false; 4]; 3]),
            reached: BySeat([None; 3]),
            brought: BySeat([0; 3]),
        }
    }

    /// The deal that it started with.
    pub fn deal(&self) -> Deal {
        let first = self.standing.last_trick_winner().is_none();
        let upcard = self.upcard.filter(|_| first);
        Deal::of(self.dealt, upcard.into_iter().chain(self.stock))
    }

    /// Who leads to the first trick.
    #[inline]
    pub(super) fn first_leader(&self) -> Seat {
        self.history.tricks().first().map_or(self.trick.leader(), |trick| trick.leader)
    }

    /// Tricks that were led with a meld.
    pub(super) fn melds_led(&self) -> u8 {
        self.history.tricks().iter().filter(|trick| trick.size() == 3).count() as u8
    }

    /// How many cards the stock still has.
    #[inline]
    pub(super) const fn stock_len(&self) -> usize {
        ThreeKings::STOCK - self.drawn as usize
    }

    /// Who holds the upcard since the exchange, as all know.
    pub(super) fn upcard_holder(&self) -> Option<(Seat, Card)> {
        match (self.exchanged, self.upcard) {
            (Exchanged::Taken { by, .. }, Some(upcard)) if !self.played.contains(upcard) => {
                Some((by, upcard))
            }
            _ => None,
        }
    }

    /// The cards of which all know where they are, or were.
    #[inline]
    pub(super) fn shown(&self) -> CardSet {
        let shown = self.upcard.map_or(self.played, |upcard| self.played.with(upcard));
        match self.exchanged {
            Exchanged::Taken { laid_out, .. } => shown.with(laid_out),
            _ => shown,
        }
    }

    /// The cards that the player to move can throw next to a meld: below what he has thrown, and
    /// with enough below them.
    #[inline]
    fn throwable(&self, hand: CardSet) -> CardSet {
        let thrown = self.trick.thrown();
        let mut cards = lowest(thrown).map_or(hand, |last| below(hand, last));
        for _ in thrown.len()..2 {
            cards.remove(lowest(cards).expect("three cards to throw"));
        }
        cards
    }

    /// The single cards that the player to move can play.
    #[inline]
    fn playable(&self, hand: CardSet) -> CardSet {
        let due = select_unpredictable(self.stock_len() > 0, CardSet::EMPTY, self.trick.led());
        let followers = hand & due;
        select_unpredictable(followers.is_empty(), hand, followers)
    }

    /// Whether the player to move leads or plays a single card.
    #[inline]
    fn is_single(&self) -> bool {
        self.phase == Phase::Play && self.trick.size() < 3
    }

    /// The melds that the player to move can play as a lead; none once there is one.
    #[inline]
    fn leadable(&self, hand: CardSet) -> Melds {
        if self.trick.is_empty() { Melds::of(hand, &self.rules) } else { Melds::NONE }
    }

    /// The predictions that can still be made, by players who are yet to be asked.
    #[inline]
    pub(super) const fn open(&self) -> Open {
        self.predictions.open(&self.rules)
    }

    /// Any legal action where melds can be led, and where more is to be decided than a single card.
    #[inline(never)]
    fn any_other<R: Rng>(&self, rng: &mut R) -> Action {
        let legal = crate::Hand::legal(self);
        legal.nth(random::below(rng, legal.len()))
    }

    #[inline(never)]
    fn check_other(&self, action: Action) -> std::result::Result<(), Illegal> {
        let legal = crate::Hand::legal(self).contains(action);
        if legal { Ok(()) } else { Err(crate::Hand::why_illegal(self, action)) }
    }
}

impl crate::Hand for Hand {
    type Game = ThreeKings;

    fn rules(&self) -> &ThreeKings {
        &self.rules
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then(|| self.trick.turn())
    }

    // As in games of plain tricks.
    #[inline(always)]
    fn legal(&self) -> Legal {
        let hand = self.hands[self.trick.turn()];
        match self.phase {
            Phase::Upcard => Legal::Upcard(hand),
            Phase::Play => match self.trick.size() {
                0 | 1 => Legal::Play { cards: self.playable(hand), melds: self.leadable(hand) },
                _ => Legal::Answer {
                    cards: self.throwable(hand),
                    melds: if self.trick.thrown().is_empty() {
                        Melds::of(hand, &self.rules)
                    } else {
                        Melds::NONE
                    },
                },
            },
            Phase::Exchange => Legal::Exchange(hand),
            Phase::Predict => Legal::Predict(self.open()),
            Phase::Over => Legal::Nothing,
        }
    }

    #[inline]
    fn check(&self, action: Action) -> std::result::Result<(), Illegal> {
        let legal = match action {
            Action::Play(card) if self.is_single() => {
                self.playable(self.hands[self.trick.turn()]).contains(card)
            }
            _ => return self.check_other(action),
        };
        if legal { Ok(()) } else { Err(crate::Hand::why_illegal(self, action)) }
    }

    #[inline(always)]
    fn any_legal<R: Rng>(&self, rng: &mut R) -> Action {
        let hand = self.hands[self.trick.turn()];
        if self.is_single() && self.leadable(hand).is_empty() {
            Action::Play(self.playable(hand).any(rng))
        } else {
            self.any_other(rng)
        }
    }

    #[cold]
    fn why_illegal(&self, action: Action) -> Illegal {
        self.refusal(action)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        if let Action::Play(card) = action {
            self.play_card(card);
        } else {
            self.act_otherwise(action);
        }
    }

    #[inline]
    fn role(&self, seat: Seat) -> usize {
        seat.steps_from(self.first_leader())
    }

    fn kept(&self, seat: Seat) -> Option<bool> {
        let predicted = self.predictions.by(seat).is_some();
        (predicted && self.phase == Phase::Over).then(|| self.brought[seat] > 0)
    }

    fn tricks(&self) -> BySeat<u8> {
        self.tricks
    }

    fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<Standing> {
        playout::play_out(self, rng)
    }

    fn veiled(&self, seat: Seat) -> Self {
        self.veil(seat)
    }

    #[inline]
    fn known(&self, seat: Seat) -> Known<'_> {
        Known { hand: self, seat }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome<Standing>> {
        let result = || Result {
            points: self.points,
            last_trick_winner: self.trick.leader(),
            brought: self.brought.map(i32::from),
            reached: self.reached,
        };
        (self.phase == Phase::Over).then(|| self.standing.settle(&self.rules, &result()))
    }
}
