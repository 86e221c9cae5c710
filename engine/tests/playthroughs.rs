//! Recorded hands of each game, under the published rules and with every option changed: the rules
//! must go on leading from the same cards and actions to the same points.

use threehand_engine::Game;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::options::differing;
use threehand_engine::record::{Chain, Record};

/// Replays all hands of a file, which hold the published rules and others.
fn replay_all<G: Game>(lines: &str) {
    let mut chains: Vec<(String, Chain)> = Vec::new();
    let mut changed = 0;
    for (i, line) in lines.lines().enumerate() {
        let record: Record = serde_json::from_str(line).unwrap();
        let replay = record.replay::<G>().unwrap_or_else(|fault| panic!("line {}: {fault}", i + 1));
        if chains.last().is_none_or(|(variant, _)| *variant != record.variant) {
            chains.push((record.variant.clone(), Chain::default()));
        }
        let (_, chain) = chains.last_mut().unwrap();
        chain.push(&record, &replay).unwrap_or_else(|fault| panic!("line {}: {fault}", i + 1));
        assert_eq!(serde_json::to_string(&record).unwrap(), line, "line {}", i + 1);
        changed = changed.max(differing(threehand_engine::Hand::rules(&replay.end)).len());
    }
    assert_eq!(chains.len(), 2);
    assert_eq!(changed, G::OPTIONS.len(), "the second part changes every option");
    for (variant, chain) in chains {
        chain.finish().unwrap_or_else(|fault| panic!("{variant}: {fault}"));
    }
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
