//! The games, a folder each.

pub mod nine_two_five;

pub use nine_two_five::NineTwoFive;
