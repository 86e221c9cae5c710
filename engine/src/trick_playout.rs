//! The rest of a hand played at random, where suit is followed, aces are high and trumps beat.

use std::hint::select_unpredictable;

use rand::Rng;

use crate::card_set::CardSet;
use crate::random::below_32;
use crate::seat::{BySeat, Seat};
use crate::select::{Select, Work, fastest};
use crate::trick::Trump;

/// Plays hands of equal size to their end, from a lead: how many tricks each seat takes.
///
/// Every card is the `below(rng, n)`-th of the `n` that may be played.
#[inline]
pub(crate) fn play_out<R: Rng>(
    hands: &BySeat<CardSet>,
    leader: Seat,
    trump: Trump,
    rng: &mut R,
) -> BySeat<u8> {
    let taken = fastest(Tricks::of(hands, leader, trump, rng, |_, _| {}));
    by_seat(taken, leader)
}

/// The same, with the cards that each seat takes.
pub(crate) fn play_out_cards<R: Rng>(
    hands: &BySeat<CardSet>,
    leader: Seat,
    trump: Trump,
    rng: &mut R,
) -> (BySeat<u8>, BySeat<CardSet>) {
    let mut cards = [0_u64; 3];
    let take = |place: u32, trick: u64| cards[(place / 8) as usize % 3] |= trick;
    let taken = fastest(Tricks::of(hands, leader, trump, rng, take));
    let cards = BySeat::from_fn(|seat| CardSet::from_bits(cards[seat.steps_from(leader)]));
    (by_seat(taken, leader), cards)
}

#[inline]
fn by_seat(taken: u32, leader: Seat) -> BySeat<u8> {
    BySeat::from_fn(|seat| (taken >> (8 * seat.steps_from(leader))) as u8)
}

/// The hands are turned with the lead, so that all three stay in registers.
struct Tricks<'a, R, T> {
    hands: [u64; 3],
    trumps: u64,
    rng: &'a mut R,
    /// What is done with each trick: eight times the steps of who takes it from the first leader, and its cards.
    take: T,
}

impl<'a, R, T: FnMut(u32, u64)> Tricks<'a, R, T> {
    fn of(hands: &BySeat<CardSet>, leader: Seat, trump: Trump, rng: &'a mut R, take: T) -> Self {
        let trumps = trump.suit().map_or(CardSet::EMPTY, CardSet::suit).bits();
        Self { hands: leader.around().map(|seat| hands[seat].bits()), trumps, rng, take }
    }
}

impl<R: Rng, T: FnMut(u32, u64)> Work for Tricks<'_, R, T> {
    /// Tricks taken, a byte each from the first leader's.
    type Output = u32;

    #[inline(always)]
    fn run(self, select: impl Select) -> u32 {
        let Self { hands: [mut lead, mut left, mut right], trumps, rng, mut take } = self;
        let mut taken = 0_u32;
        let mut leader = 0_u32;
        for size in (1..=lead.count_ones()).rev() {
            let first = select.nth_bit(lead, below_32(rng, size));
            let suit = lane(first);
            let second = follow(left, suit, select, rng);
            let third = follow(right, suit, select, rng);
            lead ^= first;
            left ^= second;
            right ^= third;

            let cards = first | second | third;
            let best = select_unpredictable(cards & trumps != 0, cards & trumps, cards & suit);
            let top = 63 - (best | 1).leading_zeros();
            let to_left = second >> top & 1 == 1;
            let to_right = third >> top & 1 == 1;
            let turn = |stay: u64, left: u64, right: u64| {
                select_unpredictable(to_left, left, select_unpredictable(to_right, right, stay))
            };
            (lead, left, right) =
                (turn(lead, left, right), turn(left, right, lead), turn(right, lead, left));
            leader += 8 * u32::from(to_left) + 16 * u32::from(to_right);
            leader = leader.min(leader.wrapping_sub(24));
            taken += 1 << leader;
            take(leader, cards);
        }
        taken
    }
}

/// All places of the suit that this card's bit stands in.
#[inline(always)]
pub(crate) fn lane(card: u64) -> u64 {
    0xFFFF << (card.trailing_zeros() & 48)
}

/// Any card of the suit led, or any at all from a hand that has none.
#[inline(always)]
pub(crate) fn follow(hand: u64, suit: u64, select: impl Select, rng: &mut impl Rng) -> u64 {
    let cards = select_unpredictable(hand & suit != 0, hand & suit, hand);
    select.nth_bit(cards, below_32(rng, cards.count_ones()))
}
