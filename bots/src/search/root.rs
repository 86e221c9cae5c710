//! Where a decision is taken: its choices are tried in the same drawn worlds.

use rand::SeedableRng;
use threehand_engine::{Hand, View, Worlds as _};

use super::choices::only_choice;
use super::comparison::Comparison;
use super::{Choices, Inference, Past};
use crate::bot::{Bot, BotRng};

/// How choices are compared.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How worlds are chosen.
    pub inference: Inference,
    /// The policy's own choice stands unless another is better by more standard errors.
    pub doubt: f64,
    /// What is taken off the worth of the boldest choice, and of others in proportion: playing on by
    /// the policy makes them look better than they are. Of two choices that come to the same the
    /// less bold is taken.
    pub caution: f64,
}

/// What a decision may cost.
#[derive(Clone, Copy, Debug)]
pub(super) enum Budget {
    /// So many worlds.
    Worlds(u32),
    /// So many choices tried in a world.
    Descents(u32),
}

impl Budget {
    /// Pays for a world in which so many choices are tried; `false` once all is spent.
    fn pay(&mut self, choices: usize) -> bool {
        let (left, price) = match self {
            Self::Worlds(left) => (left, 1),
            Self::Descents(left) => (left, choices as u32),
        };
        let pays = *left > 0;
        *left = left.saturating_sub(price);
        pays
    }
}

/// The choices at the root of a search, and how they have done.
#[derive(Clone, Debug)]
pub(super) struct Root<G: Choices> {
    choices: Vec<G::Action>,
    comparison: Comparison,
}

impl<G: Choices> Default for Root<G> {
    fn default() -> Self {
        Self { choices: Vec::new(), comparison: Comparison::default() }
    }
}

impl<G: Choices + Past> Root<G> {
    /// Tries the choices in one world after the other, until the budget is spent or one of them is
    /// clearly the best. `value` says what a world comes to in which the action has been done.
    pub(super) fn decide<P: Bot<G>>(
        &mut self,
        view: &View<'_, G>,
        manner: &Manner,
        mut budget: Budget,
        policy: &mut P,
        rng: &mut BotRng,
        mut value: impl FnMut(&mut P, &mut G::Hand, G::Action, &mut BotRng) -> f64,
    ) -> G::Action {
        let Self { choices, comparison } = self;
        if let Some(only) = only_choice(view, choices) {
            return only;
        }
        let own = policy.decide(view, rng);
        let first = choices.iter().position(|&choice| choice == own).unwrap_or_else(|| {
            choices.push(own);
            choices.len() - 1
        });
        comparison.start(choices.len());
        let possible = G::Worlds::of(view);
        while comparison.contenders().len() > 1 && budget.pay(comparison.contenders().len()) {
            let world = manner.inference.draw::<G, P>(&possible, view.seat(), policy, rng);
            // The same luck for every choice: less noise in what they differ by.
            let luck = BotRng::from_rng(rng);
            comparison.add(|choice| {
                let choice = choices[choice];
                let mut hand = world.clone();
                hand.play_unchecked(choice);
                let less = manner.caution * G::boldness(choice);
                value(policy, &mut hand, choice, &mut luck.clone()) - less
            });
        }
        choices[comparison.best(first, manner.doubt, rng)]
    }
}
