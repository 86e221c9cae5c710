//! The games, a folder each.

pub mod nine_two_five;
pub mod three_kings;

pub use nine_two_five::NineTwoFive;
pub use three_kings::ThreeKings;
