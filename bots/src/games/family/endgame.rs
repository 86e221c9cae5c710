//! The last tricks of a game from a file with all cards open, each seat for itself (max^n).

use std::collections::HashMap;

use threehand_engine::games::Family;
use threehand_engine::games::family::{Hand, OpenHand, Standing};
use threehand_engine::{BySeat, Game as _, Hand as _, Outcome, Seat};

use crate::knowledge::Knowledge as _;
use crate::search::Endgame;

/// From so many tricks before the end on, hands are solved in the course of a search.
const SOLVED: usize = 4;

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
    /// The ends that were met.
    ends: Vec<End>,
    /// The places of the ends that positions come to.
    known: HashMap<OpenHand, usize>,
    /// With so many tricks to go positions are looked up.
    kept: usize,
    nodes: u64,
}

impl<W: FnMut(BySeat<i32>, BySeat<u8>) -> BySeat<f64>> Solver<W> {
    /// A solver of the ends of one hand, in which each seat plays for what `worth` makes of its points and tricks.
    pub fn new(worth: W) -> Self {
        Self { worth, ends: Vec::new(), known: HashMap::new(), kept: KEPT, nodes: 0 }
    }

    /// Positions looked at so far, counted between tricks.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How the hand ends.
    pub fn end(&mut self, hand: OpenHand) -> End {
        let place = self.place(hand);
        self.ends[place]
    }

    /// The place of the end that the hand comes to.
    fn place(&mut self, hand: OpenHand) -> usize {
        let Some(turn) = hand.turn() else { return self.place_of(hand.points(), hand.tricks) };
        self.nodes += u64::from(hand.is_at_lead());
        let is_kept = hand.is_at_lead() && hand.tricks_left() >= self.kept;
        if is_kept && let Some(&place) = self.known.get(&hand) {
            return place;
        }
        let mut best = None;
        for card in hand.choices() {
            let place = self.place(hand.after(card));
            let rank = |place: usize| turn.around().map(|seat| self.ends[place].worth[seat]);
            if best.is_none_or(|best| place != best && rank(place) > rank(best)) {
                best = Some(place);
            }
        }
        let best = best.expect("who is to move has a card");
        if is_kept {
            self.known.insert(hand, best);
        }
        best
    }

    /// The place of this end.
    fn place_of(&mut self, points: BySeat<i32>, tricks: BySeat<u8>) -> usize {
        let mut ends = self.ends.iter();
        let place = ends.position(|end| (end.tricks, end.points) == (tricks, points));
        place.unwrap_or_else(|| {
            let worth = (self.worth)(points, tricks);
            self.ends.push(End { points, tricks, worth });
            self.ends.len() - 1
        })
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
        let worth = |points, tricks| hand.rules().equity(&hand.settle_points(tricks, points));
        // So few tricks hardly come to one position in two ways.
        let mut solver = Solver { kept: usize::MAX, ..Solver::new(worth) };
        let end = solver.end(open);
        Some(hand.settle_points(end.tricks, end.points))
    }
}
