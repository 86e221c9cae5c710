//! A mean with its standard error and 95 % interval.

use serde::{Deserialize, Serialize};

use crate::ValueRange;
use crate::cumulative::{NORMAL_800, NORMAL_975, normal_tail, t_of_tails, t_tails};
use crate::proportions::clopper_pearson;

/// An estimated mean. A standard error takes two blocks at least that differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error over blocks.
    pub se: Option<f64>,
    /// The lower end of the 95 % interval.
    pub lo: Option<f64>,
    /// The upper end.
    pub hi: Option<f64>,
}

impl From<f64> for Estimate {
    /// A mean without an error.
    fn from(mean: f64) -> Self {
        Self { mean, se: None, lo: None, hi: None }
    }
}

impl Estimate {
    /// An estimate from `n` independent blocks, with the interval of Student's t.
    pub fn new(mean: f64, se: Option<f64>, n: u64) -> Self {
        let half = se.map(|se| se * half_width_factor(n));
        Self { mean, se, lo: half.map(|half| mean - half), hi: half.map(|half| mean + half) }
    }

    /// The estimate of a mean in a range, with the interval of Student's t on the range's scale (A. Agresti, *Categorical Data
    /// Analysis*, 3rd ed. 2013, section 16.6).
    pub fn within(range: ValueRange, mean: f64, se: Option<f64>, n: u64) -> Self {
        let plain = Self::new(mean, se, n);
        let Some((se, (place, slope))) = se.zip(range.scale(mean)) else { return plain };
        let half = half_width_factor(n) * se * slope;
        let [lo, hi] = [place - half, place + half].map(|place| Some(range.back(place)));
        Self { lo, hi, ..plain }
    }

    /// The estimate of a mean of shares from 0 to `most`, with an interval there: on the logit scale, or with fewer than ten
    /// effective trials of either outcome that of Clopper and Pearson (E. Korn and B. Graubard, *Survey Methodology* 24, 1998).
    /// If every block is at the same end, it is exact: the probability of that is at most μⁿ, where μ is the mean's share of
    /// the way to that end.
    pub fn share(mean: f64, se: Option<f64>, n: u64, most: f64) -> Self {
        /// The fewest effective trials of either outcome for the logit scale.
        const MIN_TRIALS: f64 = 10.0;
        let (share, all) = (mean / most, libm::pow(0.025, 1.0 / n as f64));
        let logit = Self::within(ValueRange::Between(0.0, most), mean, se, n);
        let (lo, hi) = match se {
            None if share == 0.0 => (0.0, 1.0 - all),
            None if share == 1.0 => (all, 1.0),
            Some(se) if share > 0.0 && share < 1.0 => {
                let wider = half_width_factor(n) / NORMAL_975;
                let trials = share * (1.0 - share) / (wider * se / most).powi(2);
                let (yes, no) = (trials * share, trials * (1.0 - share));
                if yes.min(no) >= MIN_TRIALS {
                    return logit;
                }
                clopper_pearson(yes, no)
            }
            _ => return logit,
        };
        Self { lo: Some(most * lo), hi: Some(most * hi), ..logit }
    }

    /// A difference of two estimates of correlation `rho`, with the interval that follows from their asymmetric ones (G. Zou
    /// and A. Donner, *Statistics in Medicine* 27, 2008).
    #[must_use]
    pub fn between(self, first: &Self, second: &Self, rho: f64) -> Self {
        let reach = |a: f64, b: f64| (a * a + b * b - 2.0 * rho * a * b).max(0.0).sqrt();
        let lo = first.lo.zip(second.hi).map(|(lo, hi)| reach(first.mean - lo, hi - second.mean));
        let hi = first.hi.zip(second.lo).map(|(hi, lo)| reach(hi - first.mean, second.mean - lo));
        Self { lo: lo.map(|lo| self.mean - lo), hi: hi.map(|hi| self.mean + hi), ..self }
    }

    /// The same with its interval clamped to a range.
    #[must_use]
    pub fn cut(self, range: ValueRange) -> Self {
        let [lo, hi] = [self.lo, self.hi].map(|end| end.map(|end| range.nearest(end)));
        Self { lo, hi, ..self }
    }

    /// The same without an interval, unless its standard error is trusted.
    #[must_use]
    pub(super) fn only_if(self, is_trusted: bool) -> Self {
        if is_trusted { self } else { self.bare() }
    }

    /// The same without an interval.
    #[must_use]
    pub const fn bare(self) -> Self {
        Self { lo: None, hi: None, ..self }
    }

    /// The two-sided p-value of a mean of 0; `None` without a standard error.
    pub fn p_value(&self, n: u64) -> Option<f64> {
        self.se.map(|se| two_sided((self.mean / se).abs(), n))
    }

