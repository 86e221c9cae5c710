//! A hand played on by bots of one kind.

use threehand_engine::{Hand, Outcome, Seat, View};

use super::Endgame;
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;

/// Plays `hand` on, each seat by `policy` and from its own view alone, to its end or, with a solver,
/// to where it can be solved.
pub(super) fn play_on<G: Knowledge, P: Bot<G>>(
    hand: &mut G::Hand,
    policy: &mut P,
    mut solver: Option<&mut impl Endgame<G>>,
    rng: &mut BotRng,
) -> Outcome<G::Standing> {
    while let Some(seat) = hand.turn() {
        if let Some(solver) = &mut solver
            && let Some(outcome) = solver.solve(hand)
        {
            return outcome;
        }
        let action = policy.decide(&hand.view(seat), rng);
        hand.play_unchecked(action);
    }
    hand.outcome().expect("nobody is to move")
}

/// Who plays a world on: the policy in all seats, but that all others than one may leave the
/// field.
#[derive(Clone, Debug)]
pub(super) struct Players<P> {
    pub(super) policy: P,
    /// The seat that still goes by the policy when the others leave the field, if they do.
    pub(super) unopposed: Option<Seat>,
}

impl<P> Players<P> {
    pub(super) const fn new(policy: P) -> Self {
        Self { policy, unopposed: None }
    }

    /// What the seat to move does if it leaves the field.
    pub(super) fn yielding<G: Knowledge>(&self, view: &View<'_, G>) -> Option<G::Action> {
        self.unopposed.filter(|&seat| seat != view.seat()).and_then(|_| G::yields(view))
    }
}

impl<G: Knowledge, P: Bot<G>> Bot<G> for Players<P> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        match self.yielding(view) {
            Some(action) => action,
            None => self.policy.decide(view, rng),
        }
    }
}
