//! `mc`: flat Monte Carlo. Each choice is played out in the same drawn worlds, and the means are
//! compared.

use rand::SeedableRng;
use threehand_engine::{Game, Hand, View, Worlds as _, below};

use super::candidates::only_candidate;
use super::parameters::{
    CHECKED, EARLY, PLAYOUT, Search, WORLDS, has_policy, is_early, with_policy,
};
use super::playout::{Players, play_on};
use super::root::{Budget, Root};
use super::{Evaluation, Inference, Stakes, Unsolved};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{AnyParameter, EPSILON, Kind, Settings};

/// The kind of bot `mc`.
#[derive(Clone, Copy, Debug)]
pub struct Mc;

impl Kind for Mc {
    const NAME: &'static str = "mc";
    const ABOUT: &'static str = "plays every choice out in drawn worlds, and compares the means";
    const PARAMETERS: &'static [&'static dyn AnyParameter] = &[&WORLDS, &EARLY, &PLAYOUT, &EPSILON];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        with_policy(&Flat { worlds: WORLDS.of(settings), early: is_early::<G>(settings) }, settings)
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        has_policy::<G>(settings)
    }
}

/// How a decision is looked into.
#[derive(Clone, Copy, Debug)]
pub struct Flat {
    /// How many worlds are looked at, at least one.
    pub worlds: u32,
    /// Whether what [comes early](Knowledge::is_late) is left to the game's policy unless the search is sure of something
    /// better.
    pub early: bool,
}

impl<G: Knowledge> Search<G> for Flat {
    fn with<P: Bot<G> + Clone + 'static>(&self, policy: P) -> Box<dyn Bot<G>> {
        Box::new(MonteCarlo::new(*self, policy))
    }
}

/// Draws worlds, plays every candidate out in each of them with the policy `P` at all seats, and
/// takes the choice that wins the most matches on average; among equals each is as likely.
#[derive(Clone, Debug)]
pub struct MonteCarlo<G: Game, P> {
    flat: Flat,
    players: Players<P>,
    root: Root<G>,
    candidates: Vec<G::Action>,
    sums: Vec<f64>,
}

impl<G: Game, P> MonteCarlo<G, P> {
    /// Looks into each decision like this.
    ///
    /// # Panics
    /// If it is to look at no worlds.
    pub fn new(flat: Flat, policy: P) -> Self {
        assert!(flat.worlds > 0, "nothing can be compared without a world");
        Self {
            flat,
            players: Players::new(policy),
            root: Root::default(),
            candidates: Vec::new(),
            sums: Vec::new(),
        }
    }
}

impl<G: Knowledge, P: Bot<G>> Bot<G> for MonteCarlo<G, P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Self { flat, players, root, candidates, sums } = self;
        let worth = |players: &mut Players<P>, hand: &mut G::Hand, _, luck: &mut BotRng| {
            let outcome = play_on(hand, players, None::<&mut Unsolved>, luck);
            Stakes::Match.worth(view.rules(), &outcome, view.seat())
        };
        if flat.early && !G::is_late(view) {
            return root.decide(view, &EARLY_ON, Budget::Worlds(flat.worlds), players, rng, worth);
        }
        if let Some(only) = only_candidate(view, candidates) {
            return only;
        }
        sums.clear();
        sums.resize(candidates.len(), 0.0);
        players.unopposed = None;
        let possible = G::Worlds::of(view);
        for _ in 0..flat.worlds {
            let world = possible.draw(rng);
            // The same luck for every choice: less noise in what they differ by.
            let luck = BotRng::from_rng(rng);
            for (&candidate, sum) in candidates.iter().zip(sums.iter_mut()) {
                let mut hand = world.clone();
                hand.play_unchecked(candidate);
                *sum += worth(players, &mut hand, candidate, &mut luck.clone());
            }
        }
        let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = sums.iter().filter(|&&sum| sum == best).count();
        let chosen = if ties == 1 { 0 } else { below(rng, ties) };
        let mut equals = candidates.iter().zip(sums.iter()).filter(|&(_, &sum)| sum == best);
        *equals.nth(chosen).expect("one of the best").0
    }
}

/// How the policy's choices are checked.
const EARLY_ON: Evaluation = Evaluation {
    inference: Inference { candidates: 1, error: 0.0 },
    threshold: 0.0,
    early: true,
    yielding: CHECKED,
};
