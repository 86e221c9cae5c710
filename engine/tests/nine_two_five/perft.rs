//! Counts of the tree of legal actions of 9-2-5, from a data file, by the engine and by the slow
//! second implementation.

use std::collections::BTreeSet;

use threehand_engine::games::NineTwoFive;
use threehand_engine::testing::positions;
use threehand_engine::{Hand as _, Seat, Stream, perft};

use crate::common::play_randomly;
use crate::slow::{Due, Table};

const POSITIONS: &str = include_str!("../data/perft/nine_two_five.txt");

#[test]
fn both_implementations_count_what_the_data_file_says() {
    for position in positions::<NineTwoFive>(POSITIONS) {
        position.assert_counts();
        let slow: Table = position.replayed();
        position.assert_counts_by(|depth| slow.perft(depth));
    }
}

#[test]
fn the_positions_have_every_kind_of_decision_and_ending() {
    let positions = positions::<NineTwoFive>(POSITIONS);
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

#[test]
fn a_finished_hand_counts_once_at_any_depth() {
    let positions = positions::<NineTwoFive>(POSITIONS);
    let ending = positions.into_iter().find(|p| p.name.starts_with("last")).expect("an ending");
    let mut hand = ending.hand;
    play_randomly(&mut hand, &mut Stream::new([0; 4]), |_| true);
    assert_eq!([0, 1, 9].map(|depth| perft(&hand, depth)), [1; 3]);
}
