//! The sequential test that holds for any distribution of blocks.

use super::betting::{Bettor, within};
use super::{Hypotheses, TestDecision};

/// A test by betting: a capital is bet that the mean difference is above the lower bound, another that it is
/// below the upper one, with the bets of [`ConfidenceSequence`](super::ConfidenceSequence). "Better" is said when the first reaches 1 / α, "not better" when the
/// second reaches 1 / β. Differences may be of any distribution within their range, ties and rare large losses
/// included, and there is no fewest number of blocks.
#[derive(Clone, Copy, Debug)]
pub struct ETest {
    /// The least and the greatest difference there can be.
    range: (f64, f64),
    /// The two bounds as shares of the range.
    bounds: [f64; 2],
    /// What either capital has to reach.
    enough: [f64; 2],
    bettor: Bettor,
    capitals: [f64; 2],
}

impl ETest {
    /// A test whether the mean of differences in this range is above `lo` or below `hi`, with the shares of errors
    /// of these hypotheses.
    pub fn new((lo, hi): (f64, f64), range: (f64, f64), hypotheses: Hypotheses) -> Self {
        Self {
            range,
            bounds: [lo, hi].map(|bound| within(range, bound)),
            enough: [1.0 / hypotheses.alpha, 1.0 / hypotheses.beta],
            bettor: Bettor::default(),
            capitals: [1.0; 2],
        }
    }

    /// Adds a block's difference; says what is decided then, if anything is.
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
        self.bettor.see(x);
        if self.capitals[0] >= self.enough[0] {
            Some(TestDecision::Better)
        } else if self.capitals[1] >= self.enough[1] {
            Some(TestDecision::NotBetter)
        } else {
            None
        }
    }

    /// What a capital of 1 has become that was bet on "better", and one on "not better".
    pub const fn capitals(&self) -> [f64; 2] {
        self.capitals
    }

    /// What they have to reach.
    pub const fn enough(&self) -> [f64; 2] {
        self.enough
    }
}
