//! The engine's 9-2-5 against a slow second implementation, decision by decision.

use threehand_engine::games::nine_two_five::Action;
use threehand_engine::testing::agreement;

use crate::common::trials;
use crate::slow::Table;

const HANDS: usize = 100_000;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let mut seen = Seen::default();
    agreement(&trials(HANDS), |trial, slow: &Table, action| {
        if let Some(action) = action {
            seen.kept += usize::from(action == Action::Keep);
            if trial.actions.is_empty() {
                seen.start_with(slow);
            }
            return;
        }
        let end = slow.end().expect("the hand is over");
        let tied =
            !end.over && end.next.scores.iter().any(|score| score.abs() >= slow.rules.target);
        seen.latched += usize::from(end.next.latched);
        seen.unlatched += usize::from(tied && !end.next.latched);
        seen.ended += usize::from(end.over);
        seen.matches += usize::from(trial.number() == 0);
        seen.hands += 1;
        let due = slow.before.last.is_some_and(|last| last != [0; 3]);
        let unbled = slow.rules.unbled_no_trump && !slow.rules.trump_after_bleed;
        if unbled && due && slow.trump == Some(None) {
            assert!(slow.given.is_empty());
            seen.unbled += 1;
        }
    });
    assert_eq!(seen.hands, HANDS);
    assert!(seen.matches > 10_000, "{seen:?}");
    assert!(seen.two_givers > 5_000, "{seen:?}");
    assert!(seen.two_receivers > 5_000, "{seen:?}");
    assert!(seen.kept > 5_000, "{seen:?}");
    assert!(seen.latched > 100 && seen.unlatched > 100, "{seen:?}");
    assert!(seen.unbled > 1_000, "{seen:?}");
    assert!(seen.ended > 5_000, "{seen:?}");
}

/// How often the rarer things happened, so that the test can't pass without them.
#[derive(Debug, Default)]
struct Seen {
    hands: usize,
    matches: usize,
    two_givers: usize,
    two_receivers: usize,
    kept: usize,
    unbled: usize,
    latched: usize,
    unlatched: usize,
    ended: usize,
}

impl Seen {
    fn start_with(&mut self, slow: &Table) {
        let last = slow.before.last.unwrap_or([0; 3]);
        self.two_givers += usize::from(slow.givers.len() == 2);
        let receivers = last.iter().filter(|&&delta| delta < 0).count();
        self.two_receivers += usize::from(receivers == 2);
    }
}
