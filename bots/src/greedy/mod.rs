//! `greedy`: the obvious card. Wins as cheaply as it can, else throws its lowest.

mod nine_two_five;

pub use nine_two_five::NineTwoFive;
