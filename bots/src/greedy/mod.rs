//! `greedy`: the obvious card. Wins as cheaply as it can, else throws its lowest.

mod nine_two_five;
mod three_kings;

pub use nine_two_five::NineTwoFive;
pub use three_kings::ThreeKings;
