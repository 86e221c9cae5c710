//! A hand of a game from a file being played: its steps, then the tricks.

use std::fmt::Display;

use rand::Rng;

use super::action::Choice;
use super::game::Family;
use super::pairs::Pairs;
use super::rules::{PassTo, Step, TrumpBy};
use super::score::Target;
use super::{Action, Known, Legal, Standing};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::{Deal, Deck};
use crate::illegal::Illegal;
use crate::seat::{BySeat, Seat};
use crate::standing::{Outcome, Standing as _};
use crate::trick::Trump;
use crate::trick_play::{Tricks, from_lead};

/// The most cards that are played in a hand.
const PLAYS: usize = 51;
/// The most cards of a seat.
pub(super) const CARDS: usize = 17;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Trump,
    Give,
    Pull,
    Back,
    Discard,
    Pass,
    Bid,
    Play,
    Over,
}

/// One deal and all that has been done with it. Cards and suits are those in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    pub(super) rules: Family,
    pub(super) standing: Standing,
    pub(super) phase: Phase,
    /// How many steps are done.
    pub(super) step: u8,
    /// What is trump, once it is known.
    pub(super) trump: Option<Trump>,
    /// Whether the fewest tricks are called.
    pub(super) is_fewest: bool,
    pub(super) turned: Option<Card>,
    pub(super) dealt: BySeat<CardSet>,
    /// The cards of the first packets.
    pub(super) first: BySeat<CardSet>,
    pub(super) kitty: CardSet,
    pub(super) hands: BySeat<CardSet>,
    pub(super) discard: CardSet,
    pub(super) exchange: Pairs,
    pub(super) pull: Pairs,
    /// The cards that each seat passes to a neighbour.
    pub(super) passed: BySeat<CardSet>,
    pub(super) bids: BySeat<Option<u8>>,
    /// Each seat's cards in the order in which they were dealt, where cards are pulled in it.
    pub(super) queue: BySeat<[Card; CARDS]>,
    pub(super) tricks: Tricks<PLAYS>,
}

impl Hand {
    pub(super) fn start(rules: Family, standing: Standing, deal: &Deal) -> Self {
        let size = usize::from(rules.hand);
        assert_eq!(deal.sizes(), BySeat([size; 3]), "the game deals {size} cards each");
        let in_play =
            |cards: &[Card]| cards.iter().map(|&card| rules.order.in_play(card)).collect();
        let dealt = BySeat::from_fn(|seat| in_play(deal.hand(seat)));
        let first = if rules.first == rules.hand {
            dealt
        } else {
            BySeat::from_fn(|seat| in_play(&deal.hand(seat)[..usize::from(rules.first)]))
        };
        let (kitty, rest) = deal.rest().split_at(usize::from(rules.kitty));
        let turned = rest.first().filter(|_| rules.turn_up).map(|&card| rules.order.in_play(card));
        let mut hand = Self {
            rules,
            standing,
            phase: Phase::Play,
            step: 0,
            trump: match rules.trump {
                TrumpBy::Role(_) => None,
                TrumpBy::TurnUp => turned.map(|card| Trump::Suit(card.suit())),
                TrumpBy::Fixed(trump) => Some(trump),
            },
            is_fewest: false,
            turned,
            dealt,
            first,
            kitty: in_play(kitty),
            hands: first,
            discard: CardSet::EMPTY,
            exchange: Pairs::NONE,
            pull: Pairs::NONE,
            passed: BySeat([CardSet::EMPTY; 3]),
            bids: BySeat([None; 3]),
            queue: BySeat([[Card::from_index(0); CARDS]; 3]),
            tricks: Tricks::led_by(standing.dealer()),
        };
        if let Some(over) = standing.over() {
            hand.set_pairs(over, deal);
        }
        hand.go_on();
        hand
    }

