//! A hand in play with all cards open.

use std::hash::{Hash, Hasher};

use super::game::Family;
use super::hand::{Hand, Phase};
use super::score::Target;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};
use crate::trick::{Trick, Trump};

/// What the rest of a hand goes by once its cards are played. Cards go by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenHand {
    rules: Family,
    trump: Trump,
    hands: BySeat<CardSet>,
    trick: Trick,
    /// The cards of the trick.
    table: CardSet,
    /// The cards with points that each seat has taken.
    won: BySeat<CardSet>,
    /// The tricks that each seat wants: its bid, or its contract.
    pub targets: BySeat<Option<Target>>,
    /// The tricks that each seat has taken.
    pub tricks: BySeat<u8>,
    /// Whether a card of the suit that has to be broken was played.
    pub is_broken: bool,
}

impl OpenHand {
    /// The rest of a hand with so many tricks to go at most; `None` before.
    pub fn of(hand: &Hand, tricks: usize) -> Option<Self> {
        let left = hand.hands[hand.tricks.trick.turn()].len();
        if hand.phase != Phase::Play || left > tricks {
            return None;
        }
        let mut open = Self {
            rules: hand.rules,
            trump: hand.trumps(),
            hands: hand.hands,
            trick: hand.tricks.trick,
            table: hand.tricks.trick.plays().map(|(_, card)| card).collect(),
            won: BySeat::default(),
            targets: BySeat::from_fn(|seat| hand.target(seat)),
            tricks: hand.tricks.taken,
            is_broken: hand.is_broken(),
        };
        if !hand.rules.score.pointed.is_empty() {
            open.won = hand.won().map(|cards| cards & hand.rules.score.listed);
        }
        Some(open)
    }

    /// A hand that `leader` leads, after the seats have won these cards.
    pub fn led_by(
        leader: Seat,
        rules: &Family,
        trump: Trump,
        hands: BySeat<CardSet>,
        won: BySeat<CardSet>,
    ) -> Self {
        let order = &rules.order;
        let won = won.map(|cards| order.all_in_play(cards) & rules.score.listed);
        Self {
            rules: *rules,
            trump: order.trump_in_play(trump),
            hands: hands.map(|cards| order.all_in_play(cards)),
            trick: Trick::led_by(leader),
            table: CardSet::EMPTY,
            won,
            targets: BySeat::default(),
            tricks: BySeat::default(),
            is_broken: true,
        }
    }

    /// Who plays next; nobody if all cards are played.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        let turn = self.trick.turn();
        (!self.hands[turn].is_empty()).then_some(turn)
    }

    /// How many tricks nobody has won yet.
    #[inline]
    pub fn tricks_left(&self) -> usize {
        self.hands[self.trick.turn()].len()
    }

    /// Whether no card lies on the table.
    #[inline]
    pub fn is_at_lead(&self) -> bool {
        self.trick.is_empty()
    }

    #[inline]
    fn playable_in_play(&self) -> CardSet {
        let hand = self.hands[self.trick.turn()];
        if self.rules.is_plain {
            return self.trick.playable(hand);
        }
        let is_first = hand.len() == usize::from(self.rules.hand);
        self.rules.restricted(&self.trick, hand, self.trump, is_first, self.is_broken)
    }

    /// The cards that may be played next.
    pub fn playable(&self) -> CardSet {
        self.rules.order.all_named(self.playable_in_play())
    }

    /// The same, but of cards that do the same the lowest alone.
    #[inline]
    pub fn choices(&self) -> impl Iterator<Item = Card> + use<> {
        let Self { rules, hands, table, .. } = *self;
        let (playable, turn) = (self.playable_in_play(), self.trick.turn());
        let apart = hands[turn.left()] | hands[turn.right()] | table;
        let is_lowest = move |card: &Card| {
            playable.below(*card).last().is_none_or(|below| {
                apart.above(below).meets(apart.below(*card))
                    || !rules.score.counts_alike(below, *card)
            })
        };
        playable.iter().filter(is_lowest).map(move |card| rules.order.named(card))
    }

    /// The hand after this card.
    #[must_use]
    #[inline]
    pub fn after(mut self, card: Card) -> Self {
        let card = self.rules.order.in_play(card);
        self.hands[self.trick.turn()].remove(card);
        self.trick.play(card, self.trump);
        self.table.insert(card);
        self.is_broken |= self.rules.broken.contains(card);
        if let Some(winner) = self.trick.winner() {
            self.tricks[winner] += 1;
            self.won[winner] |= self.table & self.rules.score.listed;
            (self.trick, self.table) = (Trick::led_by(winner), CardSet::EMPTY);
        }
        self
    }

    /// The points of the hand, if all its cards are played.
    #[inline]
    pub fn points(&self) -> BySeat<i32> {
        self.rules.score.points(self.tricks, self.targets, || self.won)
    }
}

impl Hash for OpenHand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.hands, self.tricks, self.trick.leader()).hash(state);
    }
}
