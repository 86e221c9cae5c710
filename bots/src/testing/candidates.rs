//! The actions that a search compares.

use rand::SeedableRng;
use threehand_engine::testing::Trials;
use threehand_engine::{Hand, Legal, View};

use super::policies::{at_decisions, policies};
use crate::bot::BotRng;
use crate::knowledge::Knowledge;

/// The candidates of a decision are legal actions in their order, at least one.
///
/// The candidate for a candidate is itself; for what the game's best policy does, which is `heuristic`
/// or else `greedy`, there is one. What leaves the field to others is legal.
///
/// # Panics
/// If something is no candidate, or there is none for the policy's action.
pub fn candidates<G: Knowledge>(trials: &Trials<G>) {
    let mut policy = policies::<G>().pop().expect("random at least");
    let has_policy = policies::<G>().len() > 1;
    let mut candidates = Vec::new();
    at_decisions(trials, |trial, seat| {
        let Some(seat) = seat else { return };
        let view = trial.hand.view(seat);
        candidates.clear();
        G::candidates(&view, &mut candidates);
        are_legal_in_order(&view, &candidates);
        for (place, &candidate) in candidates.iter().enumerate() {
            let itself = G::candidate_for(&candidates, candidate);
            assert_eq!(itself, Some(place), "of {candidates:?} for `{candidate}`: {view:?}");
        }
        if has_policy {
            let action = policy.decide(&view, &mut BotRng::from_rng(&mut trial.rng));
            let place = G::candidate_for(&candidates, action);
            let is_kept = place.is_some_and(|place| place < candidates.len());
            assert!(is_kept, "{place:?} of {candidates:?} for the policy's `{action}`: {view:?}");
        }
        if let Some(action) = G::yields(&view) {
            assert!(view.legal().contains(action), "`{action}` is no way to yield: {view:?}");
        }
    });
}

fn are_legal_in_order<G: Knowledge>(view: &View<'_, G>, candidates: &[G::Action]) {
    assert!(!candidates.is_empty(), "no candidate: {view:?}");
    let mut legal = view.legal().iter();
    for candidate in candidates {
        let is_next = legal.any(|action| action == *candidate);
        assert!(is_next, "`{candidate}` of {candidates:?} is illegal or out of order: {view:?}");
    }
}
