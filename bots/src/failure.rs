//! How a bot can fail at a decision.

use std::fmt;
use std::str::FromStr;

/// Why a bot gave no action that could be played.
///
/// The text of a failure is the reason that a record gives for a forfeit. How the text begins tells the kind, so
/// that a reason can be read back:
///
/// ```
/// use threehand_bots::{BotFailure, FailureKind};
/// let failure = BotFailure::Died("exit status: 1".to_owned());
/// assert_eq!(failure.to_string(), "died: exit status: 1");
/// assert_eq!("died: exit status: 1".parse(), Ok(failure));
/// assert_eq!(FailureKind::Died.word(), "died");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotFailure {
    /// The action can't be played.
    Illegal {
        /// The action's text.
        action: String,
        /// Why it can't be played.
        why: String,
    },
    /// No answer came in the time allowed, which is told.
    TimedOut(String),
    /// More memory was taken than the amount allowed, which is told.
    TookMemory(String),
    /// The bot's process ended or could not be started.
    Died(String),
    /// The answer could not be understood.
    Garbage(String),
    /// The bot said itself that it gives up, and why.
    GaveUp(String),
    /// The bot panicked, in this process.
    Panicked(String),
}

/// The kinds of [`BotFailure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureKind {
    /// An action that can't be played.
    Illegal,
    /// No answer in time.
    TimedOut,
    /// Too much memory.
    TookMemory,
    /// A process that ended.
    Died,
    /// An answer that can't be understood.
    Garbage,
    /// A bot that gave up.
    GaveUp,
    /// A panic.
    Panicked,
}

impl FailureKind {
    /// All kinds, in the order in which they are told.
    pub const ALL: [Self; 7] = [
        Self::Illegal,
        Self::TimedOut,
        Self::TookMemory,
        Self::Died,
        Self::Garbage,
        Self::GaveUp,
        Self::Panicked,
    ];

    /// The kind's name, as written in every file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::TimedOut => "timed_out",
            Self::TookMemory => "took_memory",
            Self::Died => "died",
            Self::Garbage => "garbage",
            Self::GaveUp => "gave_up",
            Self::Panicked => "panicked",
        }
    }

    /// What a person reads after a number of failures: `3 timed out`.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Illegal => "chose an illegal action",
            Self::TimedOut => "timed out",
            Self::TookMemory => "took too much memory",
            Self::Died => "died",
            Self::Garbage => "not understood",
            Self::GaveUp => "gave up",
            Self::Panicked => "panicked",
        }
    }

    /// How a reason of this kind begins; one of an illegal action begins with the action.
    const fn start(self) -> &'static str {
        match self {
            Self::Illegal => "`",
            Self::TimedOut => "took longer than ",
            Self::TookMemory => "took more than ",
            Self::Died => "died: ",
            Self::Garbage => "not understood: ",
            Self::GaveUp => "gave up: ",
            Self::Panicked => "panicked: ",
        }
    }
}

/// What stands between an illegal action and why it is illegal.
const NOT_LEGAL: &str = "` is not legal: ";

impl BotFailure {
    /// The action can't be played.
    pub fn illegal(action: impl fmt::Display, why: impl fmt::Display) -> Self {
        Self::Illegal { action: action.to_string(), why: why.to_string() }
    }

    /// The kind of the failure.
    pub const fn kind(&self) -> FailureKind {
        match self {
            Self::Illegal { .. } => FailureKind::Illegal,
            Self::TimedOut(_) => FailureKind::TimedOut,
            Self::TookMemory(_) => FailureKind::TookMemory,
            Self::Died(_) => FailureKind::Died,
            Self::Garbage(_) => FailureKind::Garbage,
            Self::GaveUp(_) => FailureKind::GaveUp,
            Self::Panicked(_) => FailureKind::Panicked,
        }
    }

    /// The same failure where it was no decision that the bot failed at, such as `when it was made`.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        let text = match &mut self {
            Self::Illegal { why: text, .. }
            | Self::TimedOut(text)
            | Self::TookMemory(text)
            | Self::Died(text)
            | Self::Garbage(text)
            | Self::GaveUp(text)
            | Self::Panicked(text) => text,
        };
        *text += &format!(" ({place})");
        self
    }
}

impl fmt::Display for BotFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().start())?;
        match self {
            Self::Illegal { action, why } => write!(f, "{action}{NOT_LEGAL}{why}"),
            Self::TimedOut(text)
            | Self::TookMemory(text)
            | Self::Died(text)
            | Self::Garbage(text)
            | Self::GaveUp(text)
            | Self::Panicked(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for BotFailure {}

/// A reason that no bot's failure is written as.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no reason for which a bot fails")]
pub struct NoFailure(pub String);

impl FromStr for BotFailure {
    type Err = NoFailure;

    fn from_str(reason: &str) -> Result<Self, NoFailure> {
        let read = |kind: FailureKind| {
            let text = reason.strip_prefix(kind.start())?;
            let owned = || text.to_owned();
            Some(match kind {
                FailureKind::Illegal => {
                    let (action, why) = text.split_once(NOT_LEGAL)?;
                    Self::Illegal { action: action.to_owned(), why: why.to_owned() }
                }
                FailureKind::TimedOut => Self::TimedOut(owned()),
                FailureKind::TookMemory => Self::TookMemory(owned()),
                FailureKind::Died => Self::Died(owned()),
                FailureKind::Garbage => Self::Garbage(owned()),
                FailureKind::GaveUp => Self::GaveUp(owned()),
                FailureKind::Panicked => Self::Panicked(owned()),
            })
        };
        FailureKind::ALL.into_iter().find_map(read).ok_or_else(|| NoFailure(reason.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_back_as_the_failure_that_it_was_written_for() {
        let text = || "3 s, `or` so: x".to_owned();
        let failures = [
            BotFailure::Illegal { action: "play 2C".to_owned(), why: text() },
            BotFailure::TimedOut(text()),
            BotFailure::TookMemory(text()),
            BotFailure::Died(text()),
            BotFailure::Garbage(text()),
            BotFailure::GaveUp(text()),
            BotFailure::Panicked(text()),
        ];
        for (failure, kind) in failures.into_iter().zip(FailureKind::ALL) {
            assert_eq!(failure.kind(), kind);
            let failure = failure.at("when it was made");
            assert_eq!(failure.to_string().parse(), Ok(failure));
        }
        let older = "panicked: lost my cards (when it was put away)";
        assert_eq!(older.parse::<BotFailure>().unwrap().kind(), FailureKind::Panicked);
        assert!("gave in".parse::<BotFailure>().is_err());
    }
}
