//! What is known of playing Three-Legged Kitty.

mod endgame;
mod greedy;
mod heuristic;
mod past;
mod planes;
mod problem;
mod senses;
mod trials;

use std::sync::LazyLock;

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Hand, Legal, Standing};
use threehand_engine::{
    BySeat, CardSet, Deal, Game as _, Hand as _, Legal as _, Seat, Standing as _, View,
};

use crate::bot::Bot;
use crate::champion::Strongest;
use crate::knowledge::{Knowledge, MOST_FEATURES, lowest_for};
use crate::learned::{BadNetwork, Network, NetworkFile, Policy};
use crate::planes::Planes;
use crate::search::{Alike, Endgame};
use crate::solver::{BadPosition, Problem, Source, Trial};

pub use endgame::{Contract, position};
pub use greedy::Greedy;
pub use heuristic::Heuristic;

/// What `policy` has learned; `research train` makes such files.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    Network::read::<ThreeLeggedKitty>(include_bytes!("policy.network"))
        .expect("a network of this game")
});

impl Knowledge for ThreeLeggedKitty {
    fn greedy() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(Greedy)
    }

    fn heuristic() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(Heuristic)
    }

    fn policy() -> Option<impl Bot<Self> + Copy + 'static> {
        Some(Policy::new(&NETWORK))
    }

    fn policy_of(file: &'static NetworkFile) -> Result<Box<dyn Bot<Self>>, BadNetwork> {
        file.policy()
    }

    /// From 20 to 50 ms it is one bot, which takes about 25: more worlds were not found to be stronger.
    const CHAMPIONS: &'static [Strongest] = &[
        Strongest { spec: "pimc:worlds={}", counts: &[(1, 20), (5, 500)] },
        Strongest {
            spec: "pimc:worlds={}:candidates=8",
            counts: &[(20, 1000), (50, 1000), (10_000, 600_000)],
        },
    ];
    const PUZZLES: &'static str = include_str!("../../../puzzles/three-legged-kitty.jsonl");
    const THRESHOLD: f64 = 0.0;
    const BLEND: f64 = 0.5;

    fn candidates(view: &View<'_, Self>, candidates: &mut Vec<Action>) {
        let own = view.cards();
        let played = view.plays().map(|(_, card)| card).collect::<CardSet>();
        let trick = view.trick().plays().map(|(_, card)| card).collect::<CardSet>();
        let alike = Alike { own, apart: !(own | played) | trick };
        candidates.extend(view.legal().iter().filter(|action| match *action {
            Action::Play(card) => alike.is_lowest(card),
            _ => true,
        }));
    }

    /// The seat passes, and the high bid may stand.
    fn yields(view: &View<'_, Self>) -> Option<Action> {
        match view.legal() {
            Legal::Call { pass: true, .. } => Some(Action::Pass),
            _ => None,
        }
    }

    fn candidate_for(candidates: &[Action], action: Action) -> Option<usize> {
        lowest_for::<Self>(candidates, action)
    }

    const FEATURES: &'static [&'static str] = &["score", "score near the end"];
    const WEIGHTS: &'static [f64] = &include!("equity.json");

    /// In proportion to matches that end at 30, to which the weights were fitted.
    fn features(&self, standing: &Standing, seat: Seat) -> [f64; MOST_FEATURES] {
        let scores = standing.scores();
        let most = scores.0.into_iter().max().unwrap_or(0);
        let of_match = 30.0 / f64::from(self.target());
        let left = (30.0 - f64::from(most) * of_match).max(0.0);
        let nearness = 1.0 / (left + 10.0);
        let score = f64::from(scores[seat]) * of_match;
        [score, score * nearness, 0.0, 0.0, 0.0, 0.0]
    }

    fn dealt(hand: &Hand) -> Option<Deal> {
        let dealt = BySeat::from_fn(|seat| hand.view(seat).dealt());
        let BySeat([a, b, c]) = dealt;
        Some(Deal::of(dealt, (hand.rules().pack() - a - b - c).iter()))
    }

    fn done(hand: &Hand, past: &Hand, me: Seat, wish: Action) -> Option<Action> {
        past::done(hand, past, me, wish)
    }

    fn endgame() -> impl Endgame<Self> {
        endgame::Contract::default()
    }

    /// Once the cards are played. A bid is worth what can be made of it with hidden cards.
    fn is_late(view: &View<'_, Self>) -> bool {
        matches!(view.legal(), Legal::Play(_))
    }

    fn observe(view: &View<'_, Self>, planes: &mut Planes<'_>) {
        planes::observe(view, planes);
    }

    fn problem(&self, line: &str) -> Result<Problem, BadPosition> {
        problem::read(line)
    }

    fn solver_trials(source: &Source<'_>) -> Vec<Trial> {
        trials::all(source)
    }
}
