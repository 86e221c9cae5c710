//! The fast way to the end of a hand against the slow one.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::script::any_action;
use super::trials::Trials;
use crate::random::below;
use crate::{Game, Hand};

/// The playout comes to what [`Hand::legal`] and [`Hand::play_unchecked`] come to with the same
/// random numbers, and takes as many of them.
///
/// One playout a hand, from its start, its end or any decision between: 100,000 hands take about a
/// second.
///
/// # Panics
/// If the outcome or the random numbers differ.
pub fn playouts<G: Game>(trials: &Trials<G>) {
    let mut numbers = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut decisions = 60;
    trials.each(|trial| {
        let from = below(&mut trial.rng, decisions + 1);
        trial.steps(from);
        decisions = trial.actions.len() + playout(&trial.hand, &mut numbers);
    });
}

/// The same of one playout of a hand. Returns its decisions.
///
/// # Panics
/// If the outcome or the random numbers differ.
pub fn playout<H: Hand>(hand: &H, numbers: &mut Xoshiro256PlusPlus) -> usize {
    let mut fast = numbers.clone();
    let outcome = hand.play_out(&mut fast);
    let mut slow = hand.clone();
    let mut decisions = 0;
    while slow.turn().is_some() {
        slow.play_unchecked(any_action(&slow, numbers));
        decisions += 1;
    }
    assert_eq!(Some(outcome), slow.outcome(), "a playout comes to another outcome");
    assert_eq!(&fast, numbers, "a playout draws other numbers");
    decisions
}
