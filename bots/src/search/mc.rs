//! `mc`: flat Monte Carlo. Each choice is played out in the same drawn worlds, and the means are
//! compared.

use rand::SeedableRng;
use threehand_engine::{Game, Hand, View, Worlds as _, below};

use super::candidates::only_candidate;
use super::parameters::{PLAYOUT, Search, WORLDS, has_policy, with_policy};
use super::playout::play_on;
use super::{Stakes, Unsolved};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{AnyParameter, EPSILON, Kind, Settings};

/// The kind of bot `mc`.
#[derive(Clone, Copy, Debug)]
pub struct Mc;

impl Kind for Mc {
    const NAME: &'static str = "mc";
    const ABOUT: &'static str = "plays every choice out in drawn worlds, and compares the means";
    const PARAMETERS: &'static [&'static dyn AnyParameter] = &[&WORLDS, &PLAYOUT, &EPSILON];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        with_policy(&Worlds(WORLDS.of(settings)), settings)
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        has_policy::<G>(settings)
    }
}

/// How many worlds are looked at.
struct Worlds(u32);

impl<G: Knowledge> Search<G> for Worlds {
    fn with<P: Bot<G> + Clone + 'static>(&self, policy: P) -> Box<dyn Bot<G>> {
        Box::new(MonteCarlo::new(self.0, policy))
    }
}

/// Draws worlds, plays every candidate out in each of them with the policy `P` at all seats, and
/// takes the choice that wins the most matches on average; among equals each is as likely.
#[derive(Clone, Debug)]
pub struct MonteCarlo<G: Game, P> {
    worlds: u32,
    policy: P,
    candidates: Vec<G::Action>,
    sums: Vec<f64>,
}

impl<G: Game, P> MonteCarlo<G, P> {
    /// Looks at so many worlds a decision, at least one.
    ///
    /// # Panics
    /// If `worlds` is 0.
    pub fn new(worlds: u32, policy: P) -> Self {
        assert!(worlds > 0, "nothing can be compared without a world");
        Self { worlds, policy, candidates: Vec::new(), sums: Vec::new() }
    }
}

impl<G: Knowledge, P: Bot<G>> Bot<G> for MonteCarlo<G, P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Self { worlds, policy, candidates, sums } = self;
        if let Some(only) = only_candidate(view, candidates) {
            return only;
        }
        sums.clear();
        sums.resize(candidates.len(), 0.0);
        let possible = G::Worlds::of(view);
        for _ in 0..*worlds {
            let world = possible.draw(rng);
            // The same luck for every choice: less noise in what they differ by.
            let luck = BotRng::from_rng(rng);
            for (&candidate, sum) in candidates.iter().zip(sums.iter_mut()) {
                let mut hand = world.clone();
                hand.play_unchecked(candidate);
                let outcome = play_on(&mut hand, policy, None::<&mut Unsolved>, &mut luck.clone());
                *sum += Stakes::Match.worth(view.rules(), &outcome, view.seat());
            }
        }
        let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = sums.iter().filter(|&&sum| sum == best).count();
        let chosen = if ties == 1 { 0 } else { below(rng, ties) };
        let mut equals = candidates.iter().zip(sums.iter()).filter(|&(_, &sum)| sum == best);
        *equals.nth(chosen).expect("one of the best").0
    }
}
