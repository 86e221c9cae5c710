//! Cards in play by who holds them, with the gaps closed: what the searches walk on.

use threehand_engine::{BySeat, CardSet, Seat, Suit};

/// The cards still in hands, packed: one lane of sixteen places a suit, the highest card at place
/// 0, the next highest that is still held at place 1, and so on. Two planes say who holds each.
///
/// Ranks are relative, so positions that differ only in cards already gone are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) lo: u64,
    pub(super) hi: u64,
}

/// Places from one lane to the next.
pub(super) const LANE: u32 = 16;

/// The bits of the lane that has place `at`.
#[inline]
pub(super) const fn lane_of(at: u32) -> u64 {
    0xFFFF << (at & 48)
}

impl Packed {
    /// Packs three hands: those of `first`, player 0, and of the seats on his left; `suits` says
    /// which suit each lane holds.
    pub(super) fn of(hands: &BySeat<CardSet>, first: Seat, suits: [Suit; 4]) -> Self {
        let mut packed = Self { lo: 0, hi: 0 };
        let [zero, one, two] = first.around().map(|seat| hands[seat]);
        for (lane, suit) in suits.into_iter().enumerate() {
            for (index, card) in (zero | one | two).of(suit).iter().rev().enumerate() {
                let at = lane * LANE as usize + index;
                packed.lo |= u64::from(!one.contains(card)) << at;
                packed.hi |= u64::from(!zero.contains(card)) << at;
            }
        }
        packed
    }

    /// The places of the cards of a player: 0, 1 or 2.
    #[inline]
    pub(super) const fn hand(self, player: usize) -> u64 {
        const FLIP_LO: [u64; 3] = [0, u64::MAX, 0];
        const FLIP_HI: [u64; 3] = [u64::MAX, 0, 0];
        (self.lo ^ FLIP_LO[player]) & (self.hi ^ FLIP_HI[player])
    }

    /// The same cards with this player as player 0, and so on to the left.
    #[inline]
    #[must_use]
    pub(super) const fn seen_from(self, player: usize) -> Self {
        let [own, left, right] = match player {
            0 => return self,
            1 => [self.hand(1), self.hand(2), self.hand(0)],
            _ => [self.hand(2), self.hand(0), self.hand(1)],
        };
        Self { lo: own | right, hi: left | right }
    }

    /// The position without the card at this place; the lower ones of its suit move up.
    #[inline]
    #[must_use]
    pub(super) const fn without(self, at: u32) -> Self {
        let moved = (0x7FFF << (at & 48)) & (u64::MAX << at);
        Self {
            lo: self.lo & !moved | self.lo >> 1 & moved,
            hi: self.hi & !moved | self.hi >> 1 & moved,
        }
    }
}

/// Of each run of neighbours in `hand` the highest: cards of one hand with none between them are
/// worth the same. A run ends before the place `split` in its lane.
#[inline]
pub(super) const fn distinct(hand: u64, split: u64) -> u64 {
    hand & (!(hand << 1) | split)
}

/// How many cards of a hand each lane has, as a number in the lane.
#[inline]
pub(super) const fn counts(hand: u64) -> u64 {
    let pairs = hand - (hand >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    (eights + (eights >> 8)) & 0x001F_001F_001F_001F
}
