//! A hand played on by bots of one kind.

use threehand_engine::{Hand, Outcome};

use super::Endings;
use crate::bot::{Bot, BotRng};

/// Plays `hand` on, each seat by `policy` and from its own view alone, to its end or, with a solver,
/// to where it can be solved.
pub(super) fn play_on<G: Endings, P: Bot<G>>(
    hand: &mut G::Hand,
    policy: &mut P,
    mut solver: Option<&mut G::Solver>,
    rng: &mut BotRng,
) -> Outcome<G::Standing> {
    while let Some(seat) = hand.turn() {
        if let Some(solver) = &mut solver
            && let Some(outcome) = G::solve(solver, hand)
        {
            return outcome;
        }
        let action = policy.decide(&hand.view(seat), rng);
        hand.play_unchecked(action);
    }
    hand.outcome().expect("nobody is to move")
}
