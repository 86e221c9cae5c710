//! The engine's Three-Legged Kitty against a slow second implementation, decision by decision.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Legal};
use threehand_engine::testing::{agreement, checks};
use threehand_engine::{Hand as _, Seat};

use super::common::Hand;
use super::slow::Table;
use crate::every_game::Tested;
use crate::met::Met;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let hands = checks(100_000);
    let mut met = Met::new();
    agreement(&ThreeLeggedKitty::trials(hands), |trial, slow: &Table, action| match action {
        Some(action) => note(&mut met, &trial.hand, action),
        None => note_end(&mut met, &trial.hand, slow),
    });
    assert_eq!(met.count(&"hands"), hands);
    let due = [
        ("passed out", 4_000),
        ("forced passes", 400),
        ("enough", 4_000),
        ("no stray", 4_000),
        ("taken", 20_000),
        ("only the right takes", 2_000),
        ("Null made", 2_000),
        ("Null failed", 2_000),
        ("made", 2_000),
        ("failed", 20_000),
        ("tied", 200),
        ("shared", 100),
        ("ended", 2_000),
        ("raised himself", 2_000),
    ];
    met.assert_often(hands, 100_000, &due);
}

fn note(met: &mut Met<&str>, fast: &Hand, action: Action) {
    let turn = fast.turn().expect("somebody acts");
    met.add_if(action == Action::Enough, "enough");
    met.add_if(matches!(action, Action::Take(_)), "taken");
    let high = fast.view(turn).high_bid();
    if let (Legal::Call { bids, .. }, Some((bidder, _))) = (fast.legal(), high) {
        met.add_if(bids.is_empty(), "forced passes");
        met.add_if(bidder == turn && action != Action::Pass, "raised himself");
    }
}

fn note_end(met: &mut Met<&str>, fast: &Hand, slow: &Table) {
    met.add("hands");
    let (_, next, over) = slow.end().expect("the hand is over");
    let top = next.scores.into_iter().max().unwrap_or(0);
    let tied = next.scores.into_iter().filter(|&score| score == top).count() > 1;
    met.add_if(top >= slow.rules.target && tied && !over, "tied");
    met.add_if(tied && over, "shared");
    met.add_if(over, "ended");
    met.add(match (slow.made(), slow.high().is_some_and(|(_, kind)| kind == 0)) {
        (None, _) => "passed out",
        (Some(true), true) => "Null made",
        (Some(false), true) => "Null failed",
        (Some(true), false) => "made",
        (Some(false), false) => "failed",
    });
    if let Some(cat) = slow.cat {
        let taken = |seat| fast.view(seat).taken(seat).len();
        let cat = Seat::cyclic(cat);
        met.add_if(slow.stray.is_empty(), "no stray");
        met.add_if(taken(cat.left()) == 0 && taken(cat.right()) > 0, "only the right takes");
    }
}
