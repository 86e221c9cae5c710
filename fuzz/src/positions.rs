//! Positions for `solve`: refused with a reason, or solved to a possible value.

use threehand_bots::solver::{Problem, Value};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use crate::LAB;

/// Most cards a seat: a position with more takes too long.
const MOST_CARDS: usize = 4;

/// Reads a position as one of every game.
pub(crate) fn target(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        LAB.each_game(Read(text));
    }
}

#[derive(Clone)]
struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) {
        match G::problem(self.0) {
            Ok(problem) => assert_possible(&problem),
            Err(why) => assert!(!why.to_string().is_empty(), "refused for nothing"),
        }
    }
}

fn assert_possible(problem: &Problem) {
    let text = problem.to_string();
    let most = problem.hands.0.iter().map(|hand| hand.len()).max().unwrap_or_default();
    if most > MOST_CARDS {
        return;
    }
    let solution = (problem.solve)();
    assert!(solution.best().next().is_some(), "no action is best: {text}{solution:?}");
    let values = solution.actions.iter().map(|(_, value)| *value).chain([solution.value]);
    for value in values.filter(|_| problem.unit == "tricks") {
        let right = match value {
            Value::One(tricks) => (0..=most as i8).contains(&tricks),
            Value::Each(tricks) => {
                let sum: i8 = tricks.0.iter().sum();
                tricks.0.iter().all(|&tricks| tricks >= 0) && sum == most as i8
            }
        };
        assert!(right, "{value:?} of {most} tricks: {text}");
    }
}
