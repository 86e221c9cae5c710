//! The tricks of a hand so far, and who drew which places of the stock after each.

use std::ops::Range;

use super::rules::ThreeKings;
use super::trick::Trick;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

/// The most tricks that a hand can have: no meld is led.
const TRICKS: usize = ThreeKings::PLAYS;

/// A trick that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedTrick {
    /// Who led it.
    pub leader: Seat,
    /// What each seat played to it: a card, or three.
    pub plays: BySeat<CardSet>,
    /// Who won it.
    pub winner: Seat,
}

impl PlayedTrick {
    /// How many cards each played: 1 or 3.
    #[inline]
    pub const fn size(&self) -> usize {
        self.plays.0[0].len()
    }
}

/// The tricks that are over, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    tricks: [PlayedTrick; TRICKS],
    len: u8,
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.tricks() == other.tricks()
    }
}

/// Places of the stock, counted from its top, that one seat draws at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draw {
    /// After which trick, counted from 0.
    pub(super) trick: usize,
    pub(super) places: Range<usize>,
}

impl History {
    pub(super) const fn new() -> Self {
        let plays = BySeat([CardSet::EMPTY; 3]);
        let none = PlayedTrick { leader: Seat::P0, plays, winner: Seat::P0 };
        Self { tricks: [none; TRICKS], len: 0 }
    }

    /// Adds a full trick.
    #[inline]
    pub(super) fn push(&mut self, trick: &Trick, winner: Seat) {
        let place = &mut self.tricks[usize::from(self.len)];
        place.leader = trick.leader();
        place.winner = winner;
        for (seat, cards) in trick.plays() {
            place.plays[seat] = cards;
        }
        self.len += 1;
    }

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(super) fn tricks(&self) -> &[PlayedTrick] {
        &self.tricks[..self.len()]
    }

    /// What a seat drew after each trick, in order.
    #[inline]
    pub(super) fn draws_of(&self, seat: Seat) -> impl Iterator<Item = Draw> {
        let mut drawn = 0;
        self.tricks().iter().enumerate().map(move |(trick, played)| {
            let each = draw_size(played.size(), drawn);
            let start = drawn + seat.steps_from(played.winner) * each;
            drawn += 3 * each;
            Draw { trick, places: start..start + each }
        })
    }
}

/// How many cards each draws after a trick of this size once so many are drawn.
#[inline]
pub(super) fn draw_size(size: usize, drawn: usize) -> usize {
    size.min((ThreeKings::STOCK - drawn) / 3)
}
