//! The sequential test: better or not, in as few blocks as it takes.

use serde::{Deserialize, Serialize};

use super::Moments;

/// The two hypotheses about t, the mean of a block's difference over its standard deviation, and
/// how often the test may be wrong about either.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// Not better: t is no more than this.
    pub t0: f64,
    /// Better: t is no less than this.
    pub t1: f64,
    /// How often "better" may be said where t is `t0`.
    pub alpha: f64,
    /// How often "not better" may be said where t is `t1`.
    pub beta: f64,
}

/// Why two hypotheses can't be tested.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BadHypotheses {
    /// A t is none that there can be.
    #[error("it is a number from -{MOST} to {MOST}, not {1:?}")]
    NoT(&'static str, f64),
    /// There is no room between them.
    #[error("it is above t0, by {NEAREST:?} at least, not {1:?} over {0:?}")]
    NotApart(f64, f64),
    /// A share of errors is none.
    #[error("it is a number from {LEAST_SHARE:?} to below 0.5, not {1:?}")]
    NoShare(&'static str, f64),
}

impl BadHypotheses {
    /// What is wrong: `t0`, `t1`, `alpha` or `beta`.
    pub const fn of(&self) -> &'static str {
        match self {
            Self::NotApart(..) => "t1",
            Self::NoT(name, _) | Self::NoShare(name, _) => name,
        }
    }
}

/// The largest t to test: differences of shares are never so even.
const MOST: f64 = 100.0;

/// How near to each other the two t may be. A test of nearer ones takes more than a trillion blocks.
const NEAREST: f64 = 1e-6;

/// The least share of errors. With shares that are no more than rounding, evidence would have no bounds.
const LEAST_SHARE: f64 = 1e-9;

impl Hypotheses {
    /// The same, if they can be tested.
    pub fn checked(self) -> Result<Self, BadHypotheses> {
        let Self { t0, t1, alpha, beta } = self;
        for (name, share) in [("alpha", alpha), ("beta", beta)] {
            if !(LEAST_SHARE..0.5).contains(&share) {
                return Err(BadHypotheses::NoShare(name, share));
            }
        }
        for (name, t) in [("t0", t0), ("t1", t1)] {
            if !(-MOST..=MOST).contains(&t) {
                return Err(BadHypotheses::NoT(name, t));
            }
        }
        if t1 - t0 >= NEAREST { Ok(self) } else { Err(BadHypotheses::NotApart(t0, t1)) }
    }

    /// Evidence of this much or less says "not better": ln(β / (1 − α)).
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Evidence of this much or more says "better": ln((1 − β) / α).
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }
}

/// What a sequential test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// The first is better.
    Better,
    /// It is not.
    NotBetter,
}

impl Decision {
    /// What a decision is called in files, or that there is none.
    pub const fn word(decision: Option<Self>) -> &'static str {
        match decision {
            Some(Self::Better) => "better",
            Some(Self::NotBetter) => "not_better",
            None => "undecided",
        }
    }
}

/// Before this many blocks the standard deviation is too uncertain for a decision.
const FIRST_LOOK: u64 = 30;

/// A sequential probability ratio test on the standardised difference, fed block by block in their
/// order.
///
/// The log-likelihood ratio after n blocks is n (t1 − t0) (t − (t0 + t1) / 2), where t is the mean
/// over the standard deviation (divisor n − 1): that of normal differences with the deviation
/// estimated, to first order in t. It grows with t for every t. The deviation is never taken below
/// the smallest step of a difference over √n, so that a clean sweep is evidence too.
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    moments: Moments,
    step: f64,
}

impl Sprt {
    /// A test of differences that change in steps of `step`.
    pub fn new(hypotheses: Hypotheses, step: i64) -> Self {
        Self { hypotheses, moments: Moments::default(), step: step as f64 }
    }

    /// Adds a block's difference; says what is decided then, if anything is.
    pub fn add(&mut self, difference: i64) -> Option<Decision> {
        self.moments.add(difference);
        if self.moments.n() < FIRST_LOOK {
            return None;
        }
        let llr = self.llr()?;
        if llr >= self.hypotheses.upper() {
            Some(Decision::Better)
        } else if llr <= self.hypotheses.lower() {
            Some(Decision::NotBetter)
        } else {
            None
        }
    }

    /// The evidence for t1 over t0 so far; `None` before the second block.
    pub fn llr(&self) -> Option<f64> {
        let Hypotheses { t0, t1, .. } = self.hypotheses;
        Some(self.moments.n() as f64 * (t1 - t0) * (self.t()? - f64::midpoint(t0, t1)))
    }

    /// Mean over standard deviation so far; `None` before the second block.
    pub fn t(&self) -> Option<f64> {
        let root = (self.moments.n() as f64).sqrt();
        let deviation = self.moments.se(1.0).map_or(0.0, |se| se * root);
        (self.moments.n() >= 2).then(|| self.moments.mean(1.0) / deviation.max(self.step / root))
    }

