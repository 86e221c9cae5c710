#![doc = include_str!("rules.md")]

mod action;
mod bleed;
mod hand;
mod illegal;
mod recall;
mod rules;
mod scene;
mod standing;
mod story;
mod veil;
mod view;
mod worlds;

pub use action::{Action, Legal};
pub use bleed::Exchange;
pub use hand::Hand;
pub use rules::{
    BleedCap, BleedOrder, BleedView, FirstLead, Kitty, NineTwoFive, NoTrumpBleed, Target, Tie,
    TrumpCall,
};
pub use standing::Standing;
pub use view::{Bled, Known};
pub use worlds::Worlds;
