//! What is known of playing Three Kings.

pub mod endgame;
mod greedy;
mod heuristic;
mod past;
mod planes;
mod problem;
mod senses;
mod trials;

use std::sync::LazyLock;

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Exchanged, Hand, Legal, Melds, Standing};
use threehand_engine::{Card, CardSet, Deal, Legal as _, Rank, Seat, Standing as _, View};

use crate::bot::Bot;
use crate::champion::Strongest;
use crate::knowledge::{Knowledge, MOST_FEATURES};
use crate::learned::{BadNetwork, Network, NetworkFile, Policy};
use crate::planes::Planes;
use crate::search::{Alike, Endgame};
use crate::solver::{BadPosition, Problem, Source, Trial};

pub use greedy::Greedy;
pub use heuristic::Heuristic;

/// What `policy` has learned; `research train` makes such files.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    Network::read::<ThreeKings>(include_bytes!("policy.network")).expect("a network of this game")
});

impl Knowledge for ThreeKings {
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

    const CHAMPIONS: &'static [Strongest] = &[Strongest {
        spec: "pimc:worlds={}:playout=policy:threshold=2",
        counts: &[(1, 9), (5, 56), (50, 700), (10_000, 140_000)],
    }];
    const PUZZLES: &'static str = include_str!("../../../puzzles/three-kings.jsonl");
    const ENDS_WALKS: bool = true;

    /// Of single cards that do the same the highest, as `heuristic` plays that one.
    fn candidates(view: &View<'_, Self>, candidates: &mut Vec<Action>) {
        let legal = view.legal();
        if !matches!(legal, Legal::Play { .. }) {
            return candidates.extend(legal.iter());
        }
        let own = view.cards();
        let elsewhere = elsewhere(view);
        // An ace is like no other card, nor is one that is part of a meld or may yet become one.
        let reach = if view.stock_len() > 0 { own | elsewhere } else { own };
        let parts = Melds::of(reach, view.rules()).cards();
        let single = |&card: &Card| card.rank() != Rank::Ace && !parts.contains(card);
        let alike = Alike { own: own.iter().filter(single).collect(), apart: elsewhere };
        candidates.extend(legal.iter().filter(|action| match *action {
            Action::Play(card) if alike.own.contains(card) => alike.is_highest(card),
            _ => true,
        }));
    }

    const FEATURES: &'static [&'static str] = &[
        "game points",
        "two game points",
        "points",
        "points by game points",
        "points with two",
        "pending",
    ];
    const WEIGHTS: &'static [f64] = &include!("equity.json");

    /// In proportion to sets of 15 points and matches of three, to which the weights were fitted.
    fn features(&self, standing: &Standing, seat: Seat) -> [f64; MOST_FEATURES] {
        let of_set = |points: i32| f64::from(points) * (15.0 / f64::from(self.set_points()));
        let of_match = 3.0 / f64::from(self.game_points());
        let won = f64::from(standing.match_scores()[seat]) * of_match;
        let last_set = standing.match_scores()[seat] == self.game_points() - 1;
        let last_set = f64::from(u8::from(last_set));
        let [points, pending] = [standing.scores()[seat], standing.pending()[seat]].map(of_set);
        [won, last_set, points, points * won, points * last_set, pending]
    }

    fn dealt(hand: &Hand) -> Option<Deal> {
        Some(hand.deal())
    }

    fn done(hand: &Hand, past: &Hand, me: Seat, wish: Action) -> Option<Action> {
        past::done(hand, past, me, wish)
    }

    fn endgame() -> impl Endgame<Self> {
        endgame::LastCards::default()
    }

    fn observe(view: &View<'_, Self>, planes: &mut Planes<'_>) {
        planes::observe(view, planes);
    }

    fn problem(&self, line: &str) -> Result<Problem, BadPosition> {
        problem::read(self, line)
    }

    fn solver_trials(source: &Source<'_>) -> Vec<Trial> {
        trials::all(source)
    }
}

/// The cards that others hold or may come to hold, that the seat may draw, and that lie in the trick.
fn elsewhere(view: &View<'_, ThreeKings>) -> CardSet {
    let seat = view.seat();
    let known = [seat.left(), seat.right()].into_iter().filter_map(|other| view.known_card(other));
    let upcard = view.upcard().filter(|_| view.exchanged() == Exchanged::NotYet);
    let trick = view.trick().plays().fold(view.unseen(), |all, (_, cards)| all | cards);
    known.chain(upcard).fold(trick, CardSet::with)
}
