//! The engine's Three Kings against a slow second implementation, decision by decision.

use threehand_engine::testing::agreement;
use threehand_engine::{Hand as _, Seat};

use crate::common::trials;
use crate::slow::{self, Table};

const HANDS: usize = 100_000;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let mut seen = Seen::default();
    agreement(&trials(HANDS), |trial, slow: &Table, action| {
        if action.is_some() {
            if let Some(three) = slow.about_to_throw() {
                seen.thrown_melds += usize::from(slow::meld(slow.rules, &three).is_some());
            }
            return;
        }
        let end = slow.end().expect("the hand is over");
        let scores = trial.hand.view(Seat::P0).scores();
        let top = scores.0.into_iter().max().unwrap();
        let at_top = scores.0.iter().filter(|&&score| score == top).count();
        seen.sets += usize::from(end.next.game_points != slow.before.game_points);
        seen.tied += usize::from(top >= slow.rules.set_points && at_top > 1);
        for (_, hit) in &slow.came_true {
            *(if *hit { &mut seen.hits } else { &mut seen.misses }) += 1;
        }
        seen.predicted_twice += usize::from(slow.came_true.len() > 1);
        seen.dealt_as_first +=
            usize::from(slow.before.last_winner.is_none() && slow.before.game_points != [0; 3]);
        seen.ended += usize::from(end.over);
        seen.hands += 1;
    });
    assert_eq!(seen.hands, HANDS);
    for often in [
        seen.ended,
        seen.sets,
        seen.tied,
        seen.hits,
        seen.misses,
        seen.predicted_twice,
        seen.dealt_as_first,
    ] {
        assert!(often > 300, "{seen:?}");
    }
    assert!(seen.thrown_melds > 100, "{seen:?}");
}

/// How often the rarer things happened, so that the test can't pass without them.
#[derive(Debug, Default)]
struct Seen {
    hands: usize,
    ended: usize,
    sets: usize,
    tied: usize,
    hits: usize,
    misses: usize,
    thrown_melds: usize,
    /// Two predictions in one hand.
    predicted_twice: usize,
    /// Hands that are dealt as the first of a match, but are none.
    dealt_as_first: usize,
}
