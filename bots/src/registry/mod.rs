//! The bots by name, and the specs that choose and tune them.

mod kind;
mod parameter;
mod roster;
mod spec;

pub use kind::Kind;
pub use parameter::{BUDGETS, Parameter};
pub use roster::{GAMES, Roster, Visitor, with_game};
pub use spec::{Spec, SpecError};
