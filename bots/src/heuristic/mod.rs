//! `heuristic`: what a good club player does without counting on paper.

mod nine_two_five;

pub use nine_two_five::NineTwoFive;
