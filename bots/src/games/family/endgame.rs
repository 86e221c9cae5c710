//! The last tricks of a game from a file with all cards open, each seat for itself (max^n).

use std::collections::HashMap;

use threehand_engine::games::Family;
use threehand_engine::games::family::{Hand, OpenHand, Standing};
use threehand_engine::{BySeat, Game as _, Hand as _, Outcome, Seat};

use crate::knowledge::Knowledge as _;
use crate::search::Endgame;

/// From so many tricks before the end on, hands are solved in the course of a search.
const SOLVED: usize = 2;

/// With fewer tricks to go it takes no longer to solve a position again than to look it up.
const KEPT: usize = 3;

/// How a hand ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The points of the hand.
    pub points: BySeat<i32>,
    /// The tricks of the hand.
    pub tricks: BySeat<u8>,
    /// What that is worth to each seat; the greater the better.
    pub worth: BySeat<f64>,
}

/// An exact solver of the play of a hand.
///
/// Each seat chooses what is worth the most to it and, where that leaves a choice, the most to its left, then to its
/// right. So a position has one value, whatever order cards are tried in.
pub struct Solver<W> {
    worth: W,
    known: HashMap<OpenHand, End>,
    nodes: u64,
}

impl<W: FnMut(BySeat<i32>, BySeat<u8>) -> BySeat<f64>> Solver<W> {
    /// A solver of the ends of one hand, in which each seat plays for what `worth` makes of its points and tricks.
    pub fn new(worth: W) -> Self {
        Self { worth, known: HashMap::new(), nodes: 0 }
    }

    /// Positions looked at so far, counted between tricks.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How the hand ends.
    pub fn end(&mut self, hand: OpenHand) -> End {
        let Some(turn) = hand.turn() else {
            let (points, tricks) = (hand.points(), hand.tricks);
            return End { points, tricks, worth: (self.worth)(points, tricks) };
        };
        self.nodes += u64::from(hand.is_at_lead());
        let is_kept = hand.is_at_lead() && hand.tricks_left() >= KEPT;
        if is_kept && let Some(end) = self.known.get(&hand) {
            return *end;
        }
        let rank = |end: &End| turn.around().map(|seat| end.worth[seat]);
        let ends = hand.choices().map(|card| self.end(hand.after(card)));
        let best = ends.reduce(|best, end| if rank(&end) > rank(&best) { end } else { best });
        let best = best.expect("who is to move has a card");
        if is_kept {
            self.known.insert(hand, best);
        }
        best
    }
}

/// What points and tricks are worth to each seat if no hand comes after: points, unless the tricks of a seat win the
/// match.
pub fn promise(rules: &Family, points: BySeat<i32>, tricks: BySeat<u8>) -> BySeat<f64> {
    let win = rules.win();
    let most = win.tricks.unwrap_or(u8::MAX);
    let wins = |seat: Seat| if tricks[seat] >= most { WIN } else { 0.0 };
    BySeat::from_fn(|seat| f64::from(win.gain(points[seat])) + wins(seat))
}

/// More than points can come to.
const WIN: f64 = 1e6;

/// Solves the last tricks, each seat being after its chance to win the match.
pub(super) struct LastTricks;

impl Endgame<Family> for LastTricks {
    fn solve(&mut self, hand: &Hand) -> Option<Outcome<Standing>> {
        let open = OpenHand::of(hand, SOLVED)?;
        let mut ends: Vec<End> = Vec::new();
        let mut solver = Solver::new(|points, tricks| {
            let same = |end: &&End| (end.points, end.tricks) == (points, tricks);
            if let Some(end) = ends.iter().find(same) {
                return end.worth;
            }
            let worth = hand.rules().equity(&hand.settle_points(tricks, points));
            ends.push(End { points, tricks, worth });
            worth
        });
        let end = solver.end(open);
        Some(hand.settle_points(end.tricks, end.points))
    }
}
