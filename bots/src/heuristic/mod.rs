//! `heuristic`: what a good club player does without counting on paper.

mod nine_two_five;
mod three_kings;

pub use nine_two_five::NineTwoFive;
pub use three_kings::ThreeKings;