    /// A deal that this hand can have come from: what nobody has seen so far lies in any order.
    pub fn deal(&self) -> Deal {
        let mut cards: Vec<Card> = Vec::new();
        for seat in Seat::ALL {
            let pulled = self.pull.all().iter().filter(|pair| pair.under == seat);
            let pulled = pulled.flat_map(|pair| pair.first.iter());
            let order = pulled.chain(self.queue[seat]).chain(self.dealt[seat].iter());
            for packet in [self.first[seat], self.dealt[seat] - self.first[seat]] {
                for card in order.clone().filter(|&card| packet.contains(card)) {
                    if !cards.contains(&card) {
                        cards.push(card);
                    }
                }
            }
        }
        cards.extend(self.kitty.iter().chain(self.turned));
        let seen: CardSet = cards.iter().copied().collect();
        cards.extend((self.rules.order.all_in_play(self.rules.pack) - seen).iter());
        let deck = Deck::of(cards.into_iter().map(|card| self.rules.order.named(card)));
        let size = usize::from(self.rules.hand);
        Deal::new(deck.expect("each card once"), BySeat([size; 3]))
    }

    fn set_pairs(&mut self, over: BySeat<i8>, deal: &Deal) {
        let (rules, dealer) = (self.rules, self.dealer());
        if rules.has(Step::Exchange) {
            self.exchange = Pairs::of(&rules, rules.exchange_by_surplus, over, dealer);
        }
        if rules.has(Step::Pull) {
            self.pull = Pairs::of(&rules, rules.pull_by_surplus, over, dealer);
            for seat in Seat::ALL {
                for (place, &card) in self.queue[seat].iter_mut().zip(deal.hand(seat)) {
                    *place = rules.order.in_play(card);
                }
            }
        }
    }

    pub(super) fn dealer(&self) -> Seat {
        self.standing.dealer()
    }

    /// The seat of a role.
    pub(super) fn seat_of(&self, role: usize) -> Seat {
        self.dealer().after(role as u8)
    }

    /// What is trump; nothing before that is known.
    #[inline]
    pub(super) fn trumps(&self) -> Trump {
        self.trump.unwrap_or(Trump::None)
    }

    /// What is called, or makes the trump without a call.
    pub(super) fn call(&self) -> Option<Action> {
        let trump = self.trump.map(|trump| Action::Trump(self.rules.order.trump_named(trump)));
        if self.is_fewest { Some(Action::Fewest) } else { trump }
    }

    /// Whether a step is done.
    pub(super) fn is_past(&self, step: Step) -> bool {
        self.rules.steps.iter().take(usize::from(self.step)).any(|&past| past == step)
    }

    /// The step that is being taken; `None` once all are done.
    pub(super) fn now(&self) -> Option<Step> {
        self.rules.steps.get(usize::from(self.step)).copied()
    }

    /// Whether the taker of the kitty has it.
    pub(super) fn kitty_taken(&self) -> bool {
        self.is_past(Step::Kitty) || self.now() == Some(Step::Kitty) && !self.rules.discard_first
    }

    /// Whether all cards are dealt.
    pub(super) fn is_dealt(&self) -> bool {
        self.rules.first == self.rules.hand || self.is_past(Step::Rest)
    }

    /// To whom a seat passes cards in this hand, if it does.
    pub(super) fn passes_to(&self, seat: Seat) -> Option<Seat> {
        let all = &self.rules.pass_to;
        match all[self.standing.number() as usize % all.len()] {
            PassTo::Left => Some(seat.left()),
            PassTo::Right => Some(seat.right()),
            PassTo::Hold => None,
        }
    }

