//! `ismcts`: Monte Carlo tree search over information sets, for a single observer.
//!
//! Every descent draws a world from the view and walks one tree, whose nodes are what the searching
//! seat would have seen: an action that this world does not allow is passed by, and counts as not
//! available. Each seat is taken to want its own chance to win the match (max^n). What others do
//! unseen is done by the policy, and is no step in the tree.
//!
//! P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012); the
//! bound that leads a descent is that of C. Rosin, "Multi-armed bandits with episode context"
//! (2011), with the policy's choice as the one predicted.

use threehand_engine::{BySeat, Game, Hand, Outcome, Seat, View};

use super::Endgame;
use super::equity::Stakes;
use super::parameters::{
    CANDIDATES, EARLY, ERROR, PLAYOUT_OR_AUTO, SOLVER, Search, THRESHOLD, VALUE, YIELDING,
    evaluation, has_policy, refusal, solves, stakes, with_policy,
};
use super::playout::{Players, play_on};
use super::root::{Budget, Evaluation, Root};
use super::tree::{NodeId, Tree};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{EPSILON, Kind, Parameter, Range, Settings};
use crate::opinion::Opinion;

const ITERATIONS: Parameter = Parameter::new(
    "iterations",
    "2000",
    Range::Whole(10_000_000),
    "descents a decision, about, 1 to 10000000",
);

const EXPLORATION: Parameter = Parameter::new(
    "c",
    "0.7",
    Range::Number(100.0),
    "how much is tried that does not look best, 0 to 100",
);

/// The kind of bot `ismcts`.
#[derive(Clone, Copy, Debug)]
pub struct Ismcts;

impl Kind for Ismcts {
    const NAME: &'static str = "ismcts";
    const ABOUT: &'static str =
        "plays drawn worlds on through one tree, each seat after its own chance";
    const PARAMETERS: &'static [Parameter] = &[
        ITERATIONS,
        EXPLORATION,
        CANDIDATES,
        ERROR,
        SOLVER,
        YIELDING,
        EARLY,
        PLAYOUT_OR_AUTO,
        THRESHOLD,
        VALUE,
        EPSILON,
    ];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let descents = Descents {
            iterations: ITERATIONS.whole(settings),
            exploration: EXPLORATION.number(settings).unwrap_or(0.0),
            evaluation: evaluation::<G>(settings),
            solves: solves(settings),
            stakes: stakes(settings),
        };
        with_policy(&descents, PLAYOUT_OR_AUTO.of(settings))
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        has_policy::<G>(settings)
    }

    fn refusal<G: Knowledge>(&self, game: &G, settings: &Settings) -> Option<String> {
        refusal(game, settings)
    }
}

/// The weight that the policy's own choice has among all, before any is tried.
const PREDICTED: f64 = 0.5;

/// How a tree is searched.
#[derive(Clone, Copy)]
struct Descents {
    /// How many a decision, at least one.
    iterations: u32,
    /// How much is tried that does not look best, at least 0.
    exploration: f64,
    evaluation: Evaluation,
    /// Whether the rest of a hand is solved where it can be.
    solves: bool,
    /// What all seats play for.
    stakes: Stakes,
}

impl<G: Knowledge> Search<G> for Descents {
    fn with<P: Bot<G> + Clone + 'static>(&self, policy: P) -> Box<dyn Bot<G>> {
        Box::new(TreeSearch {
            descents: *self,
            players: Players::new(policy),
            solver: self.solves.then(G::endgame),
            growth: Growth::new(self.exploration),
            root: Root::default(),
        })
    }
}

/// Tries its choices in the same drawn worlds, each by a descent through its part of the tree, and
/// takes the one that brings the most on average, if it is better than the policy's own by more
/// than what chance explains. Beyond the tree, and where others act out of sight, all play by `P`.
struct TreeSearch<G: Game, P, E> {
    descents: Descents,
    players: Players<P>,
    solver: Option<E>,
    growth: Growth<G>,
    root: Root<G>,
}

/// The least and the most of nothing.
const NO_RANGE: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// A tree as it grows, and what was found on the way.
struct Growth<G: Game> {
    exploration: f64,
    /// Who searches.
    observer: Seat,
    tree: Tree<G::Action>,
    /// The nodes that the last descent went through.
    path: Vec<NodeId>,
    candidates: Vec<G::Action>,
    /// The least and the most that each seat has come to.
    range: BySeat<(f64, f64)>,
}

