//! The tricks of a hand in which suit is followed, aces are high and trumps beat.

use rand::Rng;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::game::{Hand, play_any};
use crate::illegal::Illegal;
use crate::seat::{BySeat, Seat};
use crate::trick::{Trick, Trump};
use crate::trick_playout;

/// The tricks so far: who took how many, who played what, and what that shows. `PLAYS` is the
/// number of cards that are played in a hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tricks<const PLAYS: usize> {
    /// The trick being played; before the first lead, an empty one.
    pub(crate) trick: Trick,
    pub(crate) taken: BySeat<u8>,
    /// The cards that each seat has played.
    pub(crate) played: BySeat<CardSet>,
    /// The cards that each seat has shown not to hold: all of the suits that it has failed to follow.
    pub(crate) void: BySeat<CardSet>,
    plays: [(Seat, Card); PLAYS],
    len: u8,
}

impl<const PLAYS: usize> Tricks<PLAYS> {
    const NO_PLAYS: [(Seat, Card); PLAYS] = [(Seat::P0, Card::from_index(0)); PLAYS];

    #[inline]
    pub(crate) const fn led_by(leader: Seat) -> Self {
        Self {
            trick: Trick::led_by(leader),
            taken: BySeat([0; 3]),
            played: BySeat([CardSet::EMPTY; 3]),
            void: BySeat([CardSet::EMPTY; 3]),
            plays: Self::NO_PLAYS,
            len: 0,
        }
    }

    /// All cards played, in order, with who played them.
    pub(crate) fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        self.plays[..usize::from(self.len)].iter().copied()
    }

    /// All cards played.
    #[inline]
    pub(crate) fn all_played(&self) -> CardSet {
        let BySeat([a, b, c]) = self.played;
        a | b | c
    }

    /// The cards that the player to move can play to the trick.
    #[inline]
    pub(crate) fn playable(&self, hands: &BySeat<CardSet>) -> CardSet {
        self.trick.playable(hands[self.trick.turn()])
    }

    /// Plays a card of the player to move; returns whether it was the last card of the hand.
    #[inline]
    pub(crate) fn play(&mut self, card: Card, trump: Trump, hands: &mut BySeat<CardSet>) -> bool {
        self.void[self.trick.turn()] |= self.trick.unfollowed_by(card);
        self.lay(card, trump, hands)
    }

    /// The same where a card of another suit need not show that its player can't follow.
    #[inline]
    pub(crate) fn lay(&mut self, card: Card, trump: Trump, hands: &mut BySeat<CardSet>) -> bool {
        let seat = self.trick.turn();
        self.plays[usize::from(self.len)] = (seat, card);
        self.len += 1;
        hands[seat].remove(card);
        self.played[seat].insert(card);
        self.trick.play(card, trump);
        let Some(winner) = self.trick.winner() else {
            return false;
        };
        self.taken[winner] += 1;
        let over = hands[winner].is_empty();
        if !over {
            self.trick = Trick::led_by(winner);
        }
        over
    }

    /// Why a card is refused that is not playable.
    pub(crate) fn refusal(&self, seat: Seat, card: Card, hands: &BySeat<CardSet>) -> Illegal {
        match self.trick.suit().filter(|_| hands[seat].contains(card)) {
            Some(suit) => Illegal::MustFollow { seat, suit, card },
            None => Illegal::NotHeld { seat, card },
        }
    }

    /// Plays these hands to their end at random, from a lead: how many tricks each seat takes in all.
    #[inline]
    pub(crate) fn play_out<R: Rng>(
        &self,
        hands: &BySeat<CardSet>,
        trump: Trump,
        rng: &mut R,
    ) -> BySeat<u8> {
        let taken = trick_playout::play_out(hands, self.trick.leader(), trump, rng);
        BySeat::from_fn(|seat| self.taken[seat] + taken[seat])
    }

    /// The same, with the cards that each seat takes from here on.
    pub(crate) fn play_out_cards<R: Rng>(
        &self,
        hands: &BySeat<CardSet>,
        trump: Trump,
        rng: &mut R,
    ) -> (BySeat<u8>, BySeat<CardSet>) {
        let (taken, cards) = trick_playout::play_out_cards(hands, self.trick.leader(), trump, rng);
        (BySeat::from_fn(|seat| self.taken[seat] + taken[seat]), cards)
    }
}

/// Plays at random up to the next lead or to the end of the hand, and `finish`es from there.
pub(crate) fn from_lead<H: Hand, R: Rng, T>(
    hand: &H,
    is_at_lead: impl Fn(&H) -> bool,
    rng: &mut R,
    finish: impl Fn(&H, &mut R) -> T,
) -> T {
    if is_at_lead(hand) {
        return finish(hand, rng);
    }
    let mut hand = hand.clone();
    while !is_at_lead(&hand) {
        play_any(&mut hand, rng);
    }
    finish(&hand, rng)
}
