//! `ismcts`: Monte Carlo tree search over information sets, for a single observer.
//!
//! Every descent draws a world from the view and walks one tree, whose nodes are what the searching
//! seat would have seen: an action that this world does not allow is passed by, and counts as not
//! available. Each seat is taken to want its own chance to win the match (max^n). What others do
//! unseen is done by the policy, and is no step in the tree.
//!
//! P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search" (2012); the
//! bound that leads a descent is that of C. Rosin, "Multi-armed bandits with episode context"
//! (2011), with the policy's choice as the one foretold.

use threehand_engine::{Action as _, BySeat, Hand, Seat, View, Worlds, below};

use super::playout::play_on;
use super::tree::{NodeId, Tree};
use super::{Choices, Endings, Inference, MatchValue, Past, Stakes};
use crate::bot::{Bot, BotRng};

/// The weight that the policy's own choice has among all, before any is tried.
const FORETOLD: f64 = 0.5;

/// So many descents share a world that was chosen by what the others did, as that takes its time.
const SHARED: u32 = 16;

/// How a tree is searched.
#[derive(Clone, Copy, Debug)]
pub struct Descents {
    /// How many a decision, at least one.
    pub iterations: u32,
    /// How much is tried that does not look best, at least 0.
    pub exploration: f64,
    /// How worlds are chosen.
    pub inference: Inference,
    /// Whether the rest of a hand is solved where it can be.
    pub solves: bool,
    /// What all seats play for.
    pub stakes: Stakes,
}

/// Searches a tree, and takes the action that most descents went to; among equals each is as
/// likely.
pub struct TreeSearch<G: Endings, P> {
    descents: Descents,
    policy: P,
    solver: Option<G::Solver>,
    tree: Tree<G::Action>,
    path: Vec<NodeId>,
    choices: Vec<G::Action>,
    /// Worlds that were chosen with care, to be descended through in turn.
    worlds: Vec<G::Hand>,
}

impl<G: Endings, P> TreeSearch<G, P> {
    /// A search by these numbers. Beyond the tree, and where others act out of sight, all play by
    /// `policy`.
    ///
    /// # Panics
    /// If `iterations` is 0 or `exploration` is below 0.
    pub fn new(descents: Descents, policy: P) -> Self {
        assert!(descents.iterations > 0, "nothing can be compared without a descent");
        assert!(descents.exploration >= 0.0, "exploration can't be below 0");
        Self {
            descents,
            policy,
            solver: descents.solves.then(G::Solver::default),
            tree: Tree::new(),
            path: Vec::new(),
            choices: Vec::new(),
            worlds: Vec::new(),
        }
    }
}

impl<G: Choices + Endings + MatchValue, P: Bot<G>> TreeSearch<G, P> {
    /// Walks from the root until it makes a node, and notes the nodes it went through.
    fn descend(
        &mut self,
        hand: &mut G::Hand,
        observer: Seat,
        spread: BySeat<f64>,
        rng: &mut BotRng,
    ) {
        let mut at = Tree::<G::Action>::ROOT;
        self.path.clear();
        self.path.push(at);
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            let foretold = self.policy.decide(&view, rng);
            if seat != observer && !G::is_seen_by_all(foretold) {
                hand.play_unchecked(foretold);
                continue;
            }
            self.choices.clear();
            G::choices(&view, &mut self.choices);
            let chosen = self.choose(at, seat, foretold, spread[seat]);
            hand.play_unchecked(chosen);
            at = self.tree.child_or_new(at, chosen);
            self.path.push(at);
            if self.tree.node(at).visits == 0 {
                return;
            }
        }
    }

    /// The choice that promises most, all in all.
    fn choose(&mut self, at: NodeId, seat: Seat, foretold: G::Action, spread: f64) -> G::Action {
        let Self { tree, choices, descents, .. } = self;
        // A choice stands for those like it that follow in the order of actions.
        let foretold = choices.iter().rposition(|choice| choice.index() <= foretold.index());
        let rest = (1.0 - FORETOLD) / choices.len() as f64;
        // What has not been tried is taken to be as good as what has, on average.
        let expected = tree.node(at).means().map_or(0.0, |means| means[seat]);
        let mut best = (f64::NEG_INFINITY, choices[0]);
        for (place, &action) in choices.iter().enumerate() {
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
            let prior = if Some(place) == foretold { FORETOLD + rest } else { rest };
            let doubt = prior * f64::from(available).sqrt() / f64::from(1 + visits);
            let bound = mean + descents.exploration * spread * doubt;
            if bound > best.0 {
                best = (bound, action);
            }
        }
        best.1
    }
}

impl<G: Choices + Endings + MatchValue + Past, P: Bot<G>> Bot<G> for TreeSearch<G, P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let seat = view.seat();
        self.choices.clear();
        G::choices(view, &mut self.choices);
        if let [only] = self.choices[..] {
            return only;
        }
        self.tree.clear();
        let possible = G::Worlds::of(view);
        let mut range = BySeat([(f64::INFINITY, f64::NEG_INFINITY); 3]);
        let Descents { iterations, inference, stakes, .. } = self.descents;
        let chosen = if inference.of > 1 { iterations.div_ceil(SHARED) } else { 0 };
        self.worlds.clear();
        for _ in 0..chosen {
            self.worlds.push(inference.draw::<G, P>(&possible, seat, &mut self.policy, rng));
        }
        let late = G::is_late(view);
        for descent in 0..iterations as usize {
            let mut hand = match self.worlds.len() {
                0 => possible.draw(rng),
                worlds => self.worlds[descent % worlds].clone(),
            };
            let spread = range.map(|(low, high)| (high - low).max(0.0));
            self.descend(&mut hand, seat, spread, rng);
            let solver = self.solver.as_mut().filter(|_| late);
            let outcome = play_on(&mut hand, &mut self.policy, solver, rng);
            let values = BySeat::from_fn(|seat| stakes.worth::<G>(&outcome, seat));
            self.tree.add(&self.path, values);
            range = BySeat::from_fn(|seat| {
                let (low, high) = range[seat];
                (low.min(values[seat]), high.max(values[seat]))
            });
        }
        let Self { tree, choices, .. } = self;
        choices.clear();
        G::choices(view, choices);
        let visits = |action| {
            let child = tree.child(Tree::<G::Action>::ROOT, action);
            child.map_or(0, |child| tree.node(child).visits)
        };
        let most = choices.iter().map(|&action| visits(action)).max().unwrap_or(0);
        choices.retain(|&action| visits(action) == most);
        choices[if choices.len() == 1 { 0 } else { below(rng, choices.len()) }]
    }
}
