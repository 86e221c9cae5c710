//! A sequential probability ratio test of the difference between two bots.

use serde::{Deserialize, Serialize};

use crate::Moments;

/// Two hypotheses about the difference of one bot from another, with the error rates of a test between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// The two hypotheses: not better, and better.
    pub bounds: Bounds,
    /// The rate of "better" at the lower bound.
    pub alpha: f64,
    /// The rate of "not better" at the upper bound.
    pub beta: f64,
}

/// The differences up to which a bot is not better, and from which on it is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// Of t, the mean of a block's difference over its standard deviation.
    T(f64, f64),
    /// Of the mean difference itself.
    Mean(f64, f64),
}

impl Bounds {
    /// The lower and the upper bound.
    pub const fn ends(self) -> (f64, f64) {
        match self {
            Self::T(lo, hi) | Self::Mean(lo, hi) => (lo, hi),
        }
    }
}

/// The largest t. The standard error of t grows with t, while the evidence takes it for constant: with `t0` = t = −3 62 % of
/// tests over 500 blocks decided "better", and up to 1 at most 5.3 %.
const MAX_T: f64 = 1.0;

/// The least distance of two bounds. A test of nearer ones takes more than a trillion blocks.
const MIN_DISTANCE: f64 = 1e-6;

/// The least error rate; with one near the rounding error the log-likelihood ratio has no bounds.
const MIN_RATE: f64 = 1e-9;

impl Hypotheses {
    /// These hypotheses if they can be tested of differences from −`most` to `most`.
    ///
    /// # Errors
    /// The name of the wrong setting, which is `t0`, `t1`, `share`, `alpha` or `beta`, and what is wrong with it.
    pub fn checked(self, most: f64) -> Result<Self, (&'static str, String)> {
        for (name, rate) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(MIN_RATE..0.5).contains(&rate) {
                let why = format!("it is a number from {MIN_RATE:?} to below 0.5, not {rate:?}");
                return Err((name, why));
            }
        }
        let (lo, hi) = self.bounds.ends();
        let are_apart = hi - lo >= MIN_DISTANCE;
        match self.bounds {
            Bounds::T(..) => {
                for (name, t) in [("t0", lo), ("t1", hi)] {
                    if !(-MAX_T..=MAX_T).contains(&t) {
                        let why = format!(
                            "it is a number from -{MAX_T} to {MAX_T}, not {t:?}: ask about larger differences with \
                             `sprt --share` or `sprt --test e`"
                        );
                        return Err((name, why));
                    }
                }
                let why = || {
                    format!("it is above t0, by {MIN_DISTANCE:?} at least, not {hi:?} over {lo:?}")
                };
                if are_apart { Ok(self) } else { Err(("t1", why())) }
            }
            Bounds::Mean(..) if lo.abs() < most && hi.abs() < most && are_apart => Ok(self),
            Bounds::Mean(..) => {
                let most = (100.0 * most).floor();
                let why = format!(
                    "it is two numbers of points, the first below the second by 0.0001 at least, both between \
                     -{most} and {most}"
                );
                Err(("share", why))
            }
        }
    }

    /// The log-likelihood ratio from which on down a test decides "not better": ln(β / (1 − α)).
    pub fn lower(&self) -> f64 {
        libm::log(self.beta / (1.0 - self.alpha))
    }

    /// The log-likelihood ratio from which on up a test decides "better": ln((1 − β) / α).
    pub fn upper(&self) -> f64 {
        libm::log((1.0 - self.beta) / self.alpha)
    }
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestDecision {
    /// The first bot is better.
    Better,
    /// It is not.
    NotBetter,
}

impl TestDecision {
    /// The word for a decision, or for none, in files.
    pub const fn word(decision: Option<Self>) -> &'static str {
        match decision {
            Some(Self::Better) => "better",
            Some(Self::NotBetter) => "not_better",
            None => "undecided",
        }
    }
}

/// The fewest blocks for a decision: before, the standard deviation is too uncertain.
pub const MIN_BLOCKS: u64 = 30;

/// The number of hypothetical blocks of the greatest difference against a decision, with which it has to stand. Where ties
/// are many and losses rare and large, the sample may lack a loss: of equals of whose blocks 97 % tie and three rise by a
/// third of what the fourth falls, 14 % of tests decide "better" without these blocks, 5 to 6 % with one and 1 to 5 % with two.
/// They cost a quarter more blocks.
pub const HYPOTHETICAL_LOSSES: usize = 2;

/// A sequential probability ratio test on the standardised difference, fed block by block.
///
/// The log-likelihood ratio after n blocks is n (t1 − t0) (t − (t0 + t1) / 2), where t is the mean over the standard deviation
/// (divisor n − 1): that of normal differences with an estimated deviation, to first order in t. The deviation is at least
/// the smallest step of a difference over √n, so that n equal blocks are evidence, too. Bounds of the mean are divided by the
/// deviation.
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    moments: Moments,
    scale: DifferenceScale,
}

