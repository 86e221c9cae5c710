//! The engine's Three Kings against a slow second implementation, decision by decision.

use threehand_engine::games::ThreeKings;
use threehand_engine::testing::{agreement, checks};
use threehand_engine::{Hand as _, Seat};

use super::slow::Table;
use super::slow_melds::meld;
use crate::every_game::Tested;
use crate::met::Met;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let hands = checks(100_000);
    let mut met = Met::new();
    agreement(&ThreeKings::trials(hands), |trial, slow: &Table, action| {
        if action.is_some() {
            if let Some(three) = slow.about_to_throw() {
                met.add_if(meld(slow.rules, &three).is_some(), "thrown melds");
            }
            return;
        }
        let before = slow.before;
        let (_, next, over) = slow.end().expect("the hand is over");
        let scores = trial.hand.view(Seat::P0).scores();
        let top = scores.0.into_iter().max().unwrap();
        let at_top = scores.0.iter().filter(|&&score| score == top).count();
        met.add_if(next.game_points != before.game_points, "sets");
        met.add_if(top >= slow.rules.set_points && at_top > 1, "tied");
        for (_, hit) in &slow.came_true {
            met.add(if *hit { "came true" } else { "failed" });
        }
        met.add_if(slow.came_true.len() > 1, "two predictions");
        let as_first = before.last_winner.is_none() && before.game_points != [0; 3];
        met.add_if(as_first, "dealt as the first, but none");
        met.add_if(over, "ended");
        met.add("hands");
    });
    assert_eq!(met.count(&"hands"), hands);
    let due = [
        ("ended", 600),
        ("sets", 600),
        ("tied", 600),
        ("came true", 600),
        ("failed", 600),
        ("two predictions", 600),
        ("dealt as the first, but none", 600),
        ("thrown melds", 200),
    ];
    met.assert_often(hands, 100_000, &due);
}
