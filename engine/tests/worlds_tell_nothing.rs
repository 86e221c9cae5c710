//! A bot may hold a sampler of worlds: the sampler must not hold what the bot can't see.

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::testing::{Trials, worlds_say_no_more};

#[test]
fn the_worlds_of_nine_two_five_say_no_more_than_the_view() {
    worlds_say_no_more(&Trials::<NineTwoFive>::new(40));
}

#[test]
fn the_worlds_of_three_legged_kitty_say_no_more_than_the_view() {
    worlds_say_no_more(&Trials::<ThreeLeggedKitty>::new(40));
}

#[test]
fn the_worlds_of_three_kings_say_no_more_than_the_view() {
    worlds_say_no_more(&Trials::<ThreeKings>::new(40));
}
