//! A/A runs: a bot against itself, where every difference is chance. Such runs show whether
//! intervals and tests are wrong as seldom as promised.

use serde::{Deserialize, Serialize};

use super::share::Share;
use crate::play::duel::DuelBlock;
use crate::stats::{
    ConfidenceSequence, Estimate, Hypotheses, Moments, Sprt, TestDecision, UniformityTest,
};

/// The fewest blocks of a run. Differences come in steps; with fewer blocks the steps show in the
/// p-values, and a test of their evenness fails for that alone.
pub(super) const FEWEST: u64 = 500;

/// An A/A run that is being played: what is made of the differences of its blocks, in their order.
#[derive(Clone, Debug)]
pub(super) struct Underway {
    moments: Moments,
    sprt: Sprt,
    decision: Option<TestDecision>,
    sequence: ConfidenceSequence,
}

impl Underway {
    /// No blocks yet.
    pub(super) fn new(hypotheses: Hypotheses) -> Self {
        Self {
            moments: Moments::default(),
            sprt: Sprt::new(hypotheses, DuelBlock::SHARES),
            decision: None,
            sequence: ConfidenceSequence::new(-DuelBlock::MOST, DuelBlock::MOST),
        }
    }

    /// Adds the difference of a block, in [units](DuelBlock::UNIT).
    pub(super) fn add(&mut self, difference: i64) {
        self.moments.add(difference);
        self.sequence.add(difference as f64 / DuelBlock::UNIT);
        if self.decision.is_none() {
            self.decision = self.sprt.add(difference);
        }
    }

    /// The run, if this block is the last.
    pub(super) fn trial(&self) -> Trial {
        Trial {
            moments: self.moments,
            decision: self.decision,
            tested: self.sprt.moments().n(),
            strays: self.sequence.excludes(0.0),
        }
    }
}

/// One A/A run, at the end.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Trial {
    moments: Moments,
    /// What the sequential test said; `None` if the test would have gone on.
    pub(super) decision: Option<TestDecision>,
    /// The blocks that the sequential test looked at.
    pub(super) tested: u64,
    /// Whether the interval that may be watched did not hold 0 after some block.
    pub(super) strays: bool,
}

impl Trial {
    /// Its blocks.
    pub(super) const fn blocks(&self) -> u64 {
        self.moments.n()
    }

    /// The mean difference of shares, with its interval.
    pub(super) fn difference(&self) -> Estimate {
        self.moments.estimate(DuelBlock::UNIT)
    }

    /// The chance of a difference as large as this; `None` without a spread.
    pub(super) fn p(&self) -> Option<f64> {
        self.difference().p_value(self.blocks())
    }

    /// Whether the interval misses 0, which is the truth.
    pub(super) fn misses(&self) -> bool {
        let Estimate { lo, hi, .. } = self.difference();
        lo.is_some_and(|lo| lo > 0.0) || hi.is_some_and(|hi| hi < 0.0)
    }

    /// The standard deviation of the sum of all differences, in the steps in which they come.
    pub(super) fn steps(&self) -> f64 {
        let n = self.blocks() as f64;
        self.moments.se(DuelBlock::SHARES.step).map_or(0.0, |se| se * n)
    }
}

/// All runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Calibration {
    /// In their order.
    pub(super) trials: Vec<Trial>,
}

impl Calibration {
    /// The runs of which this is so.
    pub(super) fn share(&self, is: impl Fn(&Trial) -> bool) -> Share {
        let count = self.trials.iter().filter(|trial| is(trial)).count();
        Share { count: count as u64, of: self.trials.len() as u64 }
    }

    /// Runs that the sequential test decided so, or not at all.
    pub(super) fn decided(&self, decision: Option<TestDecision>) -> Share {
        self.share(|trial| trial.decision == decision)
    }

    /// The blocks that the sequential test looked at, the mean over runs.
    pub(super) fn tested(&self) -> Estimate {
        let mut tested = Moments::default();
        for trial in &self.trials {
            tested.add(trial.tested as i64);
        }
        tested.estimate(1.0)
    }

    /// Whether the p-values spread evenly.
    pub(super) fn evenness(&self) -> Option<UniformityTest> {
        UniformityTest::of(self.trials.iter().filter_map(Trial::p).collect())
    }

    /// The distance from evenness that comes of the steps alone: a sum of differences with a
    /// standard deviation of s steps is 0 with a chance of 1 / (s √2π), where p is 1.
    pub(super) fn lattice(&self) -> f64 {
        let steps: f64 = self.trials.iter().map(Trial::steps).sum();
        self.trials.len() as f64 / (steps * std::f64::consts::TAU.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::MISSES;
    use threehand_engine::{Stream, below};

    use crate::stats::Bounds;

    const USUAL: Hypotheses = Hypotheses { bounds: Bounds::T(0.0, 0.1), alpha: 0.05, beta: 0.05 };

    /// Runs of 500 blocks in which either bot wins each of the six matches as often; each block
    /// counts so many times.
    fn calibration(times: usize) -> Calibration {
        let mut calibration = Calibration::default();
        for run in 0..600 {
            let mut stream = Stream::new([run, 2, 5, 9]);
            let mut trial = Underway::new(USUAL);
            for _ in 0..500 {
                let won = (0..6).filter(|_| below(&mut stream, 2) == 0).count() as i64;
                (0..times).for_each(|_| trial.add(12 * (won - 3)));
            }
            calibration.trials.push(trial.trial());
        }
        calibration
    }

    #[test]
    fn true_promises_are_seen_to_be_kept() {
        let calibration = calibration(1);
        let (lo, hi) = calibration.share(Trial::misses).interval();
        assert!((lo..=hi).contains(&MISSES), "{:?}", calibration.share(Trial::misses));
        assert!(calibration.decided(Some(TestDecision::Better)).interval().0 <= USUAL.alpha);
        assert!(calibration.share(|trial| trial.strays).interval().0 <= MISSES);
        assert!(calibration.evenness().unwrap().p > 0.05, "{:?}", calibration.evenness());
        // 1.2247 steps a block: 27.4 in 500 of them.
        assert!((calibration.lattice() - 0.398_942_3 / 27.386).abs() < 1e-4);
    }

    #[test]
    fn blocks_that_are_counted_twice_are_found_out() {
        let calibration = calibration(2);
        // Intervals are too narrow by √2: SciPy 1.17: 2 * stats.norm.sf(1.959964 / 2 ** 0.5) = 0.1658.
        let (lo, hi) = calibration.share(Trial::misses).interval();
        assert!(
            lo > MISSES && (lo..=hi).contains(&0.1658),
            "{:?}",
            calibration.share(Trial::misses)
        );
        assert!(calibration.evenness().unwrap().p < 1e-6, "{:?}", calibration.evenness());
        assert!(calibration.decided(Some(TestDecision::Better)).interval().0 > USUAL.alpha);
    }
}
