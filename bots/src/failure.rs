//! How a bot can fail at a decision.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Why a bot gave no action that could be played.
///
/// The text of a failure is the reason that a record gives for a forfeit. Its first words are those of the kind, so a
/// reason can be read back:
///
/// ```
/// use threehand_bots::BotFailure;
/// let failure = BotFailure::Died("exit status: 1".to_owned());
/// assert_eq!(failure.to_string(), "died: exit status: 1");
/// assert_eq!("died: exit status: 1".parse(), Ok(failure));
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
    /// No answer came in this time.
    TimedOut(String),
    /// More memory was taken than this.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    /// All kinds, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::Illegal,
        Self::TimedOut,
        Self::TookMemory,
        Self::Died,
        Self::Garbage,
        Self::GaveUp,
        Self::Panicked,
    ];

    /// What a person reads after a number of failures, and how a reason of the kind begins; that of an illegal action
    /// begins with the action.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Illegal => ["chose an illegal action", "`"],
            Self::TimedOut => ["timed out", "took longer than "],
            Self::TookMemory => ["took too much memory", "took more than "],
            Self::Died => ["died", "died: "],
            Self::Garbage => ["not understood", "not understood: "],
            Self::GaveUp => ["gave up", "gave up: "],
            Self::Panicked => ["panicked", "panicked: "],
        }
    }

    /// What a person reads after a number of failures: `3 timed out`.
    pub const fn phrase(self) -> &'static str {
        self.words()[0]
    }

    const fn start(self) -> &'static str {
        self.words()[1]
    }

    /// The failure of this kind whose reason goes on with this text; `None` if no reason of the kind does.
    fn failure(self, text: String) -> Option<BotFailure> {
        Some(match self {
            Self::Illegal => {
                let (action, why) = text.split_once(NOT_LEGAL)?;
                BotFailure::illegal(action, why)
            }
            Self::TimedOut => BotFailure::TimedOut(text),
            Self::TookMemory => BotFailure::TookMemory(text),
            Self::Died => BotFailure::Died(text),
            Self::Garbage => BotFailure::Garbage(text),
            Self::GaveUp => BotFailure::GaveUp(text),
            Self::Panicked => BotFailure::Panicked(text),
        })
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
    pub fn at(self, place: &str) -> Self {
        let text = format!("{self} ({place})");
        text.parse().expect("its text begins as that of the failure")
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
        let read = |kind: FailureKind| kind.failure(reason.strip_prefix(kind.start())?.to_owned());
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
