//! `greedy`: the obvious card. Wins as cheaply as it can, else throws its lowest.

mod nine_two_five;
mod three_kings;
mod three_legged_kitty;

pub use nine_two_five::NineTwoFive;
pub use three_kings::ThreeKings;
pub use three_legged_kitty::ThreeLeggedKitty;
