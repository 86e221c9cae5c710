//! Positions of Three-Legged Kitty, as a person writes them.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Bid, Strain};
use threehand_engine::{Game as _, Seat, Trump};

use crate::solver::{
    Aim, BadPosition, DoubleDummy, LEAD, Position, Problem, Setting, Solution, TRICK, Value, Who,
    Words, trump_text,
};

const SETTINGS: &[Setting] = &[
    ("contract", "the Cat's bid, such as 5NT or 3Null"),
    ("cat", "the Cat's seat, 0, 1 or 2"),
    LEAD,
    TRICK,
];

/// The problem of a line.
pub(super) fn read(line: &str) -> Result<Problem, BadPosition> {
    let words = Words::read(ThreeLeggedKitty::NAME, SETTINGS, line)?;
    let (bid, Who(cat)) = (words.need::<Bid>("contract")?, words.need("cat")?);
    let (trump, aim) = match bid.strain() {
        Strain::Null => (Trump::None, Aim::Few),
        Strain::NoTrump => (Trump::None, Aim::Many),
        Strain::Suit(suit) => (Trump::Suit(suit), Aim::Many),
    };
    let leader = words.leader(cat)?;
    let position = words.position(trump, leader, 10)?;
    let about = match aim {
        Aim::Few => "Null".to_owned(),
        Aim::Many => trump_text(trump),
    };
    let solve = move || solve(&position, cat, aim);
    Ok(Problem {
        about: format!("{about} · seat {cat} alone"),
        seats: vec![cat],
        long: usize::MAX,
        ..Problem::of_tricks(ThreeLeggedKitty::NAME, &position, words.table(leader)?, solve)
    })
}

fn solve(position: &Position, cat: Seat, aim: Aim) -> Solution {
    let one = |tricks: u8| Value::One(i32::from(tricks));
    let mut solver = DoubleDummy::new();
    let value = one(solver.tricks(position, cat, aim));
    let cards = solver.each(position, cat, aim);
    let actions = cards.map(|(card, tricks)| (format!("play {card}"), one(tricks))).collect();
    Solution { value, actions, nodes: solver.nodes() }
}
