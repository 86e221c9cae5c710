//! Cards that pass between seats because of the hand before: an exchange, or pulls.

use super::hand::{Hand, Phase};
use super::pairs::Pair;
use super::rules::Step;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

impl Hand {
    fn over(&self) -> BySeat<i8> {
        self.standing.over().unwrap_or_default()
    }

    /// How many tricks a seat was under its contract.
    fn under(&self, seat: Seat) -> usize {
        usize::from(self.over()[seat].min(0).unsigned_abs())
    }

    /// Who can still be given a card by the giver whose turn it is, from seat 0.
    pub(super) fn receivers(&self) -> [Option<Seat>; 2] {
        let may = |pair: &Pair| {
            self.rules.free || self.exchange.first_of(pair.under) < self.under(pair.under)
        };
        seats(self.exchange.now(), may)
    }

    /// How many more cards the giver whose turn it is has to give.
    pub(super) fn still_to_give(&self) -> usize {
        let Some(giver) = self.exchange.turn() else { return 0 };
        let given: usize = self.exchange.now().iter().map(|pair| pair.first.len()).sum();
        usize::from(self.over()[giver].max(0).unsigned_abs()).saturating_sub(given)
    }

    /// Whether the giver whose turn it is has a card to give, and somebody to give it to.
    fn can_give(&self) -> bool {
        self.exchange.turn().is_some_and(|giver| {
            self.still_to_give() > 0
                && !self.hands[giver].is_empty()
                && self.receivers()[0].is_some()
        })
    }

    /// Goes to the next giver who can give; whether there is one.
    pub(super) fn skip_givers(&mut self) -> bool {
        while self.exchange.turn().is_some() && !self.can_give() {
            self.exchange.next();
        }
        self.exchange.turn().is_some()
    }

    pub(super) fn give(&mut self, card: Card, giver: Seat, receiver: Seat) {
        self.hands[giver].remove(card);
        self.hands[receiver].insert(card);
        if let Some(pair) = self.exchange.now_mut().iter_mut().find(|pair| pair.under == receiver) {
            pair.first.insert(card);
        }
        if !self.can_give() {
            self.end_giving();
        }
    }

    /// Each receiver returns, for each suit, as many of its highest cards as it got in it.
    pub(super) fn end_giving(&mut self) {
        for pair in self.exchange.now_mut() {
            for suit in Suit::ALL {
                pair.back |= self.hands[pair.under].top(suit, pair.first.of(suit).len());
            }
            self.hands[pair.under] -= pair.back;
            self.hands[pair.over] |= pair.back;
        }
        self.exchange.next();
        if !self.skip_givers() {
            self.end_step();
        }
    }

    /// How many cards a seat has as they were dealt, or may have: what all seats can count.
    fn left_as_dealt(&self, seat: Seat) -> usize {
        let packet = if self.is_dealt() { self.rules.hand } else { self.rules.first };
        let of_exchange = |pair: &Pair| match seat {
            _ if seat == pair.over => pair.first.len(),
            _ if seat == pair.under => pair.back.len(),
            _ => 0,
        };
        let exchanged: usize = self.exchange.all().iter().map(of_exchange).sum();
        let laid = self.seat_of(self.rules.kitty_to) == seat;
        let laid = if laid { self.discard.len() } else { 0 };
        let pulled = self.pull.first_of(seat);
        let passed = self.passed[seat].len();
        usize::from(packet).saturating_sub(exchanged + laid + pulled + passed)
    }

    /// How many cards the seat to pull may still take from a seat.
    fn room(&self, pair: &Pair) -> usize {
        let under = self.under(pair.under).saturating_sub(self.pull.first_of(pair.under));
        under.min(self.left_as_dealt(pair.under))
    }

    /// How many cards the seat to pull still takes.
    fn still_to_pull(&self, puller: Seat) -> usize {
        let taken: usize = self.pull.now().iter().map(|pair| pair.first.len()).sum();
        let over = usize::from(self.over()[puller].max(0).unsigned_abs());
        // It can't give back more than it held.
        let held = (self.hands[puller].len() + self.backs()).saturating_sub(taken);
        over.min(held).saturating_sub(taken)
    }

    /// How many cards the seat to pull has given back.
    fn backs(&self) -> usize {
        self.pull.now().iter().map(|pair| pair.back.len()).sum()
    }

    /// From whom the next card can be pulled, from seat 0.
    pub(super) fn pulled(&self) -> [Option<Seat>; 2] {
        seats(self.pull.now(), |pair| self.room(pair) > 0)
    }

    /// Pulls as long as there is no choice; what is to be decided then.
    pub(super) fn pull_on(&mut self) -> Option<Phase> {
        while let Some(puller) = self.pull.turn() {
            if self.backs() == 0 {
                while self.still_to_pull(puller) > 0 {
                    match self.pulled() {
                        [Some(_), Some(_)] => return Some(Phase::Pull),
                        [Some(from), None] => self.pull_from(from),
                        _ => break,
                    }
                }
            }
            if self.pull.now().iter().any(|pair| pair.back.len() < pair.first.len()) {
                return Some(Phase::Back);
            }
            self.pull.next();
        }
        None
    }

    pub(super) fn decide_pull(&mut self, from: Seat) {
        if let Some(pair) = self.pull.now_mut().iter_mut().find(|pair| pair.under == from) {
            pair.decided += 1;
        }
        self.pull_from(from);
        self.go_on_pulling();
    }

    fn go_on_pulling(&mut self) {
        match self.pull_on() {
            Some(phase) => self.phase = phase,
            None => self.end_step(),
        }
    }

    /// Pulls the first card that was dealt to this seat and is still there.
    fn pull_from(&mut self, from: Seat) {
        let mut own = self.hands[from] & self.dealt[from];
        self.pull.all().iter().for_each(|pair| own -= pair.back);
        let card = self.queue[from].into_iter().find(|&card| own.contains(card));
        let (Some(card), Some(puller)) = (card.or(own.first()), self.pull.turn()) else { return };
        self.hands[from].remove(card);
        self.hands[puller].insert(card);
        if let Some(pair) = self.pull.now_mut().iter_mut().find(|pair| pair.under == from) {
            pair.first.insert(card);
        }
    }

    /// What the puller may give back now, and to whom.
    pub(super) fn to_give_back(&self, puller: Seat) -> (CardSet, Seat) {
        let pulled = self.pull.now().iter().fold(CardSet::EMPTY, |all, pair| all | pair.first);
        let due = self.pull.now().iter().find(|pair| pair.back.len() < pair.first.len());
        (self.hands[puller] - pulled, due.map_or(puller, |pair| pair.under))
    }

    pub(super) fn give_back(&mut self, card: Card, puller: Seat, to: Seat) {
        self.hands[puller].remove(card);
        self.hands[to].insert(card);
        if let Some(pair) = self.pull.now_mut().iter_mut().find(|pair| pair.under == to) {
            pair.back.insert(card);
        }
        self.go_on_pulling();
    }

    /// Whether a seat sees the cards of a pair of this step.
    pub(super) fn shows(&self, step: Step, pair: &Pair, seat: Seat) -> bool {
        seat == pair.over || seat == pair.under || step == Step::Exchange && self.rules.public
    }
}

/// The seats that were under their contracts, of the pairs that may.
fn seats(pairs: &[Pair], may: impl Fn(&Pair) -> bool) -> [Option<Seat>; 2] {
    let mut seats = pairs.iter().filter(|pair| may(pair)).map(|pair| pair.under);
    [seats.next(), seats.next()]
}
