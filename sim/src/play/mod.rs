//! Playing: who sits where on which cards, one match at the table, and many of them on all threads.

pub mod duel;
pub mod ordered_map;
pub mod players;
pub mod schedule;

pub use threehand_play::{panics as asking, referee, stopwatch};

/// To be removed once no room of this crate is generic over a game.
pub mod forfeit {
    pub use threehand_play::Forfeit;
}
/// To be removed once no room of this crate is generic over a game.
pub mod seated {
    pub use threehand_play::{Decider, Seated};
}
/// To be removed once no room of this crate is generic over a game.
pub mod seeds {
    pub use threehand_play::Seeds;
}
/// To be removed once no room of this crate is generic over a game.
pub mod table {
    pub use threehand_play::{Decks, MakeBot, Match, Table};
}
