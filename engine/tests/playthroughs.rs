//! Recorded hands of each game, under the published rules and with every option changed: the rules
//! must go on leading from the same cards and actions to the same points.

use threehand_engine::Game;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::testing::playthroughs;

fn replay_all<G: Game>(lines: &str) {
    let parts = playthroughs::<G>(lines);
    let options: Vec<usize> = parts.iter().map(|(_, options)| *options).collect();
    assert_eq!(options, [0, G::OPTIONS.len()], "the second part changes every option");
}

#[test]
fn recorded_hands_of_nine_two_five_replay() {
    replay_all::<NineTwoFive>(include_str!("data/playthroughs/9-2-5.jsonl"));
}

#[test]
fn recorded_hands_of_three_legged_kitty_replay() {
    replay_all::<ThreeLeggedKitty>(include_str!("data/playthroughs/three-legged-kitty.jsonl"));
}

#[test]
fn recorded_hands_of_three_kings_replay() {
    replay_all::<ThreeKings>(include_str!("data/playthroughs/three-kings.jsonl"));
}
