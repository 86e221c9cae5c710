//! A hand of 9-2-5 being played: trump, bleed, kitty and sixteen tricks.

use std::fmt::Display;

use rand::Rng;

use super::bleed::Bleed;
use super::rules::{FirstLead, Kitty, NoTrumpBleed, TrumpCall};
use super::{Action, Known, Legal, NineTwoFive, Standing};
use crate::action::Legal as _;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::Deal;
use crate::games::plain_tricks::plain_hand;
use crate::illegal::Illegal;
use crate::seat::{BySeat, Seat};
use crate::standing::{Outcome, Standing as _};
use crate::trick::Trump;
use crate::trick_play::{Tricks, from_lead};

/// Cards played in a hand.
const PLAYS: usize = 3 * NineTwoFive::TRICKS as usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Trump,
    Bleed,
    Discard,
    Play,
    Over,
}

/// One deal of 9-2-5 and all that has been done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    pub(super) rules: NineTwoFive,
    pub(super) standing: Standing,
    pub(super) phase: Phase,
    pub(super) trump: Option<Trump>,
    pub(super) bleed: Bleed,
    pub(super) dealt: BySeat<CardSet>,
    pub(super) kitty: CardSet,
    pub(super) hands: BySeat<CardSet>,
    pub(super) discard: CardSet,
    pub(super) tricks: Tricks<PLAYS>,
}

impl Hand {
    /// The tricks that the seat has to take.
    pub fn contract(&self, seat: Seat) -> Option<u8> {
        Some(self.rules.contract(seat, self.dealer()))
    }

    pub(super) fn start(rules: NineTwoFive, standing: Standing, deal: &Deal) -> Self {
        assert_eq!(deal.sizes(), BySeat([16; 3]), "9-2-5 deals sixteen cards each");
        let dealer = standing.dealer();
        let leader = match rules.first_lead {
            FirstLead::Dealer => dealer,
            FirstLead::Left => dealer.left(),
        };
        let bleed = Bleed::of(&rules, &standing);
        let dealt = deal.hands();
        Self {
            rules,
            standing,
            phase: match rules.trump_call {
                TrumpCall::AfterBleed if bleed.giver().is_some() => Phase::Bleed,
                _ => Phase::Trump,
            },
            trump: None,
            bleed,
            dealt,
            kitty: deal.rest().iter().copied().collect(),
            hands: dealt,
            discard: CardSet::EMPTY,
            tricks: Tricks::led_by(leader),
        }
    }

    /// What is trump; nothing before the call.
    #[inline]
    fn trumps(&self) -> Trump {
        self.trump.unwrap_or(Trump::None)
    }

    fn settle(&self, tricks: BySeat<u8>) -> Outcome<Standing> {
        self.standing.settle(&self.rules, tricks)
    }

    pub(super) fn dealer(&self) -> Seat {
        self.standing.dealer()
    }

    /// Cards that others gave the dealer; `None` if nobody was to give any in this hand.
    pub(super) fn bled_to_dealer(&self) -> Option<u8> {
        let exchanges = self.bleed.exchanges();
        let to_dealer = exchanges.iter().filter(|exchange| exchange.receiver == self.dealer());
        (!exchanges.is_empty())
            .then(|| to_dealer.map(|exchange| exchange.given.len()).sum::<usize>() as u8)
    }

    /// Whether the kitty has come to the dealer's hand.
    pub(super) fn kitty_taken(&self) -> bool {
        match self.rules.kitty {
            Kitty::TakeThenDiscard => {
                matches!(self.phase, Phase::Discard | Phase::Play | Phase::Over)
            }
            Kitty::DiscardThenTake => matches!(self.phase, Phase::Play | Phase::Over),
        }
    }

    fn call_trump(&mut self, trump: Trump) {
        self.trump = Some(trump);
        let unbled = trump == Trump::None && self.rules.no_trump_bleed == NoTrumpBleed::Unbled;
        if unbled && self.bleed.giver().is_some() {
            self.bleed = Bleed::NONE;
        }
        if self.bleed.giver().is_some() {
            self.phase = Phase::Bleed;
        } else {
            self.start_discard();
        }
    }

    fn end_giving(&mut self) {
        self.bleed.settle(&mut self.hands);
        if self.bleed.giver().is_none() {
            if self.trump.is_none() {
                self.phase = Phase::Trump;
            } else {
                self.start_discard();
            }
        }
    }

    fn start_discard(&mut self) {
        self.phase = Phase::Discard;
        if self.rules.kitty == Kitty::TakeThenDiscard {
            let dealer = self.dealer();
            self.hands[dealer] |= self.kitty;
        }
    }

    fn give(&mut self, card: Card, receiver: Seat) {
        let giver = self.bleed.giver().expect("a giver, while cards are bled");
        self.hands[giver].remove(card);
        self.hands[receiver].insert(card);
        self.bleed.give(card, giver, receiver);
        if self.still_to_give(giver) == 0 {
            self.end_giving();
        }
    }

    /// How many more cards `giver` has to give.
    pub(super) fn still_to_give(&self, giver: Seat) -> usize {
        let surplus = self.standing.deltas().map_or(0, |deltas| deltas[giver].max(0));
        usize::from(surplus.unsigned_abs()).saturating_sub(self.bleed.given_by(giver))
    }

    fn discard(&mut self, card: Card) {
        let dealer = self.dealer();
        self.hands[dealer].remove(card);
        self.discard.insert(card);
        if self.discard.len() == self.kitty.len() {
            self.phase = Phase::Play;
            if self.rules.kitty == Kitty::DiscardThenTake {
                self.hands[dealer] |= self.kitty;
            }
        }
    }

    #[inline]
    fn turn_before_play(&self) -> Option<Seat> {
        match self.phase {
            Phase::Trump | Phase::Discard => Some(self.dealer()),
            Phase::Bleed => self.bleed.giver(),
            Phase::Play | Phase::Over => None,
        }
    }

    #[inline]
    fn legal_before_play(&self) -> Legal {
        match self.phase {
            Phase::Trump => Legal::Trump,
            Phase::Discard => Legal::Discard(self.hands[self.dealer()]),
            Phase::Bleed => self.legal_gifts(),
            Phase::Play | Phase::Over => Legal::Nothing,
        }
    }

    fn legal_gifts(&self) -> Legal {
        let giver = self.bleed.giver().expect("a giver, while cards are bled");
        let deltas = self.standing.deltas().expect("a bleed follows a hand");
        let [to, or_to] = self.bleed.receivers(&self.rules, deltas);
        Legal::Give {
            cards: self.hands[giver],
            to: to.expect("deficits add up to the surpluses"),
            or_to,
            keep: self.rules.bleed_optional,
        }
    }

    fn act_before_play(&mut self, action: Action) {
        match action {
            Action::Play(_) => unreachable!("plays are no decisions before the play"),
            Action::Discard(card) => self.discard(card),
            Action::Give(card, receiver) => self.give(card, receiver),
            Action::Keep => self.end_giving(),
            Action::Trump(trump) => self.call_trump(trump),
        }
    }
}

impl crate::Hand for Hand {
    plain_hand!(NineTwoFive);

    fn contract(&self, seat: Seat) -> Option<impl Display> {
        self.contract(seat)
    }

    fn kept(&self, seat: Seat) -> Option<bool> {
        let contract = self.rules.contract(seat, self.dealer());
        (self.phase == Phase::Over).then_some(self.tricks.taken[seat] >= contract)
    }
}
