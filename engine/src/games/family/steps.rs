//! The steps between the deal and the play, and the decisions in them.

use super::Action;
use super::action::{Bid, Choice};
use super::hand::{Hand, Phase};
use super::rules::{Lead, Step};
use crate::card::Card;
use crate::seat::{BySeat, Seat};
use crate::trick::Trump;
use crate::trick_play::Tricks;

impl Hand {
    /// Goes to the next decision, from the beginning of the step that is due.
    pub(super) fn go_on(&mut self) {
        while let Some(step) = self.now() {
            if let Some(phase) = self.begin(step) {
                self.phase = phase;
                return;
            }
            self.step += 1;
        }
        self.phase = Phase::Play;
        let leader = match self.rules.lead {
            Lead::Role(role) => self.seat_of(role),
            Lead::Lowest(suit) => {
                let BySeat([a, b, c]) = self.hands;
                let lowest = (a | b | c).lowest_of(suit);
                let holds =
                    |seat: &Seat| lowest.is_some_and(|card| self.hands[*seat].contains(card));
                Seat::ALL.into_iter().find(holds).unwrap_or(self.dealer().left())
            }
        };
        self.tricks = Tricks::led_by(leader);
    }

    /// Ends the step and goes to the next decision.
    pub(super) fn end_step(&mut self) {
        self.step += 1;
        self.go_on();
    }

    /// Begins a step: what is to be decided in it, if anything.
    fn begin(&mut self, step: Step) -> Option<Phase> {
        match step {
            Step::Rest => {
                for seat in Seat::ALL {
                    self.hands[seat] |= self.dealt[seat] - self.first[seat];
                }
                None
            }
            Step::Trump => Some(Phase::Trump),
            Step::Exchange => self.skip_givers().then_some(Phase::Give),
            Step::Pull => self.pull_on(),
            Step::Kitty => {
                if !self.rules.discard_first {
                    let taker = self.seat_of(self.rules.kitty_to);
                    self.hands[taker] |= self.kitty;
                }
                Some(Phase::Discard)
            }
            Step::Pass => self.passes_to(Seat::P0).map(|_| Phase::Pass),
            Step::Bid => Some(Phase::Bid),
        }
    }

    pub(super) fn turn_before_play(&self) -> Option<Seat> {
        match self.phase {
            Phase::Trump => self.rules.caller(self.dealer()),
            Phase::Give => self.exchange.turn(),
            Phase::Pull | Phase::Back => self.pull.turn(),
            Phase::Discard => Some(self.seat_of(self.rules.kitty_to)),
            Phase::Pass => {
                let most = usize::from(self.rules.pass_cards);
                self.dealer().around().into_iter().find(|&seat| self.passed[seat].len() < most)
            }
            Phase::Bid => {
                let first = self.seat_of(self.rules.bid_first);
                first.around().into_iter().find(|&seat| self.bids[seat].is_none())
            }
            Phase::Play => Some(self.tricks.trick.turn()),
            Phase::Over => None,
        }
    }

    #[inline(never)]
    pub(super) fn choice_before_play(&self) -> Choice {
        let Some(turn) = self.turn_before_play() else { return Choice::Nothing };
        match self.phase {
            Phase::Trump => Choice::Trump(self.standing.left_to_call(turn)),
            Phase::Give => Choice::Give {
                cards: self.hands[turn],
                to: self.receivers(),
                keep: self.rules.optional,
            },
            Phase::Pull => Choice::Pull(self.pulled()),
            Phase::Back => {
                let (cards, to) = self.to_give_back(turn);
                Choice::Back(cards, to)
            }
            Phase::Discard => Choice::Discard(self.hands[turn]),
            Phase::Pass => Choice::Pass(self.hands[turn]),
            Phase::Bid => self.bids_of(),
            Phase::Play | Phase::Over => Choice::Nothing,
        }
    }

    fn bids_of(&self) -> Choice {
        let made = || self.bids.0.into_iter().flatten();
        let hooked = self.rules.hook && made().count() == 2;
        let sum: u8 = made().sum();
        Choice::Bid {
            least: self.rules.bid_least,
            most: self.rules.bid_most,
            without: self.rules.hand.checked_sub(sum).filter(|_| hooked),
        }
    }

    #[inline(never)]
    pub(super) fn act_before_play(&mut self, action: Action) {
        let turn = self.turn_before_play().expect("the hand is not over");
        match action {
            Action::Play(_) => unreachable!("plays are no decisions before the play"),
            Action::Trump(trump) => {
                self.trump = Some(self.rules.order.trump_in_play(trump));
                self.end_step();
            }
            Action::Fewest => {
                (self.trump, self.is_fewest) = (Some(Trump::None), true);
                self.end_step();
            }
            Action::Give(card, to) => self.give(self.rules.order.in_play(card), turn, to),
            Action::Keep => {
                if let Some(last) = self.exchange.now_mut().last_mut() {
                    last.kept = true;
                }
                self.end_giving();
            }
            Action::Pull(from) => self.decide_pull(from),
            Action::Back(card, to) => self.give_back(self.rules.order.in_play(card), turn, to),
            Action::Discard(card) => self.lay_away(self.rules.order.in_play(card), turn),
            Action::Pass(card) => self.pass(self.rules.order.in_play(card), turn),
            Action::Bid(Bid(bid)) => {
                self.bids[turn] = Some(bid);
                if self.bids.0.iter().all(Option::is_some) {
                    self.end_step();
                }
            }
        }
    }

    fn lay_away(&mut self, card: Card, taker: Seat) {
        self.hands[taker].remove(card);
        self.discard.insert(card);
        if self.discard.len() == self.kitty.len() {
            if self.rules.discard_first {
                self.hands[taker] |= self.kitty;
            }
            self.end_step();
        }
    }

    fn pass(&mut self, card: Card, seat: Seat) {
        self.hands[seat].remove(card);
        self.passed[seat].insert(card);
        let most = usize::from(self.rules.pass_cards);
        if self.passed.0.iter().all(|cards| cards.len() == most) {
            for seat in Seat::ALL {
                if let Some(to) = self.passes_to(seat) {
                    self.hands[to] |= self.passed[seat];
                }
            }
            self.end_step();
        }
    }
}
