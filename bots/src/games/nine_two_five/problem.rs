//! Positions of 9-2-5, as a person writes them.

use threehand_engine::games::NineTwoFive;
use threehand_engine::{BySeat, Game as _, Seat};

use crate::solver::{
    BadPosition, LEAD, MaxN, Position, Problem, Setting, Solution, TRICK, Value, Words,
};

const SETTINGS: &[Setting] = &[("trump", "C, D, H, S or NT"), LEAD, TRICK];

/// The problem of a line.
pub(super) fn read(line: &str) -> Result<Problem, BadPosition> {
    let words = Words::read(NineTwoFive::NAME, SETTINGS, line)?;
    let leader = words.leader(Seat::P0)?;
    let position = words.position(words.need("trump")?, leader, 16)?;
    let solve = move || solve(&position);
    Ok(Problem::of_tricks(NineTwoFive::NAME, &position, words.table(leader)?, solve))
}

fn solve(position: &Position) -> Solution {
    let each = |tricks: BySeat<u8>| Value::Each(tricks.map(i32::from));
    let cards_left = position.hands()[position.trick().turn()].len();
    let mut solver = MaxN::with_room(if cards_left > 8 { 20 } else { 14 });
    let value = each(solver.tricks(position));
    let cards = solver.each(position);
    let actions = cards.map(|(card, tricks)| (format!("play {card}"), each(tricks))).collect();
    Solution { value, actions, nodes: solver.nodes() }
}
