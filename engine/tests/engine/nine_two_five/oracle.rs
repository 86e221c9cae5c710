//! The engine's 9-2-5 against a slow second implementation, decision by decision.

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::Action;
use threehand_engine::testing::{agreement, checks};

use super::slow::Table;
use crate::every_game::Tested;
use crate::met::Met;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let hands = checks(100_000);
    let mut met = Met::new();
    agreement(&NineTwoFive::trials(hands), |trial, slow: &Table, action| {
        if let Some(action) = action {
            met.add_if(action == Action::Keep, "kept");
            if trial.actions.is_empty() {
                let last = slow.before.last.unwrap_or([0; 3]);
                met.add_if(slow.givers.len() == 2, "two givers");
                let receivers = last.iter().filter(|&&delta| delta < 0).count();
                met.add_if(receivers == 2, "two receivers");
            }
            return;
        }
        let (_, next, over) = slow.end().expect("the hand is over");
        let tied = !over && next.scores.iter().any(|score| score.abs() >= slow.rules.target);
        met.add_if(next.latched, "latched");
        met.add_if(tied && !next.latched, "tied, not latched");
        met.add_if(over, "ended");
        met.add_if(trial.number() == 0, "matches");
        met.add("hands");
        let due = slow.before.last.is_some_and(|last| last != [0; 3]);
        let unbled = slow.rules.unbled_no_trump && !slow.rules.trump_after_bleed;
        if unbled && due && slow.trump == Some(None) {
            assert!(slow.given.is_empty());
            met.add("unbled");
        }
    });
    assert_eq!(met.count(&"hands"), hands);
    let due = [
        ("matches", 20_000),
        ("two givers", 10_000),
        ("two receivers", 10_000),
        ("kept", 10_000),
        ("latched", 200),
        ("tied, not latched", 200),
        ("unbled", 2_000),
        ("ended", 10_000),
    ];
    met.assert_often(hands, 100_000, &due);
}