    /// The same from an asymmetric interval, by the standard error that it implies on the side of 0 (as G. Zou and A. Donner
    /// recover variances from limits): below 5 % if and only if the interval excludes 0. Where it includes 0, at least
    /// [`Self::p_value`], since an end near a bound implies too small a standard error. `None` without an interval.
    pub(super) fn p_by_interval(&self, n: u64) -> Option<f64> {
        let reach = if self.mean > 0.0 { self.mean - self.lo? } else { self.hi? - self.mean };
        let (away, holds_0) = (self.mean.abs(), self.mean.abs() <= reach);
        let implied = two_sided(half_width_factor(n) * (away / reach.max(f64::MIN_POSITIVE)), n);
        Some(if holds_0 { implied.max(self.p_value(n)?) } else { implied })
    }

    /// The p-value of a mean at least `margin` from 0: two one-sided tests (D. J. Schuirmann, 1987). `None` without a standard
    /// error.
    pub fn p_within(&self, margin: f64, n: u64) -> Option<f64> {
        let se = self.se?;
        let errors = (margin - self.mean.abs()) / se;
        let half = two_sided(errors.abs(), n) / 2.0;
        Some(if errors < 0.0 { 1.0 - half } else { half })
    }

    /// The greatest distance from 0 in the 95 % interval.
    pub fn no_more_than(&self) -> Option<f64> {
        Some(self.lo?.abs().max(self.hi?.abs()))
    }

    /// The distance from the mean to the farther end of the 95 % interval.
    pub fn half_width(&self) -> Option<f64> {
        Some((self.hi? - self.mean).max(self.mean - self.lo?))
    }

    /// Whether the interval is symmetric, to a fifth of the wider side.
    pub fn is_even(&self) -> bool {
        self.lo.zip(self.hi).is_some_and(|(lo, hi)| {
            let (below, above) = (self.mean - lo, hi - self.mean);
            above > 0.0 && below.min(above) >= 0.8 * below.max(above)
        })
    }
}

/// The half-width of a 95 % interval of a mean of `n` values, in standard errors: the quantile of Student's t below 200
/// values, of the normal distribution from there on.
///
/// # Panics
/// If `n` is below 2.
pub(super) fn half_width_factor(n: u64) -> f64 {
    if n < 200 { t_quantile(n) } else { NORMAL_975 }
}

/// The 97.5 % quantile of Student's t with n − 1 degrees of freedom.
///
/// # Panics
/// If `n` is below 2.
pub fn t_quantile(n: u64) -> f64 {
    assert!(n >= 2, "an interval needs two values");
    t_of_tails(0.05, (n - 1) as f64)
}

/// The smallest difference that a two-sided test at 5 % detects with a power of 80 % in `n` blocks of this standard
/// deviation: (z₀.₉₇₅ + z₀.₈) σ / √n, with the interval's own quantile for the first. From n = (z_α/2 + z_β)² σ² / δ² (Chow,
/// Shao, Wang and Lokhnygina, *Sample Size Calculations in Clinical Research*, 3rd ed. 2018, section 3.1).
///
/// # Panics
/// If `n` is below 2.
pub fn smallest_effect(sd: f64, n: u64) -> f64 {
    (half_width_factor(n) + NORMAL_800) * sd / (n as f64).sqrt()
}

/// The two-sided p-value of a mean of `n` values this many standard errors from 0.
fn two_sided(errors: f64, n: u64) -> f64 {
    if n < 200 { t_tails(errors, (n - 1) as f64) } else { 2.0 * normal_tail(errors) }
}

#[cfg(test)]
mod tests {
    use threehand_engine::{Stream, below};

    use super::*;
    use crate::{Moments, assert_close, misses};

    #[test]
    fn p_values_and_quantiles_are_those_of_scipy() {
        // SciPy 1.17: 2 * stats.t.sf(1.3, 5) and 2 * stats.norm.sf(2.5).
        assert_close(two_sided(1.3, 6), 0.250_300_634_170_677_1);
        assert_close(two_sided(2.5, 200), 0.012_419_330_651_552_265);
        // stats.t.ppf(0.975, [1, 9, 198]) and stats.norm.ppf(0.975).
        for (n, quantile) in [
            (2, 12.706_204_736),
            (10, 2.262_157_163),
            (199, 1.972_017_478),
            (200, 1.959_963_984_540),
        ] {
            assert_close(half_width_factor(n), quantile);
        }
        // max(stats.t.sf((0.5 - d) / 0.2, 19), stats.t.sf((0.5 + d) / 0.2, 19)).
        for (mean, p) in
            [(0.1, 0.030_001_018_193), (-0.1, 0.030_001_018_193), (0.6, 0.688_591_754_357)]
        {
            assert_close(Estimate::new(mean, Some(0.2), 20).p_within(0.5, 20), p);
        }
        assert_eq!(Estimate::new(0.1, None, 20).p_within(0.5, 20), None);
        // 0.1 + 0.2 * stats.norm.ppf(0.975).
        assert_close(Estimate::new(-0.1, Some(0.2), 200).no_more_than(), 0.491_992_796_908);
        // (stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) * 0.5 / 20; the power of a test with this effect is 0.8.
        assert_close(smallest_effect(0.5, 400), 0.070_039_630_452_8);
        let power = normal_tail(1.959_963_985 - 0.070_039_6 / (0.5 / 20.0));
        assert!((power - 0.8).abs() < 1e-4, "{power}");
    }

