//! The points of a hand.

use super::rules::{Rules, Step};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

/// What brings points.
#[derive(Clone, Debug)]
pub(super) struct Score {
    pub(super) trick: i32,
    pub(super) over: i32,
    pub(super) under: i32,
    pub(super) made: i32,
    pub(super) missed: i32,
    pub(super) exact: bool,
    /// The points of each card, by its place in a [`CardSet`].
    pub(super) cards: [i32; 64],
    /// The cards that have an entry.
    pub(super) listed: CardSet,
    /// Those whose entry is not 0.
    pub(super) pointed: CardSet,
    /// The points of who takes all listed cards, and of the others then.
    pub(super) all: Option<(i32, i32)>,
}

/// The tricks that a seat wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// How many.
    pub tricks: u8,
    /// Whether these are the most that it may take, and not the fewest.
    pub is_most: bool,
}

impl Target {
    /// So many at least.
    pub const fn of(tricks: u8) -> Self {
        Self { tricks, is_most: false }
    }

    /// So many at most.
    pub(super) const fn at_most(tricks: u8) -> Self {
        Self { tricks, is_most: true }
    }

    /// How far so many tricks are on its good side; below 0 on the other.
    pub(super) const fn passed_by(self, tricks: u8) -> i32 {
        let over = tricks as i32 - self.tricks as i32;
        if self.is_most { -over } else { over }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_most { "at most " } else { "" }, self.tricks)
    }
}

impl Score {
    pub(super) const NONE: Self = Self {
        trick: 0,
        over: 0,
        under: 0,
        made: 0,
        missed: 0,
        exact: false,
        cards: [0; 64],
        listed: CardSet::EMPTY,
        pointed: CardSet::EMPTY,
        all: None,
    };

    /// Gives each of these cards so many points.
    #[inline]
    pub(super) fn set(&mut self, cards: CardSet, points: i32) {
        self.listed |= cards;
        self.pointed = if points == 0 { self.pointed - cards } else { self.pointed | cards };
        cards.iter().for_each(|card| self.cards[card.place() as usize] = points);
    }

    /// Whether it comes to the same who takes which of these cards.
    #[inline]
    pub(super) fn counts_alike(&self, a: Card, b: Card) -> bool {
        self.cards[a.place() as usize & 63] == self.cards[b.place() as usize & 63]
            && self.listed.contains(a) == self.listed.contains(b)
    }

    /// The points of these cards.
    #[inline]
    pub(super) fn of_cards(&self, cards: CardSet) -> i32 {
        (cards & self.pointed).iter().map(|card| self.cards[card.place() as usize]).sum()
    }

    /// The points for tricks, with this target if there is one.
    #[inline]
    pub(super) fn of_tricks(&self, tricks: u8, target: Option<Target>) -> i32 {
        let points = self.trick * i32::from(tricks);
        let Some(target) = target else { return points };
        let over = target.passed_by(tricks);
        let made = if self.is_made(tricks, target) { self.made } else { self.missed };
        points + self.over * over.max(0) + self.under * (-over).max(0) + made
    }

    /// Whether each trick brings the same, below a target and above it.
    #[inline]
    pub(super) const fn is_even(&self) -> bool {
        self.over == -self.under && self.made == self.missed
    }

    /// The points for one more trick.
    #[inline]
    pub(super) fn one_more(&self, tricks: u8, target: Option<Target>) -> i32 {
        self.of_tricks(tricks + 1, target) - self.of_tricks(tricks, target)
    }

    /// Whether a target is made with so many tricks.
    #[inline]
    pub(super) const fn is_made(&self, tricks: u8, target: Target) -> bool {
        let over = target.passed_by(tricks);
        over == 0 || over > 0 && !self.exact
    }

    /// The points of a hand in which the seats took these tricks and, if cards have points, these
    /// cards.
    #[inline]
    pub(super) fn points(
        &self,
        tricks: BySeat<u8>,
        targets: BySeat<Option<Target>>,
        won: impl FnOnce() -> BySeat<CardSet>,
    ) -> BySeat<i32> {
        let points = BySeat::from_fn(|seat| self.of_tricks(tricks[seat], targets[seat]));
        if self.pointed.is_empty() { points } else { self.with_cards(points, won()) }
    }

    fn with_cards(&self, points: BySeat<i32>, won: BySeat<CardSet>) -> BySeat<i32> {
        if let Some((own, others)) = self.all {
            let BySeat([a, b, c]) = won;
            let in_play = (a | b | c) & self.listed;
            let took_all = |seat: &Seat| won[*seat].contains_all(in_play);
            if let Some(all) =
                Seat::ALL.into_iter().find(took_all).filter(|_| in_play.meets(self.pointed))
            {
                return BySeat::from_fn(|seat| {
                    points[seat] + if seat == all { own } else { others }
                });
            }
        }
        BySeat::from_fn(|seat| points[seat] + self.of_cards(won[seat]))
    }
}

impl Rules {
    /// What a seat may take at most where the fewest tricks are called.
    pub(super) fn target_at_fewest(&self, seat: Seat, dealer: Seat) -> Option<Target> {
        self.fewest.map(|most| Target::at_most(most[seat.steps_from(dealer)]))
    }

    /// The fewest and the most points that a hand can bring a seat.
    pub(super) fn bounds(&self) -> [i64; 2] {
        let score = &self.score;
        let mut targets: Vec<Option<Target>> = match self.contract {
            _ if self.has(Step::Bid) => {
                (self.bid_least..=self.bid_most).map(|bid| Some(Target::of(bid))).collect()
            }
            Some(contract) => contract.map(|tricks| Some(Target::of(tricks))).to_vec(),
            None => vec![None],
        };
        let most = self.fewest.into_iter().flatten();
        targets.extend(most.map(|tricks| Some(Target::at_most(tricks))));
        let of_tricks = |tricks: u8| {
            targets.iter().map(move |target| {
                let each = i64::from(score.trick) * i64::from(tricks);
                let Some(target) = *target else { return each };
                let passed = i64::from(target.passed_by(tricks));
                let over = passed.max(0) * i64::from(score.over);
                let under = (-passed).max(0) * i64::from(score.under);
                let made = if score.is_made(tricks, target) { score.made } else { score.missed };
                each + over + under + i64::from(made)
            })
        };
        let all: Vec<i64> = (0..=self.hand).flat_map(of_tricks).collect();
        let cards =
            || score.pointed.iter().map(|card| i64::from(score.cards[card.place() as usize]));
        let mut bounds =
            [cards().filter(|&n| n < 0).sum(), cards().filter(|&n| n > 0).sum::<i64>()];
        if let Some((own, others)) = score.all {
            for points in [own, others].map(i64::from) {
                bounds = [bounds[0].min(points), bounds[1].max(points)];
            }
        }
        let (least, most) = (all.iter().min(), all.iter().max());
        [bounds[0] + least.copied().unwrap_or(0), bounds[1] + most.copied().unwrap_or(0)]
    }
}
