//! Where a decision is taken: its choices are tried in the same drawn worlds.

use rand::SeedableRng;
use threehand_engine::{Game, Hand, Seat, View, Worlds as _};

use super::candidates::only_candidate;
use super::comparison::Comparison;
use super::inference::Inference;
use super::playout::Players;
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::opinion::{Judged, Opinion, Unit};

/// How choices are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation {
    /// How worlds are chosen.
    pub(super) inference: Inference,
    /// The playouts' own choice stands unless another is better by more standard errors.
    pub(super) threshold: f64,
    /// When choices are given up.
    pub(super) patience: Patience,
    /// Whether what [comes early](Knowledge::is_late) is left to the game's policy, if it has one, unless the search is
    /// sure of something better.
    pub(super) early: bool,
    /// The share of worlds, rounded down, in which the others contest nothing from here on: what the
    /// seat does has to be worth something in these too.
    pub(super) yielding: f64,
}

/// How many standard errors behind the best a choice is still compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// The playouts' own choice, which is compared up to the threshold in any case.
    pub(super) own: f64,
    /// Every other choice.
    pub(super) others: f64,
}

impl Evaluation {
    /// The game's policy, where it is asked before the search.
    fn learned<G: Knowledge>(&self, view: &View<'_, G>) -> Option<impl Bot<G>> {
        if self.early && !G::is_late(view) { G::policy() } else { None }
    }
}

/// What it takes to replace the choice that a search starts from.
struct Bar {
    /// By how many standard errors another must be better in the end.
    threshold: f64,
    /// By how many it may fall behind on the way and is still compared.
    stays: f64,
    /// The worlds that are looked at, at least and at most.
    worlds: (usize, usize),
    /// How these are chosen.
    inference: Inference,
}

impl Bar {
    /// For the choice of a policy that has learned how others answer, where playouts answer otherwise than tables do.
    /// It is compared to the end, so that what replaces it is surely better. Of fewer than eight worlds no error is
    /// known, and more than 64 make the search surer and the playouts no truer. Nor do such playouts show which worlds
    /// go well with the answers that were given.
    const LEARNED: Self =
        Self { threshold: 3.0, stays: f64::MAX, worlds: (8, 64), inference: Inference::NONE };

    /// For the playouts' own choice.
    fn own(&Evaluation { threshold, patience, inference, .. }: &Evaluation) -> Self {
        Self { threshold, stays: threshold.max(patience.own), worlds: (0, usize::MAX), inference }
    }
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
pub(super) struct Root<G: Game> {
    candidates: Vec<G::Action>,
    comparison: Comparison,
}

impl<G: Game> Default for Root<G> {
    fn default() -> Self {
        Self { candidates: Vec::new(), comparison: Comparison::default() }
    }
}

/// Says what a world comes to in which the action has been done.
pub(super) trait Worth<G: Game, P>:
    FnMut(&mut Players<P>, &mut G::Hand, G::Action, &mut BotRng) -> f64
{
}

impl<G: Game, P, F> Worth<G, P> for F where
    F: FnMut(&mut Players<P>, &mut G::Hand, G::Action, &mut BotRng) -> f64
{
}

impl<G: Knowledge> Root<G> {
    /// Tries the choices in one world after the other, until the budget is spent or one of them is
    /// clearly the best.
    pub(super) fn decide<P: Bot<G>>(
        &mut self,
        view: &View<'_, G>,
        evaluation: &Evaluation,
        mut budget: Budget,
        players: &mut Players<P>,
        rng: &mut BotRng,
        mut worth: impl Worth<G, P>,
    ) -> G::Action {
        if let Some(only) = only_candidate(view, &mut self.candidates) {
            return only;
        }
        let (own, bar) = match evaluation.learned(view) {
            Some(mut policy) => (policy.decide(view, rng), Bar::LEARNED),
            None => (players.policy.decide(view, rng), Bar::own(evaluation)),
        };
        let (least, most) = bar.worlds;
        let evaluation = &Evaluation { inference: bar.inference, ..*evaluation };
        let first = self.candidates.iter().position(|&choice| choice == own).unwrap_or_else(|| {
            self.candidates.push(own);
            self.candidates.len() - 1
        });
        self.comparison.start(self.candidates.len());
        let possible = G::Worlds::of(view);
        while self.comparison.contenders().len() > 1
            && self.comparison.count() < most
            && budget.pay(self.comparison.contenders().len())
        {
            self.try_all(&possible, view.seat(), evaluation, players, rng, &mut worth);
            self.comparison.give_up(evaluation.patience.others, first, bar.stays);
        }
        if self.comparison.count() < least {
            return own;
        }
        self.candidates[self.comparison.best(first, bar.threshold, rng)]
    }

    /// What was thought of the choices when this one was taken.
    pub(super) fn opinion(&self, choice: G::Action, unit: Unit) -> Opinion<G::Action> {
        let Self { candidates, comparison } = self;
        let chosen = candidates.iter().position(|&candidate| candidate == choice);
        let Some(chosen) = chosen.filter(|_| candidates.len() > 1 && comparison.worlds(0) > 0)
        else {
            return Opinion::only(choice);
        };
        let best = comparison.mean(chosen);
        let worths = candidates.iter().enumerate().map(|(place, &action)| {
            let (loss, error) = comparison.loss(chosen, place);
            Judged { action, mean: best - loss, loss, error, worlds: comparison.worlds(place) }
        });
        Opinion { choice, unit, worths: worths.collect() }
    }

    /// Takes what comes to the most over so many worlds, no choice being given up; each of equals is as likely.
    pub(super) fn decide_flat<P: Bot<G>>(
        &mut self,
        view: &View<'_, G>,
        evaluation: &Evaluation,
        worlds: u32,
        players: &mut Players<P>,
        rng: &mut BotRng,
        mut worth: impl Worth<G, P>,
    ) -> G::Action {
        if let Some(only) = only_candidate(view, &mut self.candidates) {
            return only;
        }
        self.comparison.start(self.candidates.len());
        let possible = G::Worlds::of(view);
        for _ in 0..worlds {
            self.try_all(&possible, view.seat(), evaluation, players, rng, &mut worth);
        }
        self.candidates[self.comparison.any_leader(rng)]
    }

    /// Tries the contenders in one more world.
    fn try_all<P: Bot<G>>(
        &mut self,
        possible: &G::Worlds,
        me: Seat,
        evaluation: &Evaluation,
        players: &mut Players<P>,
        rng: &mut BotRng,
        worth: &mut impl Worth<G, P>,
    ) {
        let Self { candidates, comparison } = self;
        let world = evaluation.inference.draw::<G, P>(possible, me, &mut players.policy, rng);
        // The same luck for every choice: less noise in what they differ by.
        let luck = BotRng::from_rng(rng);
        players.unopposed = comparison.is_in_share(evaluation.yielding).then_some(me);
        comparison.add(|choice| {
            let candidate = candidates[choice];
            let mut hand = world.clone();
            hand.play_unchecked(candidate);
            worth(players, &mut hand, candidate, &mut luck.clone())
        });
        players.unopposed = None;
    }
}