    /// The differences so far.
    pub const fn moments(&self) -> &Moments {
        &self.moments
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::{Stream, below};

    use super::*;
    use crate::stats::binomial_interval;

    const USUAL: Hypotheses = Hypotheses { t0: 0.0, t1: 0.1, alpha: 0.05, beta: 0.05 };

    fn fed(values: impl IntoIterator<Item = i64>) -> (Sprt, Option<Decision>) {
        let mut sprt = Sprt::new(USUAL, 12);
        let decision = values.into_iter().find_map(|value| sprt.add(value));
        (sprt, decision)
    }

    #[test]
    fn bounds_are_walds() {
        // NumPy 2.4: np.log(0.95 / 0.05) = 2.9444389791664403.
        assert!((USUAL.upper() - 2.944_438_979_166_440_3).abs() < 1e-12);
        assert!((USUAL.lower() + 2.944_438_979_166_440_3).abs() < 1e-12);
    }

    #[test]
    fn the_ratio_is_that_of_the_formula() {
        // NumPy 2.4: d = np.array([12, -24, 0, 36, 12, 12, -12, 24]);
        // t = d.mean() / d.std(ddof=1) = 0.3911163867342149;
        // len(d) * 0.1 * (t - 0.05) = 0.27289310938737193.
        let (sprt, decision) = fed([12, -24, 0, 36, 12, 12, -12, 24]);
        assert_eq!(decision, None);
        assert!((sprt.t().unwrap() - 0.391_116_386_734_214_9).abs() < 1e-12, "{:?}", sprt.t());
        assert!((sprt.llr().unwrap() - 0.272_893_109_387_371_93).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_decided_before_thirty_blocks() {
        let (sprt, decision) = fed(std::iter::repeat_n(36, 29));
        assert_eq!((sprt.moments().n(), decision), (29, None));
        assert!(sprt.llr().unwrap() > USUAL.upper());
    }

    #[test]
    fn a_clean_sweep_is_better_and_ties_alone_are_not() {
        let (sprt, decision) = fed(std::iter::repeat(36));
        assert_eq!((sprt.moments().n(), decision), (30, Some(Decision::Better)));
        let (sprt, decision) = fed(std::iter::repeat(0));
        // −0.005 a block: 589 of them reach −2.944.
        assert_eq!((sprt.moments().n(), decision), (589, Some(Decision::NotBetter)));
        let (_, decision) = fed(std::iter::repeat(-36));
        assert_eq!(decision, Some(Decision::NotBetter));
    }

    #[test]
    fn hypotheses_that_say_nothing_are_refused() {
        for (of, bad) in [
            ("t1", Hypotheses { t1: 0.0, ..USUAL }),
            ("t1", Hypotheses { t1: f64::MIN_POSITIVE, ..USUAL }),
            ("t1", Hypotheses { t1: f64::NAN, ..USUAL }),
            ("t1", Hypotheses { t1: f64::INFINITY, ..USUAL }),
            ("t0", Hypotheses { t0: f64::NEG_INFINITY, ..USUAL }),
            ("t0", Hypotheses { t0: f64::NAN, ..USUAL }),
            ("alpha", Hypotheses { alpha: 0.0, ..USUAL }),
            ("alpha", Hypotheses { alpha: 1e-320, ..USUAL }),
            ("beta", Hypotheses { beta: 0.5, ..USUAL }),
            ("beta", Hypotheses { beta: f64::MIN_POSITIVE, ..USUAL }),
            ("alpha", Hypotheses { alpha: f64::NAN, ..USUAL }),
        ] {
            assert_eq!(bad.checked().map_err(|error| error.of()), Err(of), "{bad:?}");
        }
        assert!(USUAL.checked().is_ok());
        let least = Hypotheses { t0: 0.0, t1: 2e-6, alpha: 1e-9, beta: 1e-9 };
        assert!(least.checked().is_ok_and(|least| least.upper() < 21.0 && least.lower() > -21.0));
    }

    #[test]
    fn at_either_hypothesis_it_errs_no_more_often_than_allowed() {
        // Six matches a block, of which the first bot wins each with this chance out of 10,000: t is 0
        // and 0.1000. SciPy 1.17: 6 * (0.5204 - 0.5) / (6 * 0.5204 * 0.4796) ** 0.5 = 0.1000.
        for (chance, wrong) in [(5000, Decision::Better), (5204, Decision::NotBetter)] {
            let mut stream = Stream::new([chance as u64, 0, 2, 5]);
            let mut wrongly = 0;
            for _ in 0..600 {
                let blocks = std::iter::repeat_with(|| {
                    let won = (0..6).filter(|_| below(&mut stream, 10_000) < chance).count();
                    12 * (won as i64 - 3)
                });
                let (_, decision) = fed(blocks);
                wrongly += u64::from(decision == Some(wrong));
            }
            assert!((10..=45).contains(&wrongly), "{wrongly} of 600 say {wrong:?}");
            assert!(binomial_interval(wrongly, 600).0 <= 0.05, "{wrongly} of 600 say {wrong:?}");
        }
    }
}
