//! A match that was given up because its bot failed.

use threehand_bots::{BotFailure, FailureKind};
use threehand_engine::{Seat, record};

use crate::shown::shown;

/// What stands in brackets at the end of a reason if the bot failed when it was made.
pub const MADE: &str = "when it was made";

/// The same if it failed when it was put away.
pub const PUT_AWAY: &str = "when it was put away";

/// A match that was given up because its bot failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The seat of the bot that failed.
    pub seat: Seat,
    /// How it failed; `None` if the reason is one that no bot fails for.
    pub kind: Option<FailureKind>,
    /// Why, on one line.
    pub reason: String,
}

impl Forfeit {
    /// The forfeit of a bot that failed.
    pub fn of(seat: Seat, failure: &BotFailure) -> Self {
        Self { seat, kind: Some(failure.kind()), reason: shown(failure).into() }
    }

    /// What a record says of the forfeit.
    pub fn record(&self) -> record::Forfeit {
        record::Forfeit { seat: self.seat, reason: self.reason.clone() }
    }
}

impl From<record::Forfeit> for Forfeit {
    /// The kind follows from how the reason begins.
    fn from(record::Forfeit { seat, reason }: record::Forfeit) -> Self {
        let kind = reason.parse().ok().map(|failure: BotFailure| failure.kind());
        Self { seat, kind, reason }
    }
}