impl<G: Knowledge> Growth<G> {
    fn new(exploration: f64) -> Self {
        Self {
            exploration,
            observer: Seat::P0,
            tree: Tree::new(),
            path: Vec::new(),
            candidates: Vec::new(),
            range: BySeat([NO_RANGE; 3]),
        }
    }

    /// Begins a new tree.
    fn start(&mut self, observer: Seat) {
        self.observer = observer;
        self.tree.clear();
        self.range = BySeat([NO_RANGE; 3]);
    }

    /// Adds what the last descent came to.
    fn add(&mut self, values: BySeat<f64>) {
        self.tree.add(&self.path, values);
        self.range = BySeat::from_fn(|seat| {
            let (low, high) = self.range[seat];
            (low.min(values[seat]), high.max(values[seat]))
        });
    }

    /// Walks on from where the observer has done `chosen` until it makes a node or, if that ends a
    /// walk, the rest can be solved; notes the nodes it went through. Says how the hand ends: beyond
    /// the walk it is played on.
    fn descend<P: Bot<G>>(
        &mut self,
        hand: &mut G::Hand,
        chosen: G::Action,
        players: &mut Players<P>,
        mut solver: Option<&mut impl Endgame<G>>,
        rng: &mut BotRng,
    ) -> Outcome<G::Standing> {
        let mut at = self.tree.child_or_new(Tree::<G::Action>::ROOT, chosen);
        self.path.clear();
        self.path.push(at);
        while self.tree.node(at).visits > 0
            && let Some(seat) = hand.turn()
        {
            if G::ENDS_WALKS
                && let Some(solver) = &mut solver
                && let Some(outcome) = solver.solve(hand)
            {
                return outcome;
            }
            let view = hand.view(seat);
            let predicted = players.decide(&view, rng);
            if seat != self.observer && !G::is_seen_by_all(predicted) {
                hand.play_unchecked(predicted);
                continue;
            }
            let chosen = players.yielding(&view).unwrap_or_else(|| {
                self.candidates.clear();
                G::candidates(&view, &mut self.candidates);
                self.choose(at, seat, predicted)
            });
            hand.play_unchecked(chosen);
            at = self.tree.child_or_new(at, chosen);
            self.path.push(at);
        }
        play_on(hand, players, solver, rng)
    }

    /// The choice that promises most, all in all.
    fn choose(&mut self, at: NodeId, seat: Seat, predicted: G::Action) -> G::Action {
        let Self { exploration, tree, candidates, range, .. } = self;
        let (low, high) = range[seat];
        let exploration = *exploration * (high - low).max(0.0);
        let predicted = G::candidate_for(candidates, predicted);
        let rest = (1.0 - PREDICTED) / candidates.len() as f64;
        // What has not been tried is taken to be as good as what has, on average.
        let expected = tree.node(at).means().map_or(0.0, |means| means[seat]);
        let mut best = (f64::NEG_INFINITY, candidates[0]);
        for (place, &action) in candidates.iter().enumerate() {
            let child = tree.child(at, action);
            if let Some(child) = child {
                tree.node_mut(child).available += 1;
            }
            let (available, visits, mean) = match child.map(|child| tree.node(child)) {
                Some(node) => {
                    let mean = node.means().map_or(expected, |means| means[seat]);
                    (node.available, node.visits, mean)
                }
                None => (tree.node(at).visits.max(1), 0, expected),
            };
            let prior = if Some(place) == predicted { PREDICTED + rest } else { rest };
            let doubt = prior * f64::from(available).sqrt() / f64::from(1 + visits);
            let bound = mean + exploration * doubt;
            if bound > best.0 {
                best = (bound, action);
            }
        }
        best.1
    }
}

impl<G: Knowledge, P: Bot<G>, E: Endgame<G>> Bot<G> for TreeSearch<G, P, E> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let Self { descents, players, solver, growth, root } = self;
        let (me, stakes) = (view.seat(), descents.stakes);
        growth.start(me);
        let mut solver = solver.as_mut().filter(|_| G::is_late(view));
        let worth = |players: &mut Players<P>, hand: &mut G::Hand, choice, luck: &mut BotRng| {
            let outcome = growth.descend(hand, choice, players, solver.as_deref_mut(), luck);
            let values = BySeat::from_fn(|seat| stakes.worth(hand.rules(), &outcome, seat));
            growth.add(values);
            values[me]
        };
        let budget = Budget::Descents(descents.iterations);
        root.decide(view, &descents.evaluation, budget, players, rng, worth)
    }

    fn opinion(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Opinion<G::Action> {
        let choice = self.decide(view, rng);
        self.root.opinion(choice, self.descents.stakes.unit::<G>())
    }
}
