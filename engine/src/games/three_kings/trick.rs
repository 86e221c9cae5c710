//! A trick of Three Kings: a card or a meld is led, and as many cards answer it.

use std::hint::select_unpredictable;

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
    turn: Seat,
    /// How many have played all their cards to it.
    len: u8,
    /// How many cards each plays: 1 or 3, 0 before the lead.
    size: u8,
    /// Who wins it as it lies, in the lowest two bits, and above them the height of his single card.
    best: u32,
    /// The cards of each play; those that the next player has thrown so far stand there too.
    plays: [CardSet; 3],
    melds: [Option<Meld>; 3],
}

impl Trick {
    /// A trick that `leader` is to lead.
    pub(super) const fn led_by(leader: Seat) -> Self {
        Self {
            leader,
            turn: leader,
            len: 0,
            size: 0,
            best: leader as u32,
            plays: [CardSet::EMPTY; 3],
            melds: [None; 3],
        }
    }

    /// Who leads it.
    #[inline]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// Who plays next; the leader again when the trick is full.
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// How many players have played to it: 0 to 3.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the trick is still to be led.
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
        self.size as usize
    }

    /// The card that was led, where a single one was.
    #[inline]
    pub const fn card_led(&self) -> Option<Card> {
        if self.size == 1 { self.plays[0].first() } else { None }
    }

    /// All cards of the suit of the single card led; none where there is none.
    #[inline]
    pub(super) fn led(&self) -> CardSet {
        self.card_led().map_or(CardSet::EMPTY, CardSet::suit_of)
    }

    /// The suit of the single card led.
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        self.card_led().map(Card::suit)
    }

    /// The plays with who made them, from the leader's: a card, or three.
    #[inline]
    pub fn plays(&self) -> impl Iterator<Item = (Seat, CardSet)> {
        self.leader.around().into_iter().zip(self.plays).take(self.len())
    }

    /// The seats that have played a meld, in order, with their melds.
    #[inline]
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
        let winner = self.best_seat();
        (self.len > 0).then(|| (winner, self.plays[winner.steps_from(self.leader)]))
    }

    #[inline]
    const fn best_seat(&self) -> Seat {
        Seat::P0.after(self.best as u8 & 3)
    }

    /// What `best` would be if the next player's single card took the trick; no more than now, if
    /// it does not follow suit.
    #[inline]
    fn key(&self, card: Card) -> u32 {
        let follows = self.plays[0].meets(CardSet::suit_of(card));
        select_unpredictable(follows, u32::from(height(card)) << 2, 0) | self.turn as u32
    }

    /// Whether a single card would take the trick as it lies; a lead takes it at first.
    #[inline]
    pub fn is_beaten_by(&self, card: Card) -> bool {
        self.is_empty() || self.size == 1 && self.key(card) >> 2 > self.best >> 2
    }

    /// Whether a meld would take the trick as it lies; a lead takes it at first.
    #[inline]
    pub fn is_beaten_by_meld(&self, meld: Meld, rules: &ThreeKings) -> bool {
        let best = self.melds[self.best_seat().steps_from(self.leader)];
        self.is_empty() || best.is_some_and(|best| meld.beats(best, rules))
    }

    /// Adds the next player's single card, led or to a single lead.
    #[inline]
    pub(super) fn play(&mut self, card: Card) {
        self.plays[self.len()] = CardSet::only(card);
        let key = self.key(card);
        // Compared without the seats, or the compiler sees a maximum, and makes that a branch.
        self.best = select_unpredictable(key >> 2 > self.best >> 2, key, self.best);
        self.size = 1;
        self.pass_on();
    }

    /// Adds the next player's meld, led or to a meld.
    pub(super) fn play_meld(&mut self, meld: Meld, rules: &ThreeKings) {
        if self.is_beaten_by_meld(meld, rules) {
            self.best = self.turn as u32;
        }
        self.plays[self.len()] = meld.cards();
        self.melds[self.len()] = Some(meld);
        self.size = 3;
        self.pass_on();
    }

    #[inline]
    fn pass_on(&mut self) {
        self.len += 1;
        self.turn = self.turn.left();
    }

    /// Adds one card that the next player throws; the third ends his play.
    pub(super) fn throw(&mut self, card: Card, rules: &ThreeKings) {
        let thrown = self.thrown().with(card);
        self.plays[self.len()] = thrown;
        if thrown.len() == 3 {
            match Meld::of(thrown).filter(|meld| meld.level(rules).is_some()) {
                Some(meld) => self.play_meld(meld, rules),
                None => self.pass_on(),
            }
        }
    }

    /// The winner of a full trick.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.is_full().then(|| self.best_seat())
    }
}
