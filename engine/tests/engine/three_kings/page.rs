//! The page of the rules says what the last trick scores, cell by cell.

use threehand_engine::games::three_kings::Prediction;
use threehand_engine::{Hand as _, Seat};

use super::common::{BEFORE, P0, last_trick, play};

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
    let case = last_trick("", left, P0, said.map(|said| (P0, said)), |_| true);
    let mut hand = case.at([0; 3], BEFORE);
    let before = hand.view(P0).points()[P0];
    play(&mut hand, &left.map(|card| format!("play {card}")).join(", "));
    let outcome = hand.outcome().expect("the hand is over");
    let minus = |points: i32| points.to_string().replace('-', "−");
    let points = minus(outcome.points[P0] - before);
    match outcome.standing.pending()[Seat::P0] {
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
