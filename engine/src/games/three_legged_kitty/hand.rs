//! A hand of Three-Legged Kitty being played: auction, exchange and ten tricks.

use std::fmt::Display;

use rand::Rng;

use super::auction::{Auction, Ending};
use super::rules::{AllPass, Tie};
use super::{Action, Bid, Bids, Known, Legal, Opening, OpeningCost, Standing, ThreeLeggedKitty};
use crate::action::Legal as _;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::Deal;
use crate::game::Game as _;
use crate::games::plain_tricks::plain_hand;
use crate::illegal::Illegal;
use crate::seat::{BySeat, Seat};
use crate::standing::{Outcome, Standing as _};
use crate::trick::{Trick, Trump};
use crate::trick_play::{Tricks, from_lead};

const CARDS: usize = ThreeLeggedKitty::CARDS as usize;
/// Cards played in a hand.
const PLAYS: usize = 3 * CARDS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Auction,
    Pay,
    Stray,
    Take,
    Play,
    Over,
}

/// One deal of Three-Legged Kitty and all that has been done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    pub(super) rules: ThreeLeggedKitty,
    pub(super) standing: Standing,
    pub(super) phase: Phase,
    pub(super) auction: Auction,
    pub(super) cat: Option<Seat>,
    pub(super) dealt: BySeat<CardSet>,
    pub(super) hands: BySeat<CardSet>,
    pub(super) paid: BySeat<CardSet>,
    /// The cards that the Cat has put out of his hand.
    pub(super) stray: CardSet,
    /// What each seat got of them.
    pub(super) taken: BySeat<CardSet>,
    pub(super) trump: Trump,
    pub(super) tricks: Tricks<PLAYS>,
}

impl Hand {
    /// The bid that the Cat plays, on his seat, once the auction is over.
    #[inline]
    pub fn contract(&self, seat: Seat) -> Option<Bid> {
        self.auction.high().filter(|_| self.cat == Some(seat)).map(|(_, bid)| bid)
    }

    pub(super) fn start(rules: ThreeLeggedKitty, standing: Standing, deal: &Deal) -> Self {
        assert_eq!(deal.sizes(), BySeat([CARDS; 3]), "Three-Legged Kitty deals ten cards each");
        let cards = deal.deck().cards().len();
        assert_eq!(cards, rules.pack().len(), "the rules say how many cards there are");
        let first = standing.dealer().left();
        let dealt = deal.hands();
        Self {
            rules,
            standing,
            phase: Phase::Auction,
            auction: Auction::start(first),
            cat: None,
            dealt,
            hands: dealt,
            paid: BySeat([CardSet::EMPTY; 3]),
            stray: CardSet::EMPTY,
            taken: BySeat([CardSet::EMPTY; 3]),
            trump: Trump::None,
            tricks: Tricks::led_by(first),
        }
    }

    /// The number of the bid that was played; `None` if all passed.
    pub(super) fn number_bid(&self) -> Option<u8> {
        self.auction.high().map(|(_, bid)| bid.number())
    }

    /// 1 if all passed, else 0.
    pub(super) fn passed_out(&self) -> u8 {
        u8::from(self.cat.is_none())
    }

    /// All cards paid in the auction.
    #[inline]
    pub(super) fn kitty(&self) -> CardSet {
        let BySeat([a, b, c]) = self.paid;
        a | b | c
    }

    /// The stray cards that nobody has taken yet.
    #[inline]
    pub(super) fn untaken(&self) -> CardSet {
        let BySeat([a, b, c]) = self.taken;
        self.stray - a - b - c
    }

    /// Where the bids end that the seat to call can pay for: the highest number.
    #[inline]
    fn highest_number(&self) -> u8 {
        let cards = self.hands[self.auction.turn()].count() as u8;
        match self.auction.high() {
            _ if cards == 0 => 0,
            Some((_, high)) => high.number() + cards,
            None if self.rules.opening_cost == OpeningCost::FlatOne => ThreeLeggedKitty::CARDS,
            None => cards,
        }
    }

    fn may_pass(&self) -> bool {
        self.rules.opening == Opening::MayPass || self.auction.high().is_some()
    }

    fn pass(&mut self) {
        self.auction.pass();
        self.go_on();
    }

    fn bid(&mut self, bid: Bid) {
        let high = self.auction.high().map(|(_, high)| high);
        self.auction.bid(bid, self.rules.cost(bid, high));
        self.phase = Phase::Pay;
    }

    fn pay(&mut self, card: Card) {
        let seat = self.auction.turn();
        self.hands[seat].remove(card);
        self.paid[seat].insert(card);
        self.auction.pay(card);
        let may_add = self.rules.overpay && !self.hands[seat].is_empty();
        if self.auction.due() == 0 && !may_add {
            self.go_on();
        }
    }

