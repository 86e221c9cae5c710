//! What 9-2-5 owes to whoever plays, searches or records it, as every game does.

use threehand_engine::games::NineTwoFive;
use threehand_engine::testing::{
    Trials, conformance, playouts, playthroughs, redealt_scenes, redealt_worlds, scenes,
    worlds_say_no_more,
};
use threehand_engine::{BySeat, Deal, Deck, Game, Hand, Seat, Stream};

use crate::common::{random_rules, trials};

/// Hands of random play alone.
fn random_hands(hands: usize) -> Trials<NineTwoFive> {
    Trials::new(hands).rules(random_rules)
}

#[test]
fn nine_two_five_keeps_the_contract_of_a_game() {
    conformance(&random_hands(400));
}

#[test]
fn playouts_of_nine_two_five_agree_with_play() {
    playouts(&random_hands(150_000));
}

/// Under the published rules and with every option changed: the rules must go on leading from the
/// same cards and actions to the same points.
#[test]
fn recorded_hands_of_nine_two_five_replay() {
    let parts =
        playthroughs::<NineTwoFive>(include_str!("../data/playthroughs/nine_two_five.jsonl"));
    let options: Vec<usize> = parts.iter().map(|(_, options)| *options).collect();
    assert_eq!(options, [0, NineTwoFive::OPTIONS.len()], "the second part changes every option");
}

/// A bot may hold a sampler of worlds: the sampler must not hold what the bot can't see.
#[test]
fn the_worlds_of_nine_two_five_say_no_more_than_the_view() {
    worlds_say_no_more(&random_hands(40));
}

#[test]
fn worlds_of_another_deal_with_the_same_choices_are_worlds() {
    let points = redealt_worlds(&trials(200), 150);
    assert!(points > 20, "{points}");
}

#[test]
#[should_panic(expected = "only the seat to move has actions")]
fn a_view_of_another_seats_turn_does_not_tell_what_it_may_do() {
    let game = NineTwoFive::default();
    let deck = Deck::shuffled(&mut Stream::new([3, 1, 7, 925]));
    let hand = game.start(&game.first_standing(Seat::P0), &Deal::new(deck, BySeat([16; 3])));
    let _ = hand.view(Seat::P1).legal();
}

#[test]
#[should_panic(expected = "9-2-5 deals sixteen cards each")]
fn a_deal_of_other_sizes_is_refused() {
    let game = NineTwoFive::default();
    let deck = Deck::shuffled(&mut Stream::new([4, 1, 7, 925]));
    game.start(&game.first_standing(Seat::P0), &Deal::new(deck, BySeat([17, 16, 16])));
}

#[test]
fn every_action_of_nine_two_five_is_taken_at_a_table_that_has_all_cards() {
    let verbs = scenes(&trials(60));
    let due = ["discard", "give", "keep", "play", "trump"];
    assert!(verbs.iter().eq(&due), "{verbs:?}");
}

#[test]
fn a_seat_sees_the_same_table_of_nine_two_five_whatever_the_cards_that_it_cannot_see() {
    let points = redealt_scenes(&trials(40), 60);
    assert!(points > 10, "{points}");
}
