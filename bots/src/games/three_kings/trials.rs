//! What benchmarks time of the solver of Three Kings.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::Hand;
use threehand_engine::{Hand as _, Seat};

use super::endgame::Solver;
use crate::quick::Random;
use crate::solver::{Source, Trial, hands, timed};

/// How phase 2 ends with so many cards left to each, where each seat is after points.
pub(super) fn all(source: &Source<'_>) -> Vec<Trial> {
    [3, 5, 6].map(|cards| trial(source, cards)).into()
}

/// Hands at the first lead at which each seat has so many cards of phase 2, brought there by any
/// legal actions.
fn trial(source: &Source<'_>, cards: usize) -> Trial {
    let there = |hand: &Hand| {
        let view = hand.view(Seat::P0);
        let level = Seat::ALL.iter().all(|&seat| view.hand_size(seat) == cards);
        view.stock_len() == 0 && level && view.trick().is_empty()
    };
    let hands = hands::<ThreeKings>(source, cards, there, Random);
    let mut solver = Solver::new();
    Trial::new(format!("solve/{cards}"), move |deal| {
        solver.forget();
        timed(|| solver.end(&hands[deal]))
    })
}
