//! Where a decision is taken: its choices are tried in the same drawn worlds.

use rand::SeedableRng;
use threehand_engine::{Game, Hand, Seat, View, Worlds as _};

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

/// Among which choices descents are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allotment {
    /// All that are not clearly behind.
    Evenly,
    /// Sequential halving: the descents are spent in rounds, as many in each, and after each round
    /// the worse half of the choices is given up.
    ///
    /// Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits" (2013).
    Halving,
}

/// What a decision may cost.
#[derive(Clone, Copy, Debug)]
pub(super) enum Budget {
    /// So many worlds.
    Worlds(u32),
    /// So many choices tried in a world.
    Descents(u32, Allotment),
}

impl Budget {
    /// What is spent on a world in which so many choices are tried.
    const fn price(self, choices: usize) -> u64 {
        match self {
            Self::Worlds(_) => 1,
            Self::Descents(..) => choices as u64,
        }
    }

    fn total(self) -> u64 {
        let (Self::Worlds(total) | Self::Descents(total, _)) = self;
        u64::from(total)
    }

    /// In how many rounds it is spent on so many choices.
    const fn rounds(self, choices: usize) -> u64 {
        match self {
            Self::Descents(_, Allotment::Halving) => choices.next_power_of_two().ilog2() as u64,
            Self::Worlds(_) | Self::Descents(_, Allotment::Evenly) => 1,
        }
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

/// Says what a world comes to in which the action has been done.
pub(super) trait Worth<G: Game, P>:
    FnMut(&mut P, &mut G::Hand, G::Action, &mut BotRng) -> f64
{
}

impl<G: Game, P, F: FnMut(&mut P, &mut G::Hand, G::Action, &mut BotRng) -> f64> Worth<G, P> for F {}

impl<G: Choices + Past> Root<G> {
    /// Tries the choices in one world after the other, until the budget is spent or one of them is
    /// clearly the best.
    pub(super) fn decide<P: Bot<G>>(
        &mut self,
        view: &View<'_, G>,
        manner: &Manner,
        budget: Budget,
        policy: &mut P,
        rng: &mut BotRng,
        mut worth: impl Worth<G, P>,
    ) -> G::Action {
        if let Some(only) = only_choice(view, &mut self.choices) {
            return only;
        }
        let own = policy.decide(view, rng);
        let first = self.choices.iter().position(|&choice| choice == own).unwrap_or_else(|| {
            self.choices.push(own);
            self.choices.len() - 1
        });
        self.comparison.start(self.choices.len());
        let possible = G::Worlds::of(view);
        let (total, rounds) = (budget.total(), budget.rounds(self.choices.len()));
        let (mut spent, mut round) = (0, 1);
        while self.comparison.contenders().len() > 1 && spent < total {
            spent += budget.price(self.comparison.contenders().len());
            self.try_all(&possible, view.seat(), manner, policy, rng, &mut worth);
            self.comparison.give_up(first, manner.doubt);
            if round < rounds && spent * rounds >= total * round {
                self.comparison.halve(first);
                round += 1;
            }
        }
        self.choices[self.comparison.best(first, manner.doubt, rng)]
    }

    /// What each choice comes to on average over so many worlds, none being given up.
    pub(super) fn judge<P: Bot<G>>(
        &mut self,
        view: &View<'_, G>,
        manner: &Manner,
        worlds: u32,
        policy: &mut P,
        rng: &mut BotRng,
        mut worth: impl Worth<G, P>,
    ) -> Vec<(G::Action, f64)> {
        self.choices.clear();
        G::choices(view, &mut self.choices);
        self.comparison.start(self.choices.len());
        let possible = G::Worlds::of(view);
        for _ in 0..worlds {
            self.try_all(&possible, view.seat(), manner, policy, rng, &mut worth);
        }
        let means = (0..self.choices.len()).map(|choice| self.comparison.mean(choice));
        self.choices.iter().copied().zip(means).collect()
    }

    /// Tries the contenders in one more world.
    fn try_all<P: Bot<G>>(
        &mut self,
        possible: &G::Worlds,
        me: Seat,
        manner: &Manner,
        policy: &mut P,
        rng: &mut BotRng,
        worth: &mut impl Worth<G, P>,
    ) {
        let Self { choices, comparison } = self;
        let world = manner.inference.draw::<G, P>(possible, me, policy, rng);
        // The same luck for every choice: less noise in what they differ by.
        let luck = BotRng::from_rng(rng);
        comparison.add(|choice| {
            let choice = choices[choice];
            let mut hand = world.clone();
            hand.play_unchecked(choice);
            let less = manner.caution * G::boldness(choice);
            worth(policy, &mut hand, choice, &mut luck.clone()) - less
        });
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::games::ThreeKings;
    use threehand_engine::{Deal, Deck, Legal as _, Stream};

    use super::*;
    use crate::bot::bot_rng;
    use crate::heuristic;

    /// In how many worlds each choice of a first lead is tried, if the later ones are better by so little
    /// that next to none is clearly behind.
    fn tried(descents: u32, allotment: Allotment) -> Vec<u32> {
        let rules = ThreeKings::default();
        let standing = rules.first_standing(Seat::P0);
        let deck = Deck::shuffled(&mut Stream::new([1, 0, 0, 0]));
        let hand = rules.start(&standing, &Deal::new(deck, rules.hand_sizes(&standing)));
        let view = hand.view(hand.turn().expect("a lead"));
        let legal = view.legal();
        let mut counts = vec![0; legal.len()];
        let manner =
            Manner { inference: Inference { of: 1, error: 0.0 }, doubt: 0.0, caution: 0.0 };
        let budget = Budget::Descents(descents, allotment);
        let mut policy = heuristic::ThreeKings::default();
        let worth = |_: &mut _, _: &mut _, action, _: &mut _| {
            let choice = legal.iter().position(|other| other == action).expect("a legal choice");
            counts[choice] += 1;
            let chance = (choice * 37 + counts[choice] as usize * 59) % 101;
            chance as f64 / 101.0 + choice as f64 / 400.0
        };
        Root::default().decide(&view, &manner, budget, &mut policy, &mut bot_rng([1; 32]), worth);
        counts
    }

    #[test]
    fn halving_spends_on_the_best_what_an_even_allotment_spends_on_all() {
        const DESCENTS: u32 = 1_000;
        let evenly = tried(DESCENTS, Allotment::Evenly);
        let halving = tried(DESCENTS, Allotment::Halving);
        let choices = evenly.len() as u32;
        for counts in [&evenly, &halving] {
            let spent: u32 = counts.iter().sum();
            assert!((DESCENTS..DESCENTS + choices).contains(&spent), "{counts:?}");
        }
        let rounds = choices.next_power_of_two().ilog2();
        let most = |counts: &[u32]| counts.iter().copied().max().expect("choices");
        assert!(most(&halving) > 2 * most(&evenly), "{evenly:?} {halving:?}");
        // The first round is for all, and half of them get no more.
        let share = DESCENTS / rounds / choices;
        let first = halving.iter().filter(|&&count| count <= share * 5 / 4).count();
        assert!(first as u32 >= choices / 2, "{halving:?}");
    }
}
