//! A trick of Three Kings: a card or a meld is led, and as many cards answer it.

use super::meld::Meld;
use super::order::height;
use super::rules::ThreeKings;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::seat::Seat;

/// What lies on the table, from the leader's play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trick {
    leader: Seat,
    winner: Seat,
    /// How many have played all their cards to it.
    len: u8,
    /// The cards of each play; those that the next player has thrown so far stand there too.
    plays: [CardSet; 3],
    melds: [Option<Meld>; 3],
}

impl Trick {
    /// A trick that `leader` is to lead.
    pub(super) const fn led_by(leader: Seat) -> Self {
        Self { leader, winner: leader, len: 0, plays: [CardSet::EMPTY; 3], melds: [None; 3] }
    }

    /// Who leads it.
    #[inline]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// Who plays next; the leader again when the trick is full.
    #[inline]
    pub const fn turn(&self) -> Seat {
        match self.len {
            1 => self.leader.left(),
            2 => self.leader.right(),
            _ => self.leader,
        }
    }

    /// How many players have played to it: 0 to 3.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether it is still to be led.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether all three have played.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.len == 3
    }

    /// How many cards each plays to it: 1 or 3; 0 before the lead.
    #[inline]
    pub const fn size(&self) -> usize {
        if self.len == 0 { 0 } else { self.plays[0].len() }
    }

    /// The card that was led, where a single one was.
    #[inline]
    pub const fn card_led(&self) -> Option<Card> {
        match self.size() {
            1 => self.plays[0].first(),
            _ => None,
        }
    }

    /// The suit of the single card led.
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        self.card_led().map(Card::suit)
    }

    /// The meld that was led, where one was.
    #[inline]
    pub const fn meld_led(&self) -> Option<Meld> {
        self.melds[0]
    }

    /// The plays with who made them, from the leader's: a card, or three.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, CardSet)> {
        self.leader.around().into_iter().zip(self.plays).take(self.len())
    }

    /// The seats that have played a meld, in order, with their melds.
    pub fn melds(&self) -> impl Iterator<Item = (Seat, Meld)> {
        let plays = self.leader.around().into_iter().zip(self.melds);
        plays.filter_map(|(seat, meld)| Some((seat, meld?)))
    }

    /// What the player to move has thrown to it so far: none, one or two cards.
    #[inline]
    pub const fn thrown(&self) -> CardSet {
        if self.len < 3 { self.plays[self.len as usize] } else { CardSet::EMPTY }
    }

    /// Who wins it as it lies, and with what; nobody before the lead.
    #[inline]
    pub fn best(&self) -> Option<(Seat, CardSet)> {
        (self.len > 0).then(|| (self.winner, self.plays[self.winner.steps_from(self.leader)]))
    }

    /// Whether a single card would take the trick as it lies; a lead takes it at first.
    #[inline]
    pub fn is_beaten_by(&self, card: Card) -> bool {
        match self.best() {
            None => true,
            Some((_, best)) => {
                let best = best.first().expect("a card was played");
                self.size() == 1 && card.suit() == best.suit() && height(card) > height(best)
            }
        }
    }

    /// Whether a meld would take the trick as it lies; a lead takes it at first.
    #[inline]
    pub fn is_beaten_by_meld(&self, meld: Meld, rules: &ThreeKings) -> bool {
        let best = self.melds[self.winner.steps_from(self.leader)];
        self.is_empty() || best.is_some_and(|best| meld.beats(best, rules))
    }

    /// Adds the next player's single card, led or to a single lead.
    #[inline]
    pub(super) fn play(&mut self, card: Card) {
        if self.is_beaten_by(card) {
            self.winner = self.turn();
        }
        self.plays[self.len()] = CardSet::only(card);
        self.len += 1;
    }

    /// Adds the next player's meld, led or to a meld.
    pub(super) fn play_meld(&mut self, meld: Meld, rules: &ThreeKings) {
        if self.is_beaten_by_meld(meld, rules) {
            self.winner = self.turn();
        }
        self.plays[self.len()] = meld.cards();
        self.melds[self.len()] = Some(meld);
        self.len += 1;
    }

    /// Adds one card that the next player throws; the third ends his play.
    pub(super) fn throw(&mut self, card: Card, rules: &ThreeKings) {
        let thrown = self.thrown().with(card);
        self.plays[self.len()] = thrown;
        if thrown.len() == 3 {
            match Meld::of(thrown).filter(|meld| meld.level(rules).is_some()) {
                Some(meld) => self.play_meld(meld, rules),
                None => self.len += 1,
            }
        }
    }

    /// The winner of a full trick.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.is_full().then_some(self.winner)
    }
}
