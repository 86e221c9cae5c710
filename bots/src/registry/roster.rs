//! The games with their bots.

use threehand_engine::Game;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};

use super::BUDGETS;
use crate::bot::Bot;
use crate::search::{Choices, Endings, MatchValue, Past};
use crate::solver::Solvable;
use crate::{greedy, heuristic};

/// The games with their bots. The one place in this crate that lists games.
pub trait Roster: Choices + Endings + MatchValue + Past + Solvable {
    /// The obvious card.
    type Greedy: Bot<Self> + Copy + Default + 'static;
    /// A good club player.
    type Heuristic: Bot<Self> + Copy + Default + 'static;
    /// Its [puzzles](crate::puzzles), a line each.
    const PUZZLES: &'static str;
    /// How many standard errors better another choice than the playouts' own must be, where nothing
    /// is said.
    const DOUBT: f64;
    /// What weight playing on has beside what is solved, where nothing is said.
    const BLEND: f64;
    /// What `champion` stands for with each of the [`BUDGETS`]: the strongest that was found, as far
    /// as `results/ladder` shows it.
    const CHAMPIONS: [&'static str; BUDGETS.len()];
}

impl Roster for NineTwoFive {
    type Greedy = greedy::NineTwoFive;
    type Heuristic = heuristic::NineTwoFive;
    const PUZZLES: &'static str = include_str!("../../puzzles/9-2-5.jsonl");
    const DOUBT: f64 = 1.0;
    const BLEND: f64 = 0.0;
    const CHAMPIONS: [&'static str; BUDGETS.len()] =
        ["ismcts:iterations=300:of=8", "pimc:worlds=1200:of=8"];
}

impl Roster for ThreeLeggedKitty {
    type Greedy = greedy::ThreeLeggedKitty;
    type Heuristic = heuristic::ThreeLeggedKitty;
    const PUZZLES: &'static str = include_str!("../../puzzles/three-legged-kitty.jsonl");
    const DOUBT: f64 = 0.0;
    const BLEND: f64 = 0.5;
    const CHAMPIONS: [&'static str; BUDGETS.len()] =
        ["pimc:worlds=20:yielding=0.5", "pimc:worlds=400:yielding=0.5"];
}

impl Roster for ThreeKings {
    type Greedy = greedy::ThreeKings;
    type Heuristic = heuristic::ThreeKings;
    const PUZZLES: &'static str = include_str!("../../puzzles/three-kings.jsonl");
    const DOUBT: f64 = 1.0;
    const BLEND: f64 = 0.0;
    const CHAMPIONS: [&'static str; BUDGETS.len()] =
        ["ismcts:iterations=700:of=4", "ismcts:iterations=4000:of=8"];
}

/// The names of the games.
pub const GAMES: &[&str] = &[NineTwoFive::NAME, ThreeLeggedKitty::NAME, ThreeKings::NAME];

/// Something that can be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Roster>(self) -> Self::Output;
}

/// Does something with the game of this name; `None` if there is none.
pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    match name {
        NineTwoFive::NAME => Some(visitor.visit::<NineTwoFive>()),
        ThreeLeggedKitty::NAME => Some(visitor.visit::<ThreeLeggedKitty>()),
        ThreeKings::NAME => Some(visitor.visit::<ThreeKings>()),
        _ => None,
    }
}
