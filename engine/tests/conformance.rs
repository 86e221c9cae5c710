//! What every game owes to whoever plays, searches or records it, whatever its rules are.

mod common;
#[path = "common/three_kings.rs"]
mod kings;
mod kitty;

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::testing::{Trials, conformance};
use threehand_engine::{BySeat, Deal, Deck, Game, Hand, Seat, Stream};

#[test]
fn nine_two_five_keeps_the_contract_of_a_game() {
    conformance(&Trials::<NineTwoFive>::new(400).rules(common::random_rules));
}

#[test]
fn three_legged_kitty_keeps_the_contract_of_a_game() {
    conformance(&Trials::<ThreeLeggedKitty>::new(400).rules(kitty::random_rules));
}

#[test]
fn three_kings_keeps_the_contract_of_a_game() {
    conformance(&Trials::<ThreeKings>::new(400).rules(kings::random_rules));
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