    #[inline]
    pub(super) const fn known_to(&self, seat: Seat) -> Known<'_> {
        Known { hand: self, seat }
    }

    /// What each seat wants to take: its bid, or its contract.
    #[inline]
    pub(super) fn target(&self, seat: Seat) -> Option<Target> {
        if self.is_fewest {
            return self.rules.target_at_fewest(seat, self.dealer());
        }
        let tricks = match self.rules.has_bids {
            true => self.bids[seat],
            false => self.rules.contract(seat, self.dealer()),
        };
        tricks.map(Target::of)
    }

    #[inline]
    fn settle(
        &self,
        tricks: BySeat<u8>,
        won: impl FnOnce() -> BySeat<CardSet>,
    ) -> Outcome<Standing> {
        let targets = BySeat::from_fn(|seat| self.target(seat));
        self.settle_points(tricks, self.rules.score.points(tricks, targets, won))
    }

    /// The outcome if the seats take these tricks and points.
    pub fn settle_points(&self, tricks: BySeat<u8>, points: BySeat<i32>) -> Outcome<Standing> {
        let call = self.rules.caller(self.dealer()).zip(self.call());
        self.standing.settle(tricks, points, call)
    }

    /// The cards that each seat has taken in tricks.
    pub(super) fn won(&self) -> BySeat<CardSet> {
        let mut plays = self.tricks.plays().peekable();
        let mut won = BySeat([CardSet::EMPTY; 3]);
        // The winner leads to the next trick, or is about to.
        let last = self.tricks.trick.winner().unwrap_or(self.tricks.trick.leader());
        while let (Some((_, lead)), Some((_, left)), Some((_, right))) =
            (plays.next(), plays.next(), plays.next())
        {
            let winner = plays.peek().map_or(last, |&(seat, _)| seat);
            won[winner] |= CardSet::only(lead).with(left).with(right);
        }
        won
    }
}

impl crate::Hand for Hand {
    type Game = Family;

    fn rules(&self) -> &Family {
        &self.rules
    }

    fn standing(&self) -> &Standing {
        &self.standing
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        if self.phase == Phase::Play {
            Some(self.tricks.trick.turn())
        } else {
            self.turn_before_play()
        }
    }

    #[inline(always)]
    fn legal(&self) -> Legal {
        let choice = if self.phase == Phase::Play {
            Choice::Play(self.playable())
        } else {
            self.choice_before_play()
        };
        Legal { rules: self.rules, choice }
    }

    #[inline]
    fn check(&self, action: Action) -> Result<(), Illegal> {
        if crate::Legal::contains(&self.legal(), action) {
            Ok(())
        } else {
            Err(self.refusal(action))
        }
    }

    #[cold]
    fn why_illegal(&self, action: Action) -> Illegal {
        self.refusal(action)
    }

    #[inline(always)]
    fn any_legal<R: Rng>(&self, rng: &mut R) -> Action {
        self.legal().any(rng)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        match action {
            Action::Play(card) => {
                let card = self.rules.order.in_play(card);
                if self.lay(card) {
                    self.phase = Phase::Over;
                }
            }
            _ => self.act_before_play(action),
        }
    }

    fn outcome(&self) -> Option<Outcome<Standing>> {
        (self.phase == Phase::Over).then(|| self.settle(self.tricks.taken, || self.won()))
    }

    #[inline]
    fn known(&self, seat: Seat) -> Known<'_> {
        self.known_to(seat)
    }

    fn veiled(&self, seat: Seat) -> Self {
        self.veil(seat)
    }

    fn contract(&self, seat: Seat) -> Option<impl Display> {
        self.target(seat)
    }

    fn kept(&self, seat: Seat) -> Option<bool> {
        let target = self.target(seat).filter(|_| self.phase == Phase::Over)?;
        Some(self.rules.score.is_made(self.tricks.taken[seat], target))
    }

    fn tricks(&self) -> BySeat<u8> {
        self.tricks.taken
    }

    fn play_out<R: Rng>(&self, rng: &mut R) -> Outcome<Standing> {
        if !self.rules.is_plain {
            let mut hand = self.clone();
            while crate::Hand::turn(&hand).is_some() {
                crate::game::play_any(&mut hand, rng);
            }
            return hand.settle(hand.tricks.taken, || hand.won());
        }
        let is_at_lead = |hand: &Self| {
            hand.phase == Phase::Over || hand.phase == Phase::Play && hand.tricks.trick.is_empty()
        };
        from_lead(self, is_at_lead, rng, |hand, rng| {
            let (tricks, rest) = match hand.phase {
                Phase::Over => (hand.tricks.taken, BySeat::default()),
                _ if hand.rules.score.pointed.is_empty() => {
                    let tricks = hand.tricks.play_out(&hand.hands, hand.trumps(), rng);
                    (tricks, BySeat::default())
                }
                _ => hand.tricks.play_out_cards(&hand.hands, hand.trumps(), rng),
            };
            hand.settle(tricks, || {
                let won = hand.won();
                BySeat::from_fn(|seat| won[seat] | rest[seat])
            })
        })
    }
}
