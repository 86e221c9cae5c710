//! What is known of each game of this project, a folder each.

pub mod family;
mod greedy;
pub mod nine_two_five;
pub mod three_kings;
pub mod three_legged_kitty;
