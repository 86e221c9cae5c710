//! What every bot owes at every game, what is known of each game, and the testing kit that asks for it.

mod choices;
mod conformance;
mod early;
mod family_endgame;
mod files;
mod high_card;
mod kings_candidates;
mod kings_endgame;
mod kings_options;
mod kit;
mod lab;
mod ladder;
mod proofs;
mod puzzles;
#[path = "../../../engine/tests/engine/family/random_files.rs"]
mod random_files;
mod sensible;
mod solvers;

use std::sync::LazyLock;

use threehand_bots::{BotRng, Bots, Knowledge, Lab, Standard};
use threehand_engine::testing::{any_action, checks};
use threehand_engine::{Game, Hand, Legal, Seat};

/// The games and the bots of this project.
static LAB: LazyLock<Standard> = LazyLock::new(Lab::standard);

/// The bots of a game of this project.
fn bots<G: Knowledge>() -> &'static Bots<G> {
    LAB.bots()
}

/// So many hands by night, and fewer by day.
fn hands(full: u64) -> usize {
    checks(full) as usize
}

/// The value of a hand if each seat chooses what it likes best: no table, no bounds, no order, every action tried.
fn plain_value<G: Game, V, K: PartialOrd>(
    hand: &G::Hand,
    end: &impl Fn(&G::Hand) -> V,
    liking: &impl Fn(Seat, &V) -> K,
) -> V {
    let Some(turn) = hand.turn() else { return end(hand) };
    let values = hand.legal().iter().map(|action| {
        let mut next = hand.clone();
        next.play(action).expect("it is legal");
        plain_value::<G, V, K>(&next, end, liking)
    });
    let order = |a: &V, b: &V| liking(turn, a).partial_cmp(&liking(turn, b)).expect("an order");
    values.max_by(order).expect("somebody is to play")
}

/// Plays a hand at random until it is there, if it ever is; but does what `choose` says.
fn play_until<G: Game>(
    mut hand: G::Hand,
    rng: &mut BotRng,
    is_there: impl Fn(&G::Hand) -> bool,
    mut choose: impl FnMut(&G::Hand, &mut BotRng) -> Option<G::Action>,
) -> Option<G::Hand> {
    while hand.turn().is_some() {
        if is_there(&hand) {
            return Some(hand);
        }
        let action = choose(&hand, rng).unwrap_or_else(|| any_action(&hand, rng));
        hand.play(action).expect("it is legal");
    }
    None
}
