//! `mc`: flat Monte Carlo. Each choice is played out in the same drawn worlds, and the means are
//! compared.

use rand::SeedableRng;
use threehand_engine::{Game, Hand, View, Worlds, below};

use super::choices::only_choice;
use super::playout::play_on;
use super::{Choices, Endings, MatchValue};
use crate::bot::{Bot, BotRng};

/// Draws worlds, plays every choice out in each of them with the policy `P` at all seats, and
/// takes the choice that wins the most matches on average; among equals each is as likely.
#[derive(Clone, Debug)]
pub struct MonteCarlo<G: Game, P> {
    worlds: u32,
    policy: P,
    choices: Vec<G::Action>,
    sums: Vec<f64>,
}

impl<G: Game, P> MonteCarlo<G, P> {
    /// Looks at so many worlds a decision, at least one.
    ///
    /// # Panics
    /// If `worlds` is 0.
    pub fn new(worlds: u32, policy: P) -> Self {
        assert!(worlds > 0, "nothing can be compared without a world");
        Self { worlds, policy, choices: Vec::new(), sums: Vec::new() }
    }
}

impl<G: Choices + Endings + MatchValue, P: Bot<G>> Bot<G> for MonteCarlo<G, P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Self { worlds, policy, choices, sums } = self;
        if let Some(only) = only_choice(view, choices) {
            return only;
        }
        sums.clear();
        sums.resize(choices.len(), 0.0);
        let possible = G::Worlds::of(view);
        for _ in 0..*worlds {
            let world = possible.draw(rng);
            // The same luck for every choice: less noise in what they differ by.
            let luck = BotRng::from_rng(rng);
            for (&choice, sum) in choices.iter().zip(sums.iter_mut()) {
                let mut hand = world.clone();
                hand.play_unchecked(choice);
                let outcome = play_on(&mut hand, policy, None, &mut luck.clone());
                *sum += G::chances(&outcome)[view.seat()];
            }
        }
        let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = sums.iter().filter(|&&sum| sum == best).count();
        let chosen = if ties == 1 { 0 } else { below(rng, ties) };
        let mut equals = choices.iter().zip(sums.iter()).filter(|&(_, &sum)| sum == best);
        *equals.nth(chosen).expect("one of the best").0
    }
}
