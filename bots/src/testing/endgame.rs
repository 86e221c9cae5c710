//! How hands end with all cards open.

use threehand_engine::testing::Trials;
use threehand_engine::{BySeat, Hand, Legal, Outcome, below};

use super::policies::at_decisions;
use crate::knowledge::Knowledge;
use crate::search::Endgame;

/// What is solved never contradicts what is played.
///
/// The points of a hand that is solved are those it ends with if nobody has a choice left. Where there
/// are choices, at one decision in eight, they are what one of them leads to as far as all are
/// solved; and a solver that has seen much says the same as a new one. Gives back how many decisions
/// with choices were solved: none if the game solves nothing.
///
/// # Panics
/// If it does.
pub fn endgame<G: Knowledge>(trials: &Trials<G>) -> usize {
    let mut solver = G::endgame();
    let mut solved = 0;
    at_decisions(trials, |trial, _| {
        let hand = &trial.hand;
        if let Some(end) = forced_end::<G>(hand) {
            let found = solver.solve(hand).map(|outcome| outcome.points);
            assert!(
                found.is_none_or(|found| found == end.points),
                "{found:?} of {end:?}: {hand:?}"
            );
        } else if below(&mut trial.rng, 8) == 0
            && let Some(points) = solver.solve(hand).map(|outcome| outcome.points)
        {
            let new = G::endgame().solve(hand).map(|outcome| outcome.points);
            assert_eq!(new, Some(points), "a new solver says something else: {hand:?}");
            if let Some(ends) = ends_after_each(hand, &mut solver) {
                assert!(ends.contains(&points), "{points:?}, but {ends:?} come of it: {hand:?}");
            }
            solved += 1;
        }
    });
    solved
}

/// How the hand ends if there is one way alone.
fn forced_end<G: Knowledge>(hand: &G::Hand) -> Option<Outcome<G::Standing>> {
    let mut hand = hand.clone();
    while hand.turn().is_some() {
        if hand.legal().len() > 1 {
            return None;
        }
        hand.play_unchecked(hand.legal().nth(0));
    }
    hand.outcome()
}

/// The points that each action leads to; `None` if not all are solved.
fn ends_after_each<G: Knowledge>(
    hand: &G::Hand,
    solver: &mut impl Endgame<G>,
) -> Option<Vec<BySeat<i32>>> {
    let ends = hand.legal().iter().map(|action| {
        let mut after = hand.clone();
        after.play_unchecked(action);
        let end = after.outcome().or_else(|| solver.solve(&after));
        end.map(|outcome| outcome.points)
    });
    ends.collect()
}
