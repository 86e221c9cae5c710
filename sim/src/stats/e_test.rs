//! A sequential test that is valid for any distribution of bounded differences.

use super::betting::{Bettor, within};
use super::{Hypotheses, TestDecision};

/// A test by betting: one capital bets on a mean difference above the lower bound, another on one below the upper bound, with
/// the bets of [`ConfidenceSequence`](super::ConfidenceSequence). It decides "better" when the first reaches 1 / α, "not
/// better" when the second reaches 1 / β, for any distribution within the range and from the first block on.
#[derive(Clone, Copy, Debug)]
pub struct ETest {
    /// The least and the greatest possible difference.
    range: (f64, f64),
    /// The two bounds by their place in the range.
    bounds: [f64; 2],
    /// 1 / α and 1 / β.
    enough: [f64; 2],
    bettor: Bettor,
    capitals: [f64; 2],
}

impl ETest {
    /// A test whether the mean of differences in a range is above `lo` or below `hi`, with the error rates of these
    /// hypotheses.
    pub fn new((lo, hi): (f64, f64), range: (f64, f64), hypotheses: Hypotheses) -> Self {
        Self {
            range,
            bounds: [lo, hi].map(|bound| within(range, bound)),
            enough: [1.0 / hypotheses.alpha, 1.0 / hypotheses.beta],
            bettor: Bettor::default(),
            capitals: [1.0; 2],
        }
    }

    /// Adds a block's difference; returns the decision, if there is one.
    pub fn add(&mut self, difference: f64) -> Option<TestDecision> {
        let x = within(self.range, difference);
        let [lo, hi] = self.bounds;
        let factor = self.bettor.factor(x);
        if self.bettor.bets_above(lo) {
            self.capitals[0] *= factor(lo);
        }
        if !self.bettor.bets_above(hi) {
            self.capitals[1] *= factor(hi);
        }
        self.bettor.add(x);
        if self.capitals[0] >= self.enough[0] {
            Some(TestDecision::Better)
        } else if self.capitals[1] >= self.enough[1] {
            Some(TestDecision::NotBetter)
        } else {
            None
        }
    }

    /// The capitals that bet on "better" and on "not better", from 1 on.
    pub const fn capitals(&self) -> [f64; 2] {
        self.capitals
    }

    /// The capitals that decide: 1 / α and 1 / β.
    pub const fn enough(&self) -> [f64; 2] {
        self.enough
    }
}
