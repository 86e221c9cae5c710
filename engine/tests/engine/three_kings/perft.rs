//! The positions of Three Kings of which the trees are counted.

use threehand_engine::games::ThreeKings;
use threehand_engine::testing::{Position, positions};

use super::slow::{Due, Table};
use crate::every_game::Tested;

#[test]
fn the_positions_have_every_kind_of_decision() {
    let positions = positions::<ThreeKings>(ThreeKings::POSITIONS);
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
