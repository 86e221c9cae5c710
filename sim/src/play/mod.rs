//! Playing: who sits where on which cards, one match at the table, and many of them on all threads.

pub mod asking;
pub mod duel;
pub mod forfeit;
pub mod ordered_map;
pub mod players;
pub mod referee;
pub mod schedule;
pub mod seated;
pub mod seeds;
pub mod stopwatch;
pub mod table;