/// The scale of the differences that a test is fed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceScale {
    /// The smallest step of a difference.
    pub step: f64,
    /// The greatest possible difference; of unbounded differences the greatest so far.
    pub most: f64,
    /// The unit of a difference.
    pub unit: f64,
}

impl Sprt {
    /// A test of differences on this scale.
    pub fn new(hypotheses: Hypotheses, scale: DifferenceScale) -> Self {
        Self { hypotheses, moments: Moments::default(), scale }
    }

    /// Adds a block's difference; returns the decision, if there is one.
    pub fn add(&mut self, difference: i64) -> Option<TestDecision> {
        self.moments.add(difference);
        self.scale.most = self.scale.most.max(difference.abs() as f64);
        if self.moments.n() < MIN_BLOCKS {
            return None;
        }
        let evidence = [self.llr()?, self.llr_doubted()?];
        if evidence.iter().all(|llr| *llr >= self.hypotheses.upper()) {
            Some(TestDecision::Better)
        } else if evidence.iter().all(|llr| *llr <= self.hypotheses.lower()) {
            Some(TestDecision::NotBetter)
        } else {
            None
        }
    }

    /// The log-likelihood ratio of "better" over "not better"; `None` before the second block.
    pub fn llr(&self) -> Option<f64> {
        self.llr_of(&self.moments)
    }

    /// The same after the hypothetical blocks against it.
    pub fn llr_doubted(&self) -> Option<f64> {
        let against = -self.llr()?.signum() * self.scale.most;
        let mut doubted = self.moments;
        (0..HYPOTHETICAL_LOSSES).for_each(|_| doubted.add(against as i64));
        self.llr_of(&doubted)
    }

    fn llr_of(&self, moments: &Moments) -> Option<f64> {
        let deviation = self.deviation(moments)?;
        let (t0, t1) = match self.hypotheses.bounds {
            Bounds::T(t0, t1) => (t0, t1),
            Bounds::Mean(lo, hi) => (lo / deviation, hi / deviation),
        };
        let t = moments.mean(self.scale.unit) / deviation;
        Some(moments.n() as f64 * (t1 - t0) * (t - f64::midpoint(t0, t1)))
    }

    /// The standard deviation of the differences, or its lower limit.
    fn deviation(&self, moments: &Moments) -> Option<f64> {
        let root = (moments.n() as f64).sqrt();
        let deviation = moments.se(self.scale.unit).map_or(0.0, |se| se * root);
        (moments.n() >= 2).then(|| deviation.max(self.scale.step / self.scale.unit / root))
    }

