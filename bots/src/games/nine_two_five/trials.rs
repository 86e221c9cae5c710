//! What benchmarks time of the solver of 9-2-5.

use crate::solver::{MaxN, Source, Trial, positions, timed};

/// How the tricks are shared where each seat is after as many as it can get.
pub(super) fn all(source: &Source<'_>) -> Vec<Trial> {
    let cards = 7;
    let positions = positions(source, cards, false);
    let mut solver = MaxN::new();
    vec![Trial::new(format!("solve/{cards}"), move |deal| {
        solver.forget();
        timed(|| solver.tricks(&positions[deal]))
    })]
}
