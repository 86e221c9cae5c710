//! What networks are told of the games.

use threehand_bots::learned::Learned;
use threehand_bots::testing::{self, Trials};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};

fn trials<G: Learned>() -> Trials<G> {
    Trials::new(300).seed(33).hands_of_a_match(10)
}

#[test]
fn views_of_9_2_5_are_told_alike() {
    testing::senses::<NineTwoFive>(&trials());
}

#[test]
fn views_of_three_legged_kitty_are_told_alike() {
    testing::senses::<ThreeLeggedKitty>(&trials());
}

#[test]
fn views_of_three_kings_are_told_alike() {
    testing::senses::<ThreeKings>(&trials());
}
