//! The positions of 9-2-5 of which the trees are counted.

use std::collections::BTreeSet;

use threehand_engine::games::NineTwoFive;
use threehand_engine::testing::positions;
use threehand_engine::{Hand as _, Seat};

use super::slow::{Due, Table};
use crate::every_game::Tested;

#[test]
fn the_positions_have_every_kind_of_decision_and_ending() {
    let positions = positions::<NineTwoFive>(NineTwoFive::POSITIONS);
    assert!(positions.len() >= 20);
    let due: Vec<_> = positions.iter().map(|p| p.replayed::<Table>().due()).collect();
    for kind in [Due::Trump, Due::Bleed, Due::Discard, Due::Play] {
        assert!(due.contains(&kind), "{kind:?}");
    }
    // Among the endings, counted to their last card, there is every trump.
    let mut trumps = BTreeSet::new();
    for position in &positions {
        let view = position.hand.view(Seat::P0);
        let left: usize = Seat::ALL.into_iter().map(|seat| view.hand_size(seat)).sum();
        if position.counts.iter().any(|&(depth, _)| depth >= left) {
            trumps.insert(view.trump().expect("play has begun").index());
        }
    }
    assert_eq!(trumps.len(), 5);
}
