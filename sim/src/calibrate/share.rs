//! How often a promise was broken, and how often it may be.

use crate::stats::binomial_interval;

/// How often a 95 % interval may miss the truth.
pub const MISSES: f64 = 0.05;

/// How often something came up that is not to come up often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    /// How often.
    pub count: u64,
    /// Out of how many.
    pub of: u64,
}

impl Share {
    /// What is due, in whole runs, of intervals that keep their promise.
    pub(super) fn due(of: u64) -> Self {
        Self { count: (MISSES * of as f64).round() as u64, of }
    }

    /// As a share of one.
    pub(super) fn mean(self) -> f64 {
        self.count as f64 / self.of as f64
    }

    /// The 95 % interval for its chance.
    pub(super) fn interval(self) -> (f64, f64) {
        binomial_interval(self.count, self.of)
    }
}
