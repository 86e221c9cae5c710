//! The games, a folder each.

pub mod family;
pub mod nine_two_five;
mod plain_tricks;
pub mod three_kings;
pub mod three_legged_kitty;

pub use family::Family;
pub use nine_two_five::NineTwoFive;
pub use three_kings::ThreeKings;
pub use three_legged_kitty::ThreeLeggedKitty;