    #[test]
    fn intervals_are_those_of_scipy() {
        // SciPy 1.17: special.expit(special.logit(0.7) + s * stats.t.ppf(0.975, 19) * 0.05 / 0.21) for s = -1, 1. The next
        // three with m = p * (1 - p) / se ** 2 * (stats.norm.ppf(0.975) / stats.t.ppf(0.975, n - 1)) ** 2 trials, without the
        // factor from 200 on: stats.beta.ppf(0.025, m * p, m * (1 - p) + 1), stats.beta.ppf(0.975, m * p + 1, m * (1 - p)).
        // Half of one of these; and 0.025 ** (1 / 20).
        for (share, se, n, most, lo, hi) in [
            (0.7, Some(0.05), 20, 1.0, 0.586_365_067_834_266, 0.793_415_402_732_038_9),
            (0.95, Some(0.02), 20, 1.0, 0.888_846_350_759_857, 0.983_090_896_414_372_2),
            (0.03, Some(0.01), 300, 1.0, 0.013_610_929_688_274_6, 0.056_701_786_387_001_63),
            (0.1, Some(0.06), 20, 1.0, 0.014_197_965_635_681_1, 0.303_969_936_542_995_7),
            (0.475, Some(0.01), 20, 0.5, 0.444_423_175_379_928_5, 0.491_545_448_207_186_1),
            (1.0, None, 20, 1.0, 0.831_566_529_016_914_6, 1.0),
            (0.0, None, 20, 1.0, 0.0, 0.168_433_470_983_085_4),
        ] {
            let found = Estimate::share(share, se, n, most);
            assert_close(found.lo, lo);
            assert_close(found.hi, hi);
        }
        assert_eq!(Estimate::share(0.5, None, 20, 1.0).lo, None);
        // 1 + np.exp(np.log(2.5) + s * stats.t.ppf(0.975, 19) * 0.8 / 2.5); and by Fisher's z:
        // np.tanh(np.arctanh(-0.6) + s * stats.t.ppf(0.975, 19) * 0.2 / (1 - 0.6 ** 2)).
        let above = ValueRange::Above(1.0);
        for (range, mean, se, lo, hi) in [
            (above, 3.5, 0.8, 2.279_568_657_055_666, 5.884_458_497_429_497),
            (ValueRange::EVEN, -0.6, 0.2, -0.873_394_860_857_444_1, -0.039_057_285_101_079_75),
        ] {
            let found = Estimate::within(range, mean, Some(se), 20);
            assert_close(found.lo, lo);
            assert_close(found.hi, hi);
        }
        // At an end there is no scale, and without a standard error no interval.
        let end = Estimate::within(above, 1.0, Some(0.8), 20);
        assert_eq!(end, Estimate::new(1.0, Some(0.8), 20));
        assert_eq!(Estimate::within(ValueRange::EVEN, 0.5, None, 20).lo, None);
        // An interval is cut where the range ends.
        let few = Estimate::new(-0.4, Some(0.1), 2);
        assert_close(few.lo, -0.4 - 1.270_620_473_617_471_4);
        assert_close(few.hi, -0.4 + 1.270_620_473_617_471_4);
        assert_eq!(few.cut(ValueRange::EVEN), Estimate { lo: Some(-1.0), ..few });
        assert_eq!(few.bare().cut(ValueRange::EVEN), few.bare());
    }

    #[test]
    fn the_interval_of_a_difference_follows_from_those_of_both() {
        // NumPy 2.4: 0.3 - np.sqrt(0.2**2 + 0.12**2 - 2 * 0.3 * 0.2 * 0.12) and
        // 0.3 + np.sqrt(0.07**2 + 0.15**2 - 2 * 0.3 * 0.07 * 0.15).
        let of = |mean, lo, hi| Estimate { mean, se: Some(0.1), lo: Some(lo), hi: Some(hi) };
        let (a, b) = (of(0.9, 0.7, 0.97), of(0.6, 0.45, 0.72));
        let plain = Estimate::new(0.3, Some(0.12), 20);
        let found = plain.between(&a, &b, 0.3);
        assert_close(found.lo, 0.1);
        assert_close(found.hi, 0.445_258_390_463_339_5);
        // An end of the difference is open where one that it follows from is.
        let open = plain.between(&Estimate { lo: None, ..a }, &b, 0.3);
        assert_eq!((open.lo, open.se, open.hi.is_some()), (None, Some(0.12), true));
    }

