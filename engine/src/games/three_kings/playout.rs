//! A hand of Three Kings played out at random.

use rand::Rng;

use super::{Hand, Standing};
use crate::game::{Hand as _, Outcome, play_any};

pub(super) fn play_out<R: Rng>(hand: &Hand, rng: &mut R) -> Outcome<Standing> {
    let mut hand = hand.clone();
    while hand.turn().is_some() {
        play_any(&mut hand, rng);
    }
    hand.outcome().expect("the hand is over")
}
