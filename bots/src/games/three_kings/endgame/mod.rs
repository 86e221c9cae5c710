//! Phase 2 of Three Kings with all cards open, each seat for itself.

mod end;
mod position;
mod solver;

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Hand, Standing};
use threehand_engine::{Hand as _, Outcome, Seat};

use crate::knowledge::Knowledge;
use crate::search::Endgame;

pub use end::End;
pub use position::Position;
pub use solver::Solver;

/// From so many cards a seat on, phase 2 is solved in the course of a search.
const CARDS_SOLVED: usize = 3;

/// Solves the last cards, each seat being after its chance to win the match.
pub(super) struct LastCards(Solver);

impl Default for LastCards {
    fn default() -> Self {
        Self(Solver::with_room(8))
    }
}

impl Endgame<ThreeKings> for LastCards {
    fn solve(&mut self, hand: &Hand) -> Option<Outcome<Standing>> {
        let view = hand.view(Seat::P0);
        let holds_more = |&seat: &Seat| view.hand_size(seat) > CARDS_SOLVED;
        if view.stock_len() > 0 || Seat::ALL.iter().any(holds_more) {
            return None;
        }
        let mut worth = |end: &End| hand.rules().equity(&end.outcome(hand));
        Some(self.0.end_by(hand, &mut worth)?.outcome(hand))
    }
}