    /// The mean over the standard deviation; `None` before the second block.
    pub fn t(&self) -> Option<f64> {
        Some(self.moments.mean(self.scale.unit) / self.deviation(&self.moments)?)
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
    use crate::{assert_close, binomial_interval};

    const USUAL: Hypotheses = Hypotheses { bounds: Bounds::T(0.0, 0.1), alpha: 0.05, beta: 0.05 };
    const SCALE: DifferenceScale = DifferenceScale { step: 12.0, most: 36.0, unit: 54.0 };

    fn fed(values: impl IntoIterator<Item = i64>) -> (Sprt, Option<TestDecision>) {
        let mut sprt = Sprt::new(USUAL, SCALE);
        let decision = values.into_iter().find_map(|value| sprt.add(value));
        (sprt, decision)
    }

    #[test]
    fn the_ratio_and_its_bounds_are_those_of_the_formulas() {
        // NumPy 2.4: np.log(0.95 / 0.05) = 2.9444389791664403.
        assert_close(USUAL.upper(), 2.944_438_979_166_440_3);
        assert_close(USUAL.lower(), -2.944_438_979_166_440_3);
        // d = np.array([12, -24, 0, 36, 12, 12, -12, 24]); t = d.mean() / d.std(ddof=1);
        // len(d) * 0.1 * (t - 0.05).
        let differences = [12, -24, 0, 36, 12, 12, -12, 24];
        let (sprt, decision) = fed(differences);
        assert_eq!(decision, None);
        assert_close(sprt.t(), 0.391_116_386_734_214_9);
        assert_close(sprt.llr(), 0.272_893_109_387_371_93);
        // Bounds of the mean: d = d / 54; s = d.std(ddof=1); len(d) * (0.02 / s) * (d.mean() / s - 0.01 / s).
        let hypotheses = Hypotheses { bounds: Bounds::Mean(0.0, 0.02), ..USUAL };
        let mut sprt = Sprt::new(hypotheses, SCALE);
        assert!(differences.iter().all(|&difference| sprt.add(difference).is_none()));
        assert_close(sprt.llr(), 0.163_535_664_335_664_4);
        // Two hypothetical losses: d = [12] * 100 + [0] * 20 + [-36] * 2; 122 * 0.1 * (mean / std(ddof=1) - 0.05).
        let mut sprt = Sprt::new(USUAL, SCALE);
        let blocks = std::iter::repeat_n(12, 100).chain(std::iter::repeat_n(0, 20));
        blocks.for_each(|difference| sprt.moments.add(difference));
        assert_close(sprt.llr_doubted(), 14.706_624_250_051_52);
    }

    #[test]
    fn a_clean_sweep_is_better_after_thirty_blocks_and_ties_alone_are_not() {
        let (sprt, decision) = fed(std::iter::repeat_n(36, 29));
        assert_eq!((sprt.moments().n(), decision), (29, None));
        assert!(sprt.llr().unwrap() > USUAL.upper());
        // Of ties −0.005 a block: 589 of them reach −2.944, and 1,782 of them with two clean wins more.
        for (difference, blocks, due) in [
            (36, 30, TestDecision::Better),
            (0, 1782, TestDecision::NotBetter),
            (-36, 30, TestDecision::NotBetter),
        ] {
            let (sprt, decision) = fed(std::iter::repeat(difference));
            assert_eq!((sprt.moments().n(), decision), (blocks, Some(due)));
        }
    }

    #[test]
    fn hypotheses_that_cannot_be_tested_are_refused() {
        let t = |t0, t1| Hypotheses { bounds: Bounds::T(t0, t1), ..USUAL };
        let mean = |lo, hi| Hypotheses { bounds: Bounds::Mean(lo, hi), ..USUAL };
        for (of, bad) in [
            ("t1", t(0.0, 0.0)),
            ("t1", t(0.0, f64::MIN_POSITIVE)),
            ("t1", t(0.0, f64::NAN)),
            ("t1", t(0.0, f64::INFINITY)),
            ("t0", t(f64::NEG_INFINITY, 0.1)),
            ("t0", t(f64::NAN, 0.1)),
            ("t0", t(-3.0, -2.9)),
            ("t1", t(0.9, 1.01)),
            ("share", mean(0.0, 0.0)),
            ("share", mean(0.02, 0.0)),
            ("share", mean(f64::NAN, 0.02)),
            ("share", mean(0.0, 0.7)),
            ("alpha", Hypotheses { alpha: 0.0, ..USUAL }),
            ("alpha", Hypotheses { alpha: 1e-320, ..USUAL }),
            ("beta", Hypotheses { beta: 0.5, ..USUAL }),
            ("beta", Hypotheses { beta: f64::MIN_POSITIVE, ..USUAL }),
            ("alpha", Hypotheses { alpha: f64::NAN, ..USUAL }),
        ] {
            assert_eq!(bad.checked(2.0 / 3.0).map_err(|(name, _)| name), Err(of), "{bad:?}");
        }
        let least = Hypotheses { alpha: 1e-9, beta: 1e-9, ..t(0.0, 2e-6) };
        for good in [USUAL, t(-1.0, -0.9), t(0.9, 1.0), mean(-0.01, 0.02), least] {
            assert!(good.checked(0.5).is_ok(), "{good:?}");
        }
        assert!(least.upper() < 21.0 && least.lower() > -21.0);
    }

    #[test]
    fn it_errs_no_more_often_than_allowed() {
        let wrongly = |runs: u32, seed, wrong, block: &dyn Fn(&mut Stream) -> i64| {
            let mut stream = Stream::new(seed);
            let run = |_: &u32| fed(std::iter::repeat_with(|| block(&mut stream))).1 == Some(wrong);
            (0..runs).filter(run).count() as u64
        };
        // Six matches a block, of which the first bot wins each with this chance out of 10,000: t is 0
        // and 0.1000. SciPy 1.17: 6 * (0.5204 - 0.5) / (6 * 0.5204 * 0.4796) ** 0.5 = 0.1000.
        for (chance, wrong) in [(5000, TestDecision::Better), (5204, TestDecision::NotBetter)] {
            let found = wrongly(600, [chance as u64, 0, 2, 5], wrong, &|stream| {
                let won = (0..6).filter(|_| below(stream, 10_000) < chance).count();
                12 * (won as i64 - 3)
            });
            assert!((6..=38).contains(&found), "{found} of 600 say {wrong:?}");
        }
        // Rare and large losses: of 1,000 blocks so many rise by 12, and a third as many fall by 36: the mean is 0.
        for rises in [22_u64, 75, 300, 750] {
            let found = wrongly(
                400,
                [rises, 9, 2, 5],
                TestDecision::Better,
                &|stream| match below(stream, 3000) as u64 {
                    at if at < 3 * rises => 12,
                    at if at < 4 * rises => -36,
                    _ => 0,
                },
            );
            assert!(binomial_interval(found, 400).0 <= 0.05, "{found} of 400, {rises}");
        }
    }
}
