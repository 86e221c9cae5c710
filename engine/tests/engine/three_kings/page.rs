//! The page of the rules says what the last trick scores, cell by cell.

use threehand_engine::Hand as _;
use threehand_engine::games::three_kings::Prediction;

use super::common::{BEFORE, P0, gained, last_hand};

const PAGE: &str = include_str!("../../../src/games/three_kings/rules.md");

/// A row of the page by its first cell, without it, in the table of this heading.
fn row(heading: &str, first: &str) -> Vec<String> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = PAGE.lines().skip_while(|line| !line.starts_with(&format!("| {heading} ")));
    let mut rows = rows.take_while(|line| line.starts_with('|')).map(cells);
    rows.find(|cells| cells[0] == first).expect("a row of the page").split_off(1)
}

/// What the last trick brings seat 0, which leads to it, and what that leaves for the next set.
fn brought(left: [&str; 3], said: Option<Prediction>) -> String {
    let said: Vec<_> = said.map(|said| (P0, said)).into_iter().collect();
    let pending = last_hand("", left, P0, &said, [0; 3], BEFORE).outcome().expect("it is over");
    let minus = |points: i32| points.to_string().replace('-', "−");
    let points = minus(gained("", left, &said)[0]);
    match pending.standing.pending()[P0] {
        0 => points,
        pending => format!("{points}, next set {}", minus(pending)),
    }
}

#[test]
fn the_page_s_table_of_the_last_trick_is_what_it_scores() {
    for (heading, first, left) in [
        ("led and won with", "a single ace", ["AD", "KS", "2H"]),
        ("led and won with", "another card, a meld", ["KS", "2D", "2H"]),
        ("led, and lost", "a single ace", ["AD", "2D", "2H"]),
        ("led, and lost", "another card, a meld", ["2S", "KS", "2H"]),
    ] {
        let due = [None, Some(Prediction::Last), Some(Prediction::Ace)];
        assert_eq!(row(heading, first), due.map(|said| brought(left, said)), "{heading} {first}");
    }
}
