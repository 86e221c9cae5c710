//! Who sits where on which cards, and the work of many blocks on all threads.

pub mod duel;
pub mod external;
pub mod named;
pub mod ordered_map;
pub mod players;
pub mod rematch;
pub mod schedule;
