//! What Three-Legged Kitty owes to whoever plays, searches or records it, as every game does.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::testing::{
    Trials, conformance, playouts, playthroughs, redealt_scenes, redealt_worlds, scenes,
    worlds_say_no_more,
};
use threehand_engine::{Game, Stream};

use crate::common::{random_rules, trials};

/// Hands of random play alone.
fn random_hands(hands: usize) -> Trials<ThreeLeggedKitty> {
    Trials::new(hands).rules(random_rules)
}

#[test]
fn three_legged_kitty_keeps_the_contract_of_a_game() {
    // Random play makes few of its bids: without points for a failure it takes long to get far.
    let short_without_fail_points = |rng: &mut Stream| {
        let mut rules = random_rules(rng);
        if rules.fail_points() == 0 {
            rules.set_option("target", "5").expect("a target");
        }
        rules
    };
    conformance(&Trials::new(400).rules(short_without_fail_points));
}

#[test]
fn playouts_of_three_legged_kitty_agree_with_play() {
    playouts(&random_hands(150_000));
}

/// Under the published rules and with every option changed: the rules must go on leading from the
/// same cards and actions to the same points.
#[test]
fn recorded_hands_of_three_legged_kitty_replay() {
    let parts = playthroughs::<ThreeLeggedKitty>(include_str!(
        "../data/playthroughs/three_legged_kitty.jsonl"
    ));
    let options: Vec<usize> = parts.iter().map(|(_, options)| *options).collect();
    assert_eq!(
        options,
        [0, 8, ThreeLeggedKitty::OPTIONS.len()],
        "the last part changes every option"
    );
}

/// A bot may hold a sampler of worlds: the sampler must not hold what the bot can't see.
#[test]
fn the_worlds_of_three_legged_kitty_say_no_more_than_the_view() {
    worlds_say_no_more(&random_hands(40));
}

#[test]
fn the_worlds_of_three_legged_kitty_are_those_of_another_deal_each_drawn_equally_often() {
    let points = redealt_worlds(&trials(100), 150);
    assert!(points > 20, "{points}");
}

#[test]
fn every_action_of_three_legged_kitty_is_taken_at_a_table_that_has_all_cards() {
    let verbs = scenes(&trials(60));
    let due = ["bid", "enough", "pass", "pay", "play", "stray", "take"];
    assert!(verbs.iter().eq(&due), "{verbs:?}");
}

#[test]
fn a_seat_sees_the_same_table_of_three_legged_kitty_whatever_the_cards_that_it_cannot_see() {
    let points = redealt_scenes(&trials(40), 60);
    assert!(points > 10, "{points}");
}
