//! A hand of Three-Legged Kitty played out at random.

use rand::Rng;

use super::hand::Phase;
use super::{Hand, Standing};
use crate::game::play_any;
use crate::seat::BySeat;
use crate::standing::Outcome;
use crate::trick_playout;

/// Goes through `play` to the next lead, and then through nothing but the cards.
pub(super) fn play_out<R: Rng>(hand: &Hand, rng: &mut R) -> Outcome<Standing> {
    if at_lead(hand) {
        return play_tricks(hand, rng);
    }
    let mut hand = hand.clone();
    while !at_lead(&hand) {
        play_any(&mut hand, rng);
    }
    play_tricks(&hand, rng)
}

fn at_lead(hand: &Hand) -> bool {
    hand.phase == Phase::Over || hand.phase == Phase::Play && hand.trick.is_empty()
}

fn play_tricks<R: Rng>(hand: &Hand, rng: &mut R) -> Outcome<Standing> {
    if hand.phase == Phase::Over {
        // Where all passed, nobody plays his cards.
        return hand.settle(hand.tricks);
    }
    let taken = trick_playout::play_out(&hand.hands, hand.trick.leader(), hand.trump, rng);
    hand.settle(BySeat::from_fn(|seat| hand.tricks[seat] + taken[seat]))
}
