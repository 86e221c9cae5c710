//! How often a bot failed, by kind of failure.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use threehand_bots::FailureKind;

use super::mergeable::mergeable;

/// How often a bot failed, by kind of failure. Written as an object of the kinds that occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
        self.0 == [0; FailureKind::ALL.len()]
    }

    /// The kinds that occurred, with their number.
    pub fn counts(&self) -> impl Iterator<Item = (FailureKind, u64)> {
        FailureKind::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }
}

impl Serialize for Failures {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.counts().map(|(kind, count)| (kind.word(), count)))
    }
}

impl<'de> Deserialize<'de> for Failures {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut failures = Self::default();
        for (word, count) in BTreeMap::<String, u64>::deserialize(from)? {
            let kind = FailureKind::ALL.into_iter().find(|kind| kind.word() == word);
            let kind = kind.ok_or_else(|| D::Error::custom(format!("no failure is `{word}`")))?;
            failures.0[kind as usize] = count;
        }
        Ok(failures)
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
