//! What the end of a hand is worth.

use threehand_engine::testing::Trials;
use threehand_engine::{Hand, Seat, Standing};

use super::policies::at_decisions;
use crate::knowledge::{Knowledge, MOST_FEATURES};

/// Match equities are chances that sum to 1, and where a match is over, who stands ahead has more
/// of it.
///
/// There is a weight for each feature, and none beyond those that are named.
///
/// # Panics
/// If they are not.
pub fn equity<G: Knowledge>(trials: &Trials<G>) {
    let [features, weights] = [G::FEATURES.len(), G::WEIGHTS.len()];
    assert_eq!(features, weights, "{}: features and weights", G::NAME);
    assert!(features <= MOST_FEATURES, "{}: {features} features", G::NAME);
    at_decisions(trials, |trial, seat| {
        if seat.is_some() {
            return;
        }
        let outcome = trial.hand.outcome().expect("a hand that is over has an outcome");
        let rules = trial.rules();
        let equity = rules.equity(&outcome);
        let is_chance = |chance: &f64| (0.0..=1.0).contains(chance);
        assert!(equity.0.iter().all(is_chance), "{equity:?} are no chances: {outcome:?}");
        let sum: f64 = equity.0.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{equity:?} sum to {sum}: {outcome:?}");
        for seat in Seat::ALL {
            let values = rules.features(&outcome.standing, seat);
            let is_value = |(place, value): (usize, &f64)| {
                value.is_finite() && (place < features || *value == 0.0)
            };
            let are_values = values.iter().enumerate().all(is_value);
            assert!(are_values, "{values:?} of {:?}: {outcome:?}", G::FEATURES);
            for other in [seat.left(), seat.right()] {
                let [mine, his] = [seat, other].map(|seat| outcome.standing.placing(seat));
                let is_apart = mine > his && equity[seat] < equity[other]
                    || mine == his && equity[seat] != equity[other];
                assert!(
                    !(outcome.over && is_apart),
                    "{equity:?} go against the end of the match: {outcome:?}"
                );
            }
        }
    });
}