    /// A call is made and paid: the next one, or the end of the auction.
    fn go_on(&mut self) {
        match self.auction.ending(self.rules.auction_end) {
            None => {
                self.phase = Phase::Auction;
                self.auction.next();
            }
            Some(Ending::PassedOut) => self.phase = Phase::Over,
            Some(Ending::Cat(cat)) => self.start_exchange(cat),
        }
    }

    fn start_exchange(&mut self, cat: Seat) {
        let (_, bid) = self.auction.high().expect("the Cat has bid");
        self.cat = Some(cat);
        self.trump = bid.strain().trump();
        self.tricks.trick = Trick::led_by(cat);
        let kitty = self.kitty();
        self.hands[cat] |= kitty;
        if self.hands[cat].count() > CARDS {
            self.phase = Phase::Stray;
        } else {
            self.start_taking(cat);
        }
    }

    fn stray(&mut self, card: Card) {
        let cat = self.cat.expect("a Cat, while he strays");
        self.hands[cat].remove(card);
        self.stray.insert(card);
        if self.hands[cat].count() == CARDS {
            self.start_taking(cat);
        }
    }

    fn start_taking(&mut self, cat: Seat) {
        if self.hands[cat.left()].count() < CARDS {
            self.phase = Phase::Take;
        } else {
            self.fill_last(cat);
        }
    }

    fn take(&mut self, card: Card) {
        let cat = self.cat.expect("a Cat, while his stray is taken");
        let left = cat.left();
        self.taken[left].insert(card);
        self.hands[left].insert(card);
        if self.hands[left].count() == CARDS {
            self.fill_last(cat);
        }
    }

    /// What the Cat's left neighbour leaves goes to the third player.
    fn fill_last(&mut self, cat: Seat) {
        let right = cat.right();
        self.taken[right] = self.untaken();
        self.hands[right] |= self.taken[right];
        self.phase = Phase::Play;
    }

    #[inline]
    fn trumps(&self) -> Trump {
        self.trump
    }

    /// The outcome if the seats take these tricks.
    #[inline]
    pub fn settle(&self, tricks: BySeat<u8>) -> Outcome<Standing> {
        let Some((cat, (_, bid))) = self.cat.zip(self.auction.high()) else {
            let mut standing = self.standing.after(BySeat([0; 3]));
            if self.rules.all_pass == AllPass::SameDealer {
                standing.dealer = self.standing.dealer();
            }
            return self.outcome_of(BySeat([0; 3]), standing);
        };
        let made = bid.is_made_with(tricks[cat]);
        let points = BySeat::from_fn(|seat| match (seat == cat, made) {
            (true, true) => i32::from(bid.number()),
            (false, false) => self.rules.fail_points(),
            _ => 0,
        });
        self.outcome_of(points, self.standing.after(points))
    }

    #[inline]
    fn outcome_of(&self, points: BySeat<i32>, standing: Standing) -> Outcome<Standing> {
        let (scores, shared) = (standing.scores(), self.rules.tie == Tie::Shared);
        let top = scores.top();
        let over = top >= self.rules.target() && (shared || scores.one_has(top));
        Outcome { points, standing, over }
    }

    fn turn_before_play(&self) -> Option<Seat> {
        match self.phase {
            Phase::Auction | Phase::Pay => Some(self.auction.turn()),
            Phase::Stray => self.cat,
            Phase::Take => self.cat.map(Seat::left),
            Phase::Play | Phase::Over => None,
        }
    }

    #[inline(always)]
    fn legal_before_play(&self) -> Legal {
        match self.phase {
            Phase::Auction => Legal::Call {
                pass: self.may_pass(),
                bids: Bids::above(self.auction.high().map(|(_, bid)| bid), self.highest_number()),
            },
            Phase::Pay => Legal::Pay {
                cards: self.hands[self.auction.turn()],
                enough: self.auction.due() == 0,
            },
            Phase::Stray => Legal::Stray(self.hands[self.cat.expect("a Cat, while he strays")]),
            Phase::Take => Legal::Take(self.untaken()),
            Phase::Play | Phase::Over => Legal::Nothing,
        }
    }

    fn act_before_play(&mut self, action: Action) {
        match action {
            Action::Play(_) => unreachable!("plays are no decisions before the play"),
            Action::Pay(card) => self.pay(card),
            Action::Stray(card) => self.stray(card),
            Action::Take(card) => self.take(card),
            Action::Bid(bid) => self.bid(bid),
            Action::Pass => self.pass(),
            Action::Enough => self.go_on(),
        }
    }
}

impl crate::Hand for Hand {
    plain_hand!(ThreeLeggedKitty);

    #[inline]
    fn role(&self, seat: Seat) -> usize {
        self.cat.map_or(3, |cat| seat.steps_from(cat))
    }

    fn contract(&self, seat: Seat) -> Option<impl Display> {
        self.contract(seat)
    }

    fn kept(&self, seat: Seat) -> Option<bool> {
        let bid = self.contract(seat).filter(|_| self.phase == Phase::Over);
        bid.map(|bid| bid.is_made_with(self.tricks.taken[seat]))
    }
}
