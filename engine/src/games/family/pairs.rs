//! Cards that pass between pairs of seats because of the hand before: gifts and pulls.

use super::rules::Rules;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

/// The cards that pass between two seats. In an exchange a seat that was over its contract gives to
/// one that was under it, and gets cards back. In a pull it takes cards, and gives some back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The seat that was over its contract.
    pub(super) over: Seat,
    /// The seat that was under it.
    pub(super) under: Seat,
    /// The cards given or pulled so far.
    pub(super) first: CardSet,
    /// The cards that were returned for them.
    pub(super) back: CardSet,
    /// Whether all is done between the two.
    pub(super) is_settled: bool,
    /// Whether the seat that was over ended its giving by choice; in the last of its pairs.
    pub(super) kept: bool,
    /// How many pulls were decided, and not the only ones that were left.
    pub(super) decided: u8,
}

/// The pairs of a step, in their order: with three seats never more than two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairs {
    pairs: [Pair; 2],
    len: u8,
    /// The pairs before this one are settled, or belong to the seat whose turn it is.
    at: u8,
}

impl Pairs {
    const NOTHING: Pair = Pair {
        over: Seat::P0,
        under: Seat::P0,
        first: CardSet::EMPTY,
        back: CardSet::EMPTY,
        is_settled: false,
        kept: false,
        decided: 0,
    };

    /// Nobody has to do with anybody.
    pub(super) const NONE: Self = Self { pairs: [Self::NOTHING; 2], len: 0, at: 0 };

    /// The pairs that follow from the last hand: who was over, by how much, and the contracts now.
    pub(super) fn of(rules: &Rules, by_surplus: bool, over: BySeat<i8>, dealer: Seat) -> Self {
        let mut pairs = Self::NONE;
        let contract = rules.contract.unwrap_or([0; 3]);
        let mut first = dealer.around();
        // A stable sort of dealer, left, right: equals stay in that order.
        first.sort_by_key(|&seat| {
            let surplus = if by_surplus { over[seat] } else { 0 };
            std::cmp::Reverse((surplus, contract[seat.steps_from(dealer)]))
        });
        for giver in first.into_iter().filter(|&seat| over[seat] > 0) {
            for under in Seat::ALL.into_iter().filter(|&seat| over[seat] < 0) {
                pairs.pairs[usize::from(pairs.len)] = Pair { over: giver, under, ..Self::NOTHING };
                pairs.len += 1;
            }
        }
        pairs
    }

    pub(super) fn all(&self) -> &[Pair] {
        &self.pairs[..usize::from(self.len)]
    }

    pub(super) fn all_mut(&mut self) -> &mut [Pair] {
        &mut self.pairs[..usize::from(self.len)]
    }

    /// Whose turn it is; `None` once all is done.
    pub(super) fn turn(&self) -> Option<Seat> {
        self.all().get(usize::from(self.at)).map(|pair| pair.over)
    }

    /// The pairs of the seat whose turn it is.
    pub(super) fn now(&self) -> &[Pair] {
        &self.all()[self.at_and_end().0..self.at_and_end().1]
    }

    pub(super) fn now_mut(&mut self) -> &mut [Pair] {
        let (at, end) = self.at_and_end();
        &mut self.all_mut()[at..end]
    }

    fn at_and_end(&self) -> (usize, usize) {
        let at = usize::from(self.at);
        let his = self.all()[at..].iter().take_while(|pair| Some(pair.over) == self.turn());
        (at, at + his.count())
    }

    /// Passes the turn on.
    pub(super) fn next(&mut self) {
        let end = self.at_and_end().1;
        self.now_mut().iter_mut().for_each(|pair| pair.is_settled = true);
        self.at = end as u8;
    }

    /// How many cards have passed from or to the seat that was under.
    pub(super) fn first_of(&self, under: Seat) -> usize {
        let his = self.all().iter().filter(|pair| pair.under == under);
        his.map(|pair| pair.first.count()).sum()
    }
}
