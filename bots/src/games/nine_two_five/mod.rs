//! What is known of playing 9-2-5.

mod endgame;
mod greedy;
mod heuristic;
mod past;
mod planes;
mod problem;
mod senses;
mod trials;

use std::sync::LazyLock;

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Hand, Standing};
use threehand_engine::{BySeat, Deal, Hand as _, Legal as _, Seat, Standing as _, View};

use crate::bot::Bot;
use crate::champion::Strongest;
use crate::knowledge::{Knowledge, MOST_FEATURES, lowest_for};
use crate::learned::{BadNetwork, Network, NetworkFile, Policy};
use crate::planes::Planes;
use crate::search::{Alike, Endgame};
use crate::solver::{BadPosition, Problem, Source, Trial};

pub use endgame::position;
pub use greedy::Greedy;
pub use heuristic::Heuristic;

/// What `policy` has learned; `research train` makes such files.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    Network::read::<NineTwoFive>(include_bytes!("policy.network")).expect("a network of this game")
});

impl Knowledge for NineTwoFive {
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

    const CHAMPIONS: &'static [Strongest] = &[
        Strongest {
            spec: "pimc:worlds={}:candidates=4:error=0.2:playout=policy",
            counts: &[(1, 10), (4, 44)],
        },
        Strongest {
            spec: "pimc:worlds={}:candidates=8:error=0.2:playout=policy",
            counts: &[(5, 64), (50, 640), (10_000, 128_000)],
        },
    ];
    const PUZZLES: &'static str = include_str!("../../../puzzles/9-2-5.jsonl");

    fn candidates(view: &View<'_, Self>, candidates: &mut Vec<Action>) {
        let trick = view.trick().plays().map(|(_, card)| card).collect();
        let alike = Alike { own: view.cards(), apart: view.unseen() | trick };
        candidates.extend(view.legal().iter().filter(|action| match *action {
            Action::Play(card) | Action::Discard(card) | Action::Give(card, _) => {
                alike.is_lowest(card)
            }
            Action::Trump(_) | Action::Keep => true,
        }));
    }

    fn is_seen_by_all(action: Action) -> bool {
        match action {
            Action::Trump(_) | Action::Keep | Action::Play(_) => true,
            Action::Give(..) | Action::Discard(_) => false,
        }
    }

    fn candidate_for(candidates: &[Action], action: Action) -> Option<usize> {
        lowest_for::<Self>(candidates, action)
    }

    const FEATURES: &'static [&'static str] =
        &["score", "score near the end", "last points", "last points near the end"];
    const WEIGHTS: &'static [f64] = &include!("equity.json");

    /// The points of the last hand count again: who was over his contract gives in the next.
    /// All points are in proportion to matches that end at 15, to which the weights were fitted.
    fn features(&self, standing: &Standing, seat: Seat) -> [f64; MOST_FEATURES] {
        let scores = standing.scores();
        let of_match = 15.0 / f64::from(self.target());
        let farthest = scores.0.iter().map(|score| score.abs()).max().unwrap_or(0);
        let left = (15.0 - f64::from(farthest) * of_match).max(0.0);
        let nearness = 1.0 / (left + 8.0);
        let score = f64::from(scores[seat]) * of_match;
        let last = standing.deltas().map_or(0.0, |deltas| f64::from(deltas[seat]) * of_match);
        [score, score * nearness, last, last * nearness, 0.0, 0.0]
    }

    fn dealt(hand: &Hand) -> Option<Deal> {
        let dealt = BySeat::from_fn(|seat| hand.view(seat).dealt());
        let BySeat([a, b, c]) = dealt;
        Some(Deal::of(dealt, (!(a | b | c)).iter()))
    }

    fn done(hand: &Hand, past: &Hand, me: Seat, wish: Action) -> Option<Action> {
        past::done(hand, past, me, wish)
    }

    fn endgame() -> impl Endgame<Self> {
        endgame::LastTricks::default()
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
