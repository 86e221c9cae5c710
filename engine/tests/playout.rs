//! A playout comes to what `legal` and `play` come to with the same random numbers.

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::testing::{Trials, playouts};

#[test]
fn playouts_of_nine_two_five_agree_with_play() {
    playouts(&Trials::<NineTwoFive>::new(150_000));
}

#[test]
fn playouts_of_three_legged_kitty_agree_with_play() {
    playouts(&Trials::<ThreeLeggedKitty>::new(150_000));
}

#[test]
fn playouts_of_three_kings_agree_with_play() {
    playouts(&Trials::<ThreeKings>::new(150_000));
}
