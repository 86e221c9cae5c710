//! The positions of Three-Legged Kitty of which the trees are counted.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::testing::positions;

use super::slow::{Due, Table};
use crate::every_game::Tested;

#[test]
fn the_positions_have_every_kind_of_decision() {
    let positions = positions::<ThreeLeggedKitty>(ThreeLeggedKitty::POSITIONS);
    assert!(positions.len() >= 12);
    let counts = positions.iter().map(|position| position.counts.len());
    assert!(counts.sum::<usize>() >= 15);
    let due: Vec<_> = positions.iter().map(|p| p.replayed::<Table>().due).collect();
    for kind in [Due::Call, Due::Stray, Due::Take, Due::Play] {
        assert!(due.contains(&kind), "{kind:?}");
    }
}
