//! A hand of Three Kings being played: upcard, tricks with draws, exchange, predictions, tricks.

use std::hint::select_unpredictable;

use rand::Rng;

use super::history::{History, draw_size};
use super::meld::{Meld, Melds};
use super::order::{below, lowest};
use super::prediction::{Open, Prediction, Predictions};
use super::standing::{Reached, Result};
use super::trick::Trick;
use super::{Action, Illegal, Known, Legal, Standing, ThreeKings, playout};
use crate::action::Legal as _;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::Deal;
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

    /// Takes cards out of a hand to play them.
    #[inline]
    fn take(&mut self, seat: Seat, cards: CardSet) {
        self.hands[seat] -= cards;
        self.played |= cards;
    }

    #[inline]
    fn play_card(&mut self, card: Card) {
        let turn = self.trick.turn();
        self.take(turn, CardSet::only(card));
        if self.stock_len() == 0
            && let Some(led) = self.trick.card_led()
        {
            self.void[turn][led.suit().index()] |= led.suit() != card.suit();
        }
        self.trick.play(card);
        self.after_play();
    }

    fn play_meld(&mut self, meld: Meld) {
        let turn = self.trick.turn();
        self.take(turn, meld.cards());
        self.trick.play_meld(meld, &self.rules);
        self.after_play();
    }

    fn throw(&mut self, card: Card) {
        let turn = self.trick.turn();
        self.take(turn, CardSet::only(card));
        self.trick.throw(card, &self.rules);
        if self.trick.thrown().is_empty() {
            self.after_play();
        }
    }

    #[inline]
    fn after_play(&mut self) {
        if let Some(winner) = self.trick.winner() {
            self.end_trick(winner);
        }
        self.ask();
    }

    /// The predictions that can still be made, by players who are yet to be asked.
    #[inline]
    pub(super) const fn open(&self) -> Open {
        self.predictions.open(&self.rules)
    }

    /// Asks the next player for a prediction, if it is his first card of phase 2 and one can still
    /// be made.
    #[inline]
    fn ask(&mut self) {
        let first_trick = self.phase == Phase::Play && self.stock_len() == 0 && self.asked < 3;
        if first_trick && !self.open().is_empty() {
            self.phase = Phase::Predict;
        }
    }

    #[inline]
    fn end_trick(&mut self, winner: Seat) {
        let last = self.hands[winner].is_empty();
        self.tricks[winner] += 1;
        if self.trick.size() == 3 {
            for (seat, _) in self.trick.melds() {
                self.points[seat] += 1;
            }
        }
        if last {
            self.score_last_trick(winner);
        } else {
            self.points[winner] += 1;
        }
        self.note_reached(winner);
        self.history.push(&self.trick, winner);
        let size = self.trick.size();
        self.trick = Trick::led_by(winner);
        if last {
            self.phase = Phase::Over;
        } else if self.stock_len() > 0 {
            self.draw(size, winner);
        }
    }

    #[inline]
    pub(super) fn draw(&mut self, size: usize, winner: Seat) {
        let each = draw_size(size, usize::from(self.drawn));
        let from = usize::from(self.drawn);
        let seats = winner.around();
        if let [a, b, c] = self.stock[from..][..3 * each] {
            // One each, as after nearly every trick.
            for (seat, card) in seats.into_iter().zip([a, b, c]) {
                self.hands[seat].insert(card);
            }
        } else {
            for (seat, cards) in seats.into_iter().zip(self.stock[from..].chunks(each)) {
                self.hands[seat] |= cards.iter().copied().collect();
            }
        }
        self.drawn += 3 * each as u8;
        if self.stock_len() == 0 {
            self.phase = Phase::Exchange;
        }
    }

    fn exchange(&mut self, card: Card) {
        let upcard = self.upcard.expect("an upcard, once the play began");
        let turn = self.trick.leader();
        self.hands[turn].remove(card);
        self.hands[turn].insert(upcard);
        self.end_exchange(Exchanged::Taken { by: turn, laid_out: card });
    }

    fn end_exchange(&mut self, exchanged: Exchanged) {
        self.exchanged = exchanged;
        self.phase = Phase::Predict;
    }

    fn predict(&mut self, prediction: Option<Prediction>) {
        if let Some(said) = prediction {
            self.predictions = self.predictions.with(self.trick.turn(), said);
        }
        self.asked += 1;
        self.phase = Phase::Play;
    }

    /// Why the player to move can't play three cards now, if that is why.
    fn check_three(&self, meld: Option<Meld>) -> std::result::Result<(), Illegal> {
        if self.trick.card_led().is_some() {
            return Err(Illegal::OneDue);
        }
        match meld {
            Some(meld) if meld.level(&self.rules).is_none() => Err(Illegal::NoMeld(meld)),
            Some(_) if !self.trick.thrown().is_empty() => Err(Illegal::ThrowBegun),
            None if self.trick.is_empty() => Err(Illegal::LeadIsNoMeld),
            _ => Ok(()),
        }
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

    #[inline]
    fn act_otherwise(&mut self, action: Action) {
        match action {
            Action::Play(card) => self.play_card(card),
            Action::Meld(meld) => self.play_meld(meld),
            Action::Throw(card) => self.throw(card),
            Action::Predict(prediction) => self.predict(prediction),
            Action::Exchange(card) => self.exchange(card),
            Action::Decline => self.end_exchange(Exchanged::Declined),
            Action::Upcard(card) => {
                let turn = self.trick.leader();
                self.hands[turn].remove(card);
                self.upcard = Some(card);
                self.phase = Phase::Play;
            }
        }
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

    #[inline]
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
        let Some(turn) = crate::Hand::turn(self) else {
            return Illegal::HandIsOver;
        };
        let due = match self.phase {
            Phase::Upcard => "put a card face up",
            Phase::Exchange => "exchange or decline",
            Phase::Predict => "predict",
            Phase::Play | Phase::Over => "play",
        };
        let not_now = Illegal::NotNow { turn, due };
        let cards = match (self.phase, action) {
            (Phase::Upcard, Action::Upcard(card))
            | (Phase::Exchange, Action::Exchange(card))
            | (Phase::Play, Action::Play(card) | Action::Throw(card)) => CardSet::only(card),
            (Phase::Play, Action::Meld(meld)) => meld.cards(),
            (Phase::Predict, Action::Predict(Some(said))) => return Illegal::Predicted(said),
            _ => return not_now,
        };
        if let Some(card) = (cards - self.hands[turn]).first() {
            return Illegal::NotHeld { seat: turn, card };
        }
        match action {
            Action::Play(card) => match self.trick.suit() {
                Some(suit) => Illegal::MustFollow { seat: turn, suit, card },
                None => Illegal::ThreeDue,
            },
            Action::Meld(meld) => self.check_three(Some(meld)).err().unwrap_or(not_now),
            Action::Throw(card) => {
                self.check_three(None).err().unwrap_or(Illegal::NotFalling(card))
            }
            _ => not_now,
        }
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        if let Action::Play(card) = action {
            self.play_card(card);
        } else {
            self.act_otherwise(action);
        }
    }

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
