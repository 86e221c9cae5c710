//! What has been played of a calibration so far.

use serde::{Deserialize, Serialize};

use super::trial::{Calibration, Underway};
use crate::play::duel::DuelBlock;
use crate::stats::{Failures, Hypotheses, Mergeable};

/// What has been played so far.
pub(crate) struct Played {
    hypotheses: Hypotheses,
    pub(super) underway: Underway,
    /// Finished runs whose interval misses 0.
    pub(super) missed: u64,
    pub(super) note: Progress,
}

/// What is noted of what has been played. The run that is being played is made again from the
/// differences of its blocks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Blocks a run.
    each: u64,
    pub(super) runs: Calibration,
    differences: Vec<i64>,
    pub(super) hands: u64,
    pub(super) forfeits: u64,
    /// Those whose kind of failure is known.
    #[serde(default, skip_serializing_if = "Failures::is_none")]
    pub(super) failures: Failures,
}

impl Progress {
    /// Blocks so far.
    pub(super) fn blocks(&self) -> u64 {
        let whole = (self.runs.trials().len() as u64).saturating_mul(self.each);
        whole.saturating_add(self.differences.len() as u64)
    }

    /// Whether both are of runs of as many blocks.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let whole = self.runs.trials().iter().all(|trial| trial.blocks() == self.each);
        self.each == other.each && whole && (self.differences.len() as u64) < self.each
    }
}

impl Played {
    /// Nothing yet, of runs of so many blocks each.
    pub(super) fn new(hypotheses: Hypotheses, each: u64) -> Self {
        let note = Progress {
            each,
            runs: Calibration::default(),
            differences: Vec::new(),
            hands: 0,
            forfeits: 0,
            failures: Failures::default(),
        };
        Self { hypotheses, underway: Underway::new(hypotheses), missed: 0, note }
    }

    pub(super) fn add(&mut self, block: &DuelBlock) {
        self.note.hands += block.hands;
        self.note.forfeits += block.forfeits.iter().sum::<u64>();
        block.failures.iter().for_each(|failures| self.note.failures.merge(failures));
        self.add_difference(block.difference());
    }

    fn add_difference(&mut self, difference: i64) {
        self.underway.add(difference);
        self.note.differences.push(difference);
        if self.note.differences.len() as u64 == self.note.each {
            let trial =
                std::mem::replace(&mut self.underway, Underway::new(self.hypotheses)).trial();
            self.note.differences.clear();
            self.missed += u64::from(trial.misses());
            self.note.runs.add(trial);
        }
    }

    /// Adds what was noted of the runs that follow.
    pub(super) fn restore(&mut self, noted: &Progress) {
        self.note.hands += noted.hands;
        self.note.forfeits += noted.forfeits;
        self.note.failures.merge(&noted.failures);
        for trial in noted.runs.trials() {
            self.missed += u64::from(trial.misses());
            self.note.runs.add(*trial);
        }
        noted.differences.iter().for_each(|&difference| self.add_difference(difference));
    }
}
