//! Counts of the tree of legal actions of Three Kings, from a data file, by the engine and by the slow
//! second implementation.

use threehand_engine::games::ThreeKings;
use threehand_engine::testing::{Position, positions};

use crate::slow::{Due, Table};

const POSITIONS: &str = include_str!("../data/perft/three_kings.txt");

#[test]
fn both_implementations_count_what_the_data_file_says() {
    for position in positions::<ThreeKings>(POSITIONS) {
        position.assert_counts();
        let slow: Table = position.replayed();
        position.assert_counts_by(|depth| slow.perft(depth));
    }
}

#[test]
fn the_positions_have_every_kind_of_decision() {
    let positions = positions::<ThreeKings>(POSITIONS);
    assert!(positions.len() >= 15);
    let tables: Vec<Table> = positions.iter().map(Position::replayed).collect();
    for kind in [Due::Upcard, Due::Card, Due::Exchange, Due::Prediction] {
        for phase_2 in [false, true] {
            let late_only = matches!(kind, Due::Exchange | Due::Prediction);
            let possible = if phase_2 { kind != Due::Upcard } else { !late_only };
            let met = |table: &&Table| table.due() == kind && table.stock.is_empty() == phase_2;
            assert_eq!(tables.iter().any(|table| met(&table)), possible, "{kind:?} {phase_2}");
        }
    }
    let answered = |table: &Table| table.trick.first().is_some_and(|led| led.len() == 3);
    assert!(tables.iter().any(|table| answered(table) && table.stock.is_empty()));
    assert!(tables.iter().any(|table| answered(table) && !table.stock.is_empty()));
    assert!(tables.iter().any(|table| table.rules.all_melds));
}
