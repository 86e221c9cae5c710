//! How often a bot failed, by kind of failure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use threehand_bots::FailureKind;

use crate::mergeable;

/// How often a bot failed, by kind of failure. Written as an object of the kinds that occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<FailureKind, u64>", into = "BTreeMap<FailureKind, u64>")]
pub struct Failures([u64; FailureKind::ALL.len()]);
mergeable!(Failures { 0 });

impl Failures {
    /// Counts a failure, if its kind is known.
    pub fn add(&mut self, kind: Option<FailureKind>) {
        if let Some(kind) = kind {
            self.0[kind as usize] += 1;
        }
    }

    /// Whether no failure was counted.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The kinds that occurred, with their number.
    pub fn counts(&self) -> impl Iterator<Item = (FailureKind, u64)> {
        FailureKind::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }
}

impl From<Failures> for BTreeMap<FailureKind, u64> {
    fn from(failures: Failures) -> Self {
        failures.counts().collect()
    }
}

impl From<BTreeMap<FailureKind, u64>> for Failures {
    fn from(counts: BTreeMap<FailureKind, u64>) -> Self {
        Self(FailureKind::ALL.map(|kind| counts.get(&kind).copied().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_written_by_kind() {
        let mut failures = Failures::default();
        assert!(failures.is_none());
        failures.add(None);
        failures.add(Some(FailureKind::Died));
        for _ in 0..2 {
            failures.add(Some(FailureKind::TimedOut));
        }
        let text = serde_json::to_string(&failures).unwrap();
        assert_eq!(text, r#"{"timed_out":2,"died":1}"#);
        assert_eq!(serde_json::from_str::<Failures>(&text).unwrap(), failures);
        assert!(serde_json::from_str::<Failures>(r#"{"lost":1}"#).is_err());
    }
}
