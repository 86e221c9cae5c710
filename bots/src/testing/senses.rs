//! What networks are told.

use threehand_engine::testing::Trials;
use threehand_engine::{Hand, Legal};

use super::policies::at_decisions;
use crate::learned::{Inputs, Learned};

/// A view of a decision has as many inputs as any other, each of them is on once at most, and the legal actions have
/// labels of their own. A seat's worlds are told alike. Gives how many inputs there are.
///
/// # Panics
/// If one of these does not hold.
pub fn senses<G: Learned>(trials: &Trials<G>) -> usize {
    let mut count = None;
    at_decisions(trials, |trial, seat| {
        let Some(seat) = seat else { return };
        let view = trial.hand.view(seat);
        let mut inputs = Inputs::new();
        let places = G::sense(&view, &mut inputs);
        let needed = *count.get_or_insert(inputs.count());
        assert_eq!(inputs.count(), needed, "as many inputs as elsewhere: {view:?}");
        let mut on = inputs.on().to_vec();
        on.sort_unstable();
        assert!(on.iter().all(|&input| usize::from(input) < needed), "{on:?}: {view:?}");
        assert!(on.windows(2).all(|two| two[0] != two[1]), "an input twice, {on:?}: {view:?}");
        let of = G::labels(&view, &places);
        let mut labels: Vec<_> = view.legal().iter().map(|action| (of(action), action)).collect();
        labels.sort_unstable_by_key(|&(label, _)| label);
        assert!(
            labels
                .iter()
                .all(|(labels, _)| labels.iter().all(|&label| usize::from(label) < G::LABELS)),
            "{labels:?}: {view:?}"
        );
        assert!(
            labels.windows(2).all(|two| two[0].0 != two[1].0),
            "a label twice, {labels:?}: {view:?}"
        );
        let veiled = trial.hand.veiled(seat);
        let mut again = Inputs::new();
        let veiled = veiled.view(seat);
        let places = G::sense(&veiled, &mut again);
        assert_eq!(again.on(), inputs.on(), "another hand that looks the same: {view:?}");
        let of = G::labels(&veiled, &places);
        for (known, action) in labels {
            let known_again = of(action);
            assert_eq!(
                known_again, known,
                "`{action}` in another hand that looks the same: {view:?}"
            );
        }
    });
    count.expect("there are decisions")
}
