//! `mc` and `pimc`: Monte Carlo over drawn worlds.
//!
//! Each choice is tried in the same drawn worlds, and the means are compared. `mc` plays each world out, and looks at
//! all choices to the end; `pimc` searches each as if all its cards lay open, and gives choices up on the way.
//!
//! The known flaw of `pimc` is strategy fusion: in each world it plays on as if it knew which
//! world that is, so it puts off decisions that it will have to take without knowing, and it
//! credits its opponents with knowing its own cards. The playouts before the part that is solved
//! do not have this flaw, as each seat decides there by its view.

use threehand_engine::{Game, Hand as _, View};

use super::Endgame;
use super::equity::Stakes;
use super::inference::Inference;
use super::parameters::{
    CANDIDATES, EARLY, ERROR, PLAYOUT, PLAYOUT_OR_AUTO, SOLVER, Search, THRESHOLD, VALUE, WORLDS,
    YIELDING, evaluation, has_policy, refusal, solves, stakes, with_policy,
};
use super::playout::{Players, play_on};
use super::root::{Budget, Evaluation, Root};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{EPSILON, Kind, Parameter, Range, Settings};
use crate::opinion::Opinion;

/// The kind of bot `mc`.
#[derive(Clone, Copy, Debug)]
pub struct Mc;

impl Kind for Mc {
    const NAME: &'static str = "mc";
    const ABOUT: &'static str = "plays every choice out in drawn worlds, and compares the means";
    const PARAMETERS: &'static [Parameter] = &[WORLDS, EARLY, PLAYOUT, VALUE, EPSILON];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let lookahead = Lookahead {
            worlds: WORLDS.whole(settings),
            flat: true,
            evaluation: Evaluation { inference: Inference::NONE, ..evaluation::<G>(settings) },
            solves: false,
            blend: 0.0,
            stakes: stakes(settings),
        };
        with_policy(&lookahead, PLAYOUT.of(settings))
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        has_policy::<G>(settings)
    }

    fn refusal<G: Knowledge>(&self, game: &G, settings: &Settings) -> Option<String> {
        refusal(game, settings)
    }
}

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
        WORLDS,
        CANDIDATES,
        ERROR,
        SOLVER,
        BLEND,
        YIELDING,
        EARLY,
        PLAYOUT_OR_AUTO,
        THRESHOLD,
        VALUE,
        EPSILON,
    ];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let lookahead = Lookahead {
            worlds: WORLDS.whole(settings),
            flat: false,
            evaluation: evaluation::<G>(settings),
            solves: solves(settings),
            blend: BLEND.number(settings).unwrap_or(G::BLEND),
            stakes: stakes(settings),
        };
        with_policy(&lookahead, PLAYOUT_OR_AUTO.of(settings))
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        has_policy::<G>(settings)
    }

    fn refusal<G: Knowledge>(&self, game: &G, settings: &Settings) -> Option<String> {
        refusal(game, settings)
    }
}

/// How a decision is looked into.
#[derive(Clone, Copy)]
struct Lookahead {
    /// Worlds drawn at most; fewer where one choice is soon seen to be the best.
    worlds: u32,
    /// Whether all choices are looked at in all worlds, whatever the playouts themselves would choose.
    flat: bool,
    evaluation: Evaluation,
    /// Whether the rest of a hand is solved where it can be.
    solves: bool,
    /// The weight, 0 to 1, that playing on to the end has beside what is solved. With open cards
    /// choices often come to the same, and then it separates them.
    blend: f64,
    stakes: Stakes,
}

impl<G: Knowledge> Search<G> for Lookahead {
    fn with<P: Bot<G> + Clone + 'static>(&self, policy: P) -> Box<dyn Bot<G>> {
        Box::new(Determinized {
            lookahead: *self,
            players: Players::new(policy),
            solver: self.solves.then(G::endgame),
            root: Root::default(),
        })
    }
}

/// Draws worlds, plays every choice on in each of them with the policy `P` at all seats until the
/// rest can be solved, and takes the choice that brings the most on average: `pimc` if it is better than
/// the policy's own by more than what chance explains, `mc` in any case.
struct Determinized<G: Game, P, E> {
    lookahead: Lookahead,
    players: Players<P>,
    solver: Option<E>,
    root: Root<G>,
}

impl<G: Knowledge, P: Bot<G>, E: Endgame<G>> Bot<G> for Determinized<G, P, E> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Self { lookahead, players, solver, root } = self;
        let Lookahead { worlds, flat, evaluation, blend, stakes, .. } = *lookahead;
        // Beside playing on, open cards have something to say from the start; but to check a policy they take too long.
        let solves = blend < 1.0 && (G::is_late(view) || blend > 0.0 && !evaluation.early);
        let mut solver = solver.as_mut().filter(|_| solves);
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
        if flat && (G::is_late(view) || !evaluation.early) {
            return root.decide_flat(view, &evaluation, worlds, players, rng, value);
        }
        root.decide(view, &evaluation, Budget::Worlds(worlds), players, rng, value)
    }

    fn opinion(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Opinion<G::Action> {
        let choice = self.decide(view, rng);
        self.root.opinion(choice, self.lookahead.stakes.unit::<G>())
    }
}
