//! `mc`: flat Monte Carlo. Each choice is played out in the same drawn worlds, and the means are
//! compared.

use threehand_engine::{Game, View};

use super::parameters::{EARLY, PLAYOUT, Search, WORLDS, evaluation, has_policy, with_policy};
use super::playout::{Players, play_on};
use super::root::{Budget, Root};
use super::{Evaluation, Stakes, Unsolved};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{EPSILON, Kind, Parameter, Settings};

/// The kind of bot `mc`.
#[derive(Clone, Copy, Debug)]
pub struct Mc;

impl Kind for Mc {
    const NAME: &'static str = "mc";
    const ABOUT: &'static str = "plays every choice out in drawn worlds, and compares the means";
    const PARAMETERS: &'static [Parameter] = &[WORLDS, EARLY, PLAYOUT, EPSILON];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let (worlds, evaluation) = (WORLDS.whole(settings), evaluation::<G>(settings));
        with_policy(&Flat { worlds, evaluation }, settings)
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
    /// How choices are compared. Its threshold counts for nothing: no choice is given up.
    pub evaluation: Evaluation,
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
}

impl<G: Game, P> MonteCarlo<G, P> {
    /// Looks into each decision like this.
    ///
    /// # Panics
    /// If it is to look at no worlds.
    pub fn new(flat: Flat, policy: P) -> Self {
        assert!(flat.worlds > 0, "nothing can be compared without a world");
        Self { flat, players: Players::new(policy), root: Root::default() }
    }
}

impl<G: Knowledge, P: Bot<G>> Bot<G> for MonteCarlo<G, P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Self { flat: Flat { worlds, evaluation }, players, root } = self;
        let worth = |players: &mut Players<P>, hand: &mut G::Hand, _, luck: &mut BotRng| {
            let outcome = play_on(hand, players, None::<&mut Unsolved>, luck);
            Stakes::Match.worth(view.rules(), &outcome, view.seat())
        };
        if evaluation.early && !G::is_late(view) {
            return root.decide(view, evaluation, Budget::Worlds(*worlds), players, rng, worth);
        }
        root.decide_flat(view, evaluation, *worlds, players, rng, worth)
    }
}
