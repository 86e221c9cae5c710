//! What Three Kings owes to whoever plays, searches or records it, as every game does.

use threehand_engine::Game;
use threehand_engine::games::ThreeKings;
use threehand_engine::testing::{
    Trials, conformance, playouts, playthroughs, scenes, worlds_say_no_more,
};

use crate::common::trials;

/// Hands of random play alone.
fn random_hands(hands: usize) -> Trials<ThreeKings> {
    Trials::new(hands)
}

#[test]
fn three_kings_keeps_the_contract_of_a_game() {
    conformance(&random_hands(400));
}

#[test]
fn playouts_of_three_kings_agree_with_play() {
    playouts(&random_hands(150_000));
}

/// Under the published rules and with every option changed: the rules must go on leading from the
/// same cards and actions to the same points.
#[test]
fn recorded_hands_of_three_kings_replay() {
    let parts = playthroughs::<ThreeKings>(include_str!("../data/playthroughs/three_kings.jsonl"));
    let options: Vec<usize> = parts.iter().map(|(_, options)| *options).collect();
    assert_eq!(options, [0, ThreeKings::OPTIONS.len()], "the second part changes every option");
}

/// A bot may hold a sampler of worlds: the sampler must not hold what the bot can't see.
#[test]
fn the_worlds_of_three_kings_say_no_more_than_the_view() {
    worlds_say_no_more(&random_hands(40));
}

#[test]
fn every_action_of_three_kings_is_taken_at_a_table_that_has_all_cards() {
    let verbs = scenes(&trials(60));
    let due = ["decline", "exchange", "play", "predict", "throw", "upcard"];
    assert!(verbs.iter().eq(&due), "{verbs:?}");
}