    #[test]
    fn the_p_value_of_an_asymmetric_interval_agrees_with_the_interval() {
        let mut rng = Stream::new([9, 2, 5, 7]);
        let mut any = |most: f64| most * below(&mut rng, 1000) as f64 / 999.0;
        let mut found = [0; 2];
        for n in (2..=60).chain([199, 200, 5000]).cycle().take(20_000) {
            let (most, far) = (1.0 - any(0.5), 3.0 / (n as f64).sqrt());
            let mut one = || {
                let share = any(most);
                let se = (any(1.0) > 0.1).then_some(any(far) + 1e-3);
                let at_end = if share < most / 2.0 { 0.0 } else { most };
                Estimate::share(if se.is_some() { share } else { at_end }, se, n, most)
            };
            let (a, b) = (one(), one());
            let (x, y) = (a.se.unwrap_or(0.0), b.se.unwrap_or(0.0));
            let rho = any(1.9) - 0.95;
            let se = (x * x + y * y - 2.0 * rho * x * y).sqrt();
            if se == 0.0 {
                continue;
            }
            let difference = Estimate::new(a.mean - b.mean, Some(se), n).between(&a, &b, rho);
            if difference.lo.is_none() || difference.hi.is_none() {
                continue;
            }
            let (excludes_0, p) = (misses(&difference, 0.0), difference.p_by_interval(n).unwrap());
            assert_eq!(p < 0.05, excludes_0, "{n} {p} {difference:?} {a:?} {b:?}");
            assert!((0.0..=1.0).contains(&p), "{p} {difference:?}");
            assert!(excludes_0 || p >= difference.p_value(n).unwrap(), "{p} {difference:?}");
            found[usize::from(excludes_0)] += 1;
        }
        assert!(found.iter().all(|count| *count > 2000), "{found:?}");
        // Of a symmetric interval it is Student's t.
        for n in [2, 20, 300] {
            let even = Estimate::new(0.3, Some(0.2), n);
            assert_close(even.p_by_interval(n), even.p_value(n).unwrap());
        }
        assert_eq!(Estimate::new(0.3, Some(0.2), 20).bare().p_by_interval(20), None);
        // An interval of no length.
        for (mean, n, p) in [(0.0, 20, 1.0), (0.3, 20, 0.0), (0.3, 300, 0.0)] {
            let point = Estimate { mean, se: Some(1e-9), lo: Some(mean), hi: Some(mean) };
            assert_eq!(point.p_by_interval(n), Some(p));
        }
        // SciPy 1.17: 2 * stats.t.sf(0.25 * stats.t.ppf(0.975, 3) / 0.618, 3).
        let skewed = Estimate { mean: 0.25, se: Some(0.05), lo: Some(-0.368), hi: Some(0.438) };
        assert_close(skewed.p_by_interval(4), 0.288_284_686_432_802_7);
    }

    #[test]
    fn shares_near_their_ends_are_missed_no_more_often_than_promised() {
        // How many of 600 intervals miss a share, of blocks of so many matches.
        let missed = |chance: u64, (matches, blocks): (i64, u64), as_share: bool| {
            let mut rng = Stream::new([chance, blocks, 9, 5]);
            let run = |_: &u64| {
                let mut moments = Moments::default();
                for _ in 0..blocks {
                    let won = |_: &i64| below(&mut rng, 1000) < chance as usize;
                    moments.add((0..matches).filter(won).count() as i64);
                }
                let unit = matches as f64;
                let found =
                    if as_share { moments.share(unit, 1.0) } else { moments.estimate(unit) };
                let ends = [found.lo, found.hi].map(|end| end.or(Some(found.mean)));
                misses(&Estimate { lo: ends[0], hi: ends[1], ..found }, chance as f64 / 1000.0)
            };
            (0..600).filter(run).count()
        };
        for shape in [(6, 5), (6, 20), (1, 20), (6, 50)] {
            for chance in [500, 950, 990, 997] {
                let found = missed(chance, shape, true);
                // 30 due, standard deviation 5.3.
                assert!(found < 48, "{found} of 600, {chance} {shape:?}");
            }
        }
        assert!(missed(997, (6, 20), false) > 300, "as a plain mean it is missed");
    }
}
