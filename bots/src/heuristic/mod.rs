//! `heuristic`: what a good club player does without counting on paper.

mod nine_two_five;
pub mod three_kings;
mod three_legged_kitty;

pub use nine_two_five::NineTwoFive;
pub use three_kings::ThreeKings;
pub use three_legged_kitty::ThreeLeggedKitty;
