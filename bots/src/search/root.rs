//! Where a decision is taken: its choices are tried in the same drawn worlds.

use rand::SeedableRng;
use threehand_engine::{Game, Hand, Seat, View, Worlds as _};

use super::Inference;
use super::candidates::only_candidate;
use super::comparison::Comparison;
use super::playout::Players;
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::opinion::{Judged, Opinion, Unit};

/// How choices are compared.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    /// How worlds are chosen.
    pub inference: Inference,
    /// The playouts' own choice stands unless another is better by more standard errors.
    pub threshold: f64,
    /// Whether what [comes early](Knowledge::is_late) is left to the game's policy, if it has one, unless the search is
    /// sure of something better.
    pub early: bool,
    /// The share of worlds, rounded down, in which the others contest nothing from here on: what the
    /// seat does has to be worth something in these too.
    pub yielding: f64,
}

/// By how many standard errors a choice must beat that of a policy that has learned how others answer, where playouts
/// answer otherwise than tables do.
const LEARNED: f64 = 3.0;
/// The worlds that are then looked at: at least, so that an error is known, and at most, as more would make the search
/// surer and the playouts no truer.
const LEARNED_WORLDS: (usize, usize) = (8, 64);

impl Evaluation {
    /// Whether the game's policy is asked before the search.
    pub(super) fn is_early<G: Knowledge>(&self, view: &View<'_, G>) -> bool {
        self.early && !G::is_late(view)
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
        let learned = if evaluation.is_early(view) { G::policy() } else { None };
        let (least, most) = if learned.is_some() { LEARNED_WORLDS } else { (0, usize::MAX) };
        let (own, threshold, stays) = match learned {
            // It is compared to the end, so that what replaces it is surely better.
            Some(mut policy) => (policy.decide(view, rng), LEARNED, f64::MAX),
            None => {
                let threshold = evaluation.threshold;
                (players.policy.decide(view, rng), threshold, threshold)
            }
        };
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
            self.comparison.give_up(first, stays);
        }
        if self.comparison.count() < least {
            return own;
        }
        self.candidates[self.comparison.best(first, threshold, rng)]
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

    /// What each choice comes to on average over so many worlds, none being given up.
    pub(super) fn judge<P: Bot<G>>(
        &mut self,
        view: &View<'_, G>,
        evaluation: &Evaluation,
        worlds: u32,
        players: &mut Players<P>,
        rng: &mut BotRng,
        mut worth: impl Worth<G, P>,
    ) -> Vec<(G::Action, f64)> {
        self.candidates.clear();
        G::candidates(view, &mut self.candidates);
        self.comparison.start(self.candidates.len());
        let possible = G::Worlds::of(view);
        for _ in 0..worlds {
            self.try_all(&possible, view.seat(), evaluation, players, rng, &mut worth);
        }
        let means = (0..self.candidates.len()).map(|choice| self.comparison.mean(choice));
        self.candidates.iter().copied().zip(means).collect()
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
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::games::ThreeLeggedKitty;
    use threehand_engine::{Deck, Game as _, Hand as _, Legal as _, Seat, Stream};

    use crate::bot::bot_rng;
    use crate::knowledge::Knowledge as _;
    use crate::lab::{Lab, Registry as _};

    #[test]
    fn a_policy_decides_up_to_the_first_lead_but_where_the_search_is_sure() {
        let lab = Lab::standard();
        let bots = lab.bots::<ThreeLeggedKitty>();
        let make = |text| bots.make(text).expect("a bot");
        let [mut early, mut unsure, mut policy, mut search] = [
            "pimc:worlds=16:early=policy",
            "pimc:worlds=7:early=policy",
            "policy",
            "pimc:solver=none",
        ]
        .map(make);
        let rules = ThreeLeggedKitty::default();
        let standing = rules.first_standing(Seat::P0);
        // Early decisions in which the two differ, and those of them in which the search prevails.
        let (mut differ, mut overruled) = (0, 0);
        for number in 0..20 {
            let deck = Deck::shuffled(&mut Stream::new([1, number, 47, 3]));
            let mut hand = rules.start(&standing, &rules.deal(&standing, &deck));
            let mut heuristic = make("heuristic");
            while let Some(seat) = hand.turn()
                && !ThreeLeggedKitty::is_late(&hand.view(seat))
            {
                let view = hand.view(seat);
                let seed = [hand.legal().len() as u8; 32];
                let [by_policy, by_search, chosen] = [&mut policy, &mut search, &mut early]
                    .map(|bot| bot.decide(&view, &mut bot_rng(seed)));
                differ += u32::from(by_policy != by_search);
                overruled += u32::from(by_policy != chosen);
                // Too few worlds make nobody sure.
                assert_eq!(unsure.decide(&view, &mut bot_rng(seed)), by_policy);
                let action = heuristic.decide(&view, &mut bot_rng(seed));
                hand.play(action).expect("a legal action");
            }
        }
        assert!(overruled > 0 && 3 * overruled < differ, "{overruled} of {differ}");
    }

    #[test]
    fn a_policy_has_no_say_once_the_cards_are_played() {
        let lab = Lab::standard();
        let bots = lab.bots::<ThreeLeggedKitty>();
        let make = |text| bots.make(text).expect("a bot");
        let [mut early, mut search] = ["pimc:worlds=2:early=policy", "pimc:worlds=2"].map(make);
        let rules = ThreeLeggedKitty::default();
        let standing = rules.first_standing(Seat::P0);
        let deck = Deck::shuffled(&mut Stream::new([1, 0, 47, 3]));
        let mut hand = rules.start(&standing, &rules.deal(&standing, &deck));
        let mut greedy = make("greedy");
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            let seed = [hand.legal().len() as u8; 32];
            let action = greedy.decide(&view, &mut bot_rng(seed));
            if ThreeLeggedKitty::is_late(&view) {
                let [with, without] =
                    [&mut early, &mut search].map(|bot| bot.decide(&view, &mut bot_rng(seed)));
                assert_eq!(with, without);
            }
            hand.play(action).expect("a legal action");
        }
    }
}
