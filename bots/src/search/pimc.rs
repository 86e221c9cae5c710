//! `pimc`: determinized Monte Carlo.
//!
//! Each choice is tried in the same drawn worlds, each world searched as if all its cards lay open,
//! and the means are compared.
//!
//! The known flaw of the method is strategy fusion: in each world it plays on as if it knew which
//! world that is, so it puts off decisions that it will have to take without knowing, and it
//! credits its opponents with knowing its own cards. The playouts before the part that is solved
//! do not have this flaw, as each seat decides there by its view.

use threehand_engine::{Game, Hand as _, View};

use super::parameters::{
    CANDIDATES, EARLY, ERROR, PLAYOUT, SOLVER, Search, THRESHOLD, VALUE, WORLDS, YIELDING,
    evaluation, has_policy, solves, stakes, with_policy,
};
use super::playout::{Players, play_on};
use super::root::{Budget, Root};
use super::{Endgame, Evaluation, Stakes};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{EPSILON, Kind, Parameter, Range, Settings};
use crate::opinion::Opinion;

const BLEND: Parameter = Parameter::new(
    "blend",
    "auto",
    Range::AutoOrNumber(1.0),
    "weight of playing on, beside what is solved: auto, or 0 to 1",
);

/// The kind of bot `pimc`.
#[derive(Clone, Copy, Debug)]
pub struct Pimc;

impl Kind for Pimc {
    const NAME: &'static str = "pimc";
    const ABOUT: &'static str =
        "searches drawn worlds, exactly where it can, and compares the means";
    const PARAMETERS: &'static [Parameter] = &[
        WORLDS, CANDIDATES, ERROR, SOLVER, BLEND, YIELDING, EARLY, PLAYOUT, THRESHOLD, VALUE,
        EPSILON,
    ];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let lookahead = Lookahead {
            worlds: WORLDS.whole(settings),
            evaluation: evaluation::<G>(settings),
            solves: solves(settings),
            blend: BLEND.number(settings).unwrap_or(G::BLEND),
            stakes: stakes(settings),
        };
        with_policy(&lookahead, settings)
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        has_policy::<G>(settings)
    }
}

/// How a decision is looked into.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead {
    /// Worlds drawn at most; fewer where one choice is soon seen to be the best.
    pub worlds: u32,
    /// How choices are compared.
    pub evaluation: Evaluation,
    /// Whether the rest of a hand is solved where it can be.
    pub solves: bool,
    /// The weight, 0 to 1, that playing on to the end has beside what is solved. With open cards
    /// choices often come to the same, and then it separates them.
    pub blend: f64,
    /// What choices are judged by.
    pub stakes: Stakes,
}

/// Draws worlds, plays every choice on in each of them with the policy `P` at all seats until the
/// rest can be solved, and takes the choice that brings the most on average, if it is better than
/// the policy's own by more than what chance explains.
pub struct Determinized<G: Game, P, E> {
    lookahead: Lookahead,
    players: Players<P>,
    solver: Option<E>,
    root: Root<G>,
}

impl<G: Game, P, E> Determinized<G, P, E> {
    /// Looks into each decision like this; the rest of a hand is solved by `solver`.
    ///
    /// # Panics
    /// If it is to look at no worlds.
    pub fn new(lookahead: Lookahead, policy: P, solver: E) -> Self {
        assert!(lookahead.worlds > 0, "nothing can be compared without a world");
        let solver = lookahead.solves.then_some(solver);
        Self { lookahead, players: Players::new(policy), solver, root: Root::default() }
    }
}

impl<G: Knowledge> Search<G> for Lookahead {
    fn with<P: Bot<G> + Clone + 'static>(&self, policy: P) -> Box<dyn Bot<G>> {
        Box::new(Determinized::new(*self, policy, G::endgame()))
    }
}

impl<G: Knowledge, P: Bot<G>, E: Endgame<G>> Bot<G> for Determinized<G, P, E> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Lookahead { worlds, evaluation, blend, stakes, .. } = self.lookahead;
        // Beside playing on, open cards have something to say from the start; but to check a policy they take too long.
        let solves = blend < 1.0 && (G::is_late(view) || blend > 0.0 && !evaluation.early);
        let mut solver = self.solver.as_mut().filter(|_| solves);
        let value = |players: &mut Players<P>, hand: &mut G::Hand, _, luck: &mut BotRng| {
            let outcome = play_on(hand, players, solver.as_deref_mut(), luck);
            let worth = stakes.worth(view.rules(), &outcome, view.seat());
            if blend == 0.0 || hand.turn().is_none() {
                return worth;
            }
            let outcome = play_on(hand, players, None::<&mut E>, luck);
            let played = stakes.worth(view.rules(), &outcome, view.seat());
            (1.0 - blend) * worth + blend * played
        };
        self.root.decide(view, &evaluation, Budget::Worlds(worlds), &mut self.players, rng, value)
    }

    fn opinion(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Opinion<G::Action> {
        let choice = self.decide(view, rng);
        self.root.opinion(choice, self.lookahead.stakes.unit::<G>())
    }
}
