//! Counts of the tree of legal actions of Three-Legged Kitty, from a data file, by the engine and by the slow
//! second implementation.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::testing::positions;

use crate::slow::{Due, Table};

const POSITIONS: &str = include_str!("../data/perft/three_legged_kitty.txt");

#[test]
fn both_tables_count_the_same_trees_as_the_data_file() {
    for position in positions::<ThreeLeggedKitty>(POSITIONS) {
        position.assert_counts();
        let slow: Table = position.replayed();
        position.assert_counts_by(|depth| slow.perft(depth));
    }
}

#[test]
fn the_positions_have_every_kind_of_decision() {
    let positions = positions::<ThreeLeggedKitty>(POSITIONS);
    assert!(positions.len() >= 12);
    let counts = positions.iter().map(|position| position.counts.len());
    assert!(counts.sum::<usize>() >= 15);
    let due: Vec<_> = positions.iter().map(|p| p.replayed::<Table>().due).collect();
    for kind in [Due::Call, Due::Stray, Due::Take, Due::Play] {
        assert!(due.contains(&kind), "{kind:?}");
    }
}
