//! `pimc`: determinized Monte Carlo.
//!
//! Each choice is tried in the same drawn worlds, each world searched as if all its cards lay open,
//! and the means are compared.
//!
//! The known flaw of the method is strategy fusion: in each world it plays on as if it knew which
//! world that is, so it puts off decisions that it will have to take without knowing, and it
//! credits its opponents with knowing its own cards. The playouts before the part that is solved
//! do not have this flaw, as each seat decides there by its view.

use rand::SeedableRng;
use threehand_engine::{Hand, Legal as _, View, Worlds as _};

use super::comparison::Comparison;
use super::playout::play_on;
use super::{Choices, Endings, Inference, MatchValue, Past, Stakes};
use crate::bot::{Bot, BotRng};

/// How a decision is looked into.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead {
    /// Worlds drawn at most; fewer where one choice is soon seen to be the best.
    pub worlds: u32,
    /// The policy's own choice stands unless another is better by more standard errors.
    pub doubt: f64,
    /// How worlds are chosen.
    pub inference: Inference,
    /// Whether the rest of a hand is solved where it can be.
    pub solves: bool,
    /// The weight, 0 to 1, that playing on to the end has beside what is solved. With open cards
    /// choices often come to the same, and then it tells them apart.
    pub blend: f64,
    /// What choices are judged by.
    pub stakes: Stakes,
}

/// Draws worlds, plays every choice on in each of them with the policy `P` at all seats until the
/// rest can be solved, and takes the choice that brings the most on average, if it is better than
/// the policy's own by more than what chance explains.
pub struct Pimc<G: Endings, P> {
    lookahead: Lookahead,
    policy: P,
    solver: Option<G::Solver>,
    choices: Vec<G::Action>,
    comparison: Comparison,
}

impl<G: Endings, P> Pimc<G, P> {
    /// Looks into each decision like this.
    ///
    /// # Panics
    /// If it is to look at no worlds.
    pub fn new(lookahead: Lookahead, policy: P) -> Self {
        assert!(lookahead.worlds > 0, "nothing can be compared without a world");
        Self {
            lookahead,
            policy,
            solver: lookahead.solves.then(G::Solver::default),
            choices: Vec::new(),
            comparison: Comparison::default(),
        }
    }
}

impl<G: Choices + Endings + MatchValue + Past, P: Bot<G>> Bot<G> for Pimc<G, P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Self { lookahead, policy, solver, choices, comparison } = self;
        if view.legal().len() == 1 {
            return view.legal().nth(0);
        }
        choices.clear();
        G::choices(view, choices);
        if let [only] = choices[..] {
            return only;
        }
        let own = policy.decide(view, rng);
        let first = choices.iter().position(|&choice| choice == own).unwrap_or_else(|| {
            choices.push(own);
            choices.len() - 1
        });
        // Beside playing on, open cards have something to say from the start.
        let mut solver = solver.as_mut().filter(|_| G::is_late(view) || lookahead.blend > 0.0);
        comparison.start(choices.len());
        let possible = G::Worlds::of(view);
        for _ in 0..lookahead.worlds {
            let world = lookahead.inference.draw::<G, P>(&possible, view.seat(), policy, rng);
            // The same luck for every choice: less noise in what they differ by.
            let luck = BotRng::from_rng(rng);
            comparison.add(|choice| {
                let mut hand = world.clone();
                hand.play_unchecked(choices[choice]);
                let mut luck = luck.clone();
                let outcome = play_on(&mut hand, policy, solver.as_deref_mut(), &mut luck);
                let worth = lookahead.stakes.worth::<G>(&outcome, view.seat());
                if lookahead.blend == 0.0 || hand.turn().is_none() {
                    return worth;
                }
                let outcome = play_on(&mut hand, policy, None, &mut luck);
                let played = lookahead.stakes.worth::<G>(&outcome, view.seat());
                (1.0 - lookahead.blend) * worth + lookahead.blend * played
            });
            if comparison.contenders().len() == 1 {
                break;
            }
        }
        choices[comparison.best(first, lookahead.doubt, rng)]
    }
}
