//! Exact sums over blocks, and the means and ratios that follow with their standard errors.

use serde::{Deserialize, Serialize};

use crate::Estimate;
use crate::mergeable;
use crate::third_moments::{ThirdMoments, is_skewness_small};

/// The fewest effective blocks for a standard error to trust; for a mean, half of all blocks are enough, too.
pub(super) const MIN_BLOCKS: f64 = 30.0;

/// Whether this many effective blocks out of `all` are enough for the standard error of a mean.
pub(super) fn has_enough_blocks(effective: f64, all: u64) -> bool {
    effective >= MIN_BLOCKS || 2.0 * effective >= all as f64
}

/// Adds a block's values x to their sums, and the products x y with each of `others` to `products`, by rows of x.
pub(super) fn add_products(
    sums: &mut [i64],
    products: &mut [i128],
    values: &[i64],
    others: &[i64],
) {
    for (i, &x) in values.iter().enumerate().filter(|(_, x)| **x != 0) {
        sums[i] += x;
        for (sum, &y) in products[i * others.len()..].iter_mut().zip(others) {
            *sum += i128::from(x) * i128::from(y);
        }
    }
}

/// Number, sum and sum of squares of integers, one a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    n: u64,
    sum: i64,
    squares: i128,
}
mergeable!(Moments { n, sum, squares });

impl Moments {
    /// Adds the value of a block.
    pub fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += value;
        self.squares += i128::from(value) * i128::from(value);
    }

    /// The number of values.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The mean in units of `unit`; 0 without a value.
    pub fn mean(&self, unit: f64) -> f64 {
        if self.n == 0 { 0.0 } else { self.sum as f64 / (self.n as f64 * unit) }
    }

    /// The standard error of the mean in units of `unit`, from the variance with divisor n − 1; `None` for fewer than two
    /// values, or equal ones.
    pub fn se(&self, unit: f64) -> Option<f64> {
        let n = i128::from(self.n);
        // n Σx² − (Σx)² is n (n − 1) times the variance, and exact.
        let spread = n * self.squares - i128::from(self.sum) * i128::from(self.sum);
        (self.n >= 2 && spread > 0).then(|| {
            let n = self.n as f64;
            (spread as f64 / (n * n * (n - 1.0))).sqrt() / unit
        })
    }

    /// The mean in units of `unit`, with its interval.
    pub fn estimate(&self, unit: f64) -> Estimate {
        Estimate::new(self.mean(unit), self.se(unit), self.n)
    }

    /// The same of shares from 0 to `most`.
    pub fn share(&self, unit: f64, most: f64) -> Estimate {
        Estimate::share(self.mean(unit), self.se(unit), self.n, most)
    }
}

/// Sums over blocks of a numerator x and a denominator y, for a ratio such as points a hand, where blocks have unequal
/// numbers of hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioSums {
    n: u64,
    x: i64,
    y: i64,
    xx: i128,
    xy: i128,
    yy: i128,
    /// Third moments of x and y; unknown in files of earlier versions.
    #[serde(rename = "cubes", skip_serializing_if = "Option::is_none")]
    third_moments: Option<ThirdMoments>,
}
mergeable!(RatioSums { n, x, y, xx, xy, yy, third_moments });

impl RatioSums {
    /// Sums of no blocks, for a ratio that is no share: it has no interval if few blocks make most of its standard error.
    pub fn of_mean() -> Self {
        Self { third_moments: Some(ThirdMoments::new(1, 2)), ..Self::default() }
    }

    /// Adds the numerator and the denominator of a block.
    pub fn add(&mut self, x: i64, y: i64) {
        self.n += 1;
        self.x += x;
        self.y += y;
        self.xx += i128::from(x) * i128::from(x);
        self.xy += i128::from(x) * i128::from(y);
        self.yy += i128::from(y) * i128::from(y);
        if let Some(moments) = &mut self.third_moments {
            moments.add(&[x, y]);
        }
    }

    /// The sum of the numerators.
    pub const fn numerator(&self) -> i64 {
        self.x
    }

    /// The sum of the denominators.
    pub const fn denominator(&self) -> i64 {
        self.y
    }

    /// The ratio R of the sums, with its standard error by the delta method: that of the mean of x − R y, over the mean of
    /// y. `None` if the denominators sum to 0.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.y == 0 {
            return None;
        }
        let n = self.n as f64;
        let ratio = self.x as f64 / self.y as f64;
        let residues =
            self.xx as f64 - 2.0 * ratio * self.xy as f64 + ratio * ratio * self.yy as f64;
        // Below it is a rounding error.
        let has_spread = residues > 1e-12 * self.xx as f64;
        let se = (self.n >= 2 && has_spread)
            .then(|| (residues / (n * (n - 1.0))).sqrt() / (self.y as f64 / n));
        let estimate = Estimate::new(ratio, se, self.n);
        // The effective number of blocks (L. Kish, Survey Sampling, 1965).
        let blocks = (self.y as f64).powi(2) / self.yy as f64;
        let moments = self.third_moments.as_ref();
        let skewness = moments.map(|sums| sums.cube(0, &[1.0, -ratio]) / libm::pow(residues, 1.5));
        let is_trusted =
            skewness.is_none_or(is_skewness_small) && has_enough_blocks(blocks, self.n);
        Some(if is_trusted { estimate } else { estimate.bare() })
    }

    /// The same of a share of a whole.
    pub fn share(&self) -> Option<Estimate> {
        let Estimate { mean, se, .. } = self.estimate()?;
        Some(Estimate::share(mean, se, self.n, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        moments
    }

    #[test]
    fn a_mean_has_the_error_the_interval_and_the_test_of_students_t() {
        // SciPy 1.17: x = [2, 4, 4, 4, 5, 5, 7, 9]; stats.sem(x); stats.t.interval(0.95, 7, loc=np.mean(x),
        // scale=stats.sem(x)); stats.ttest_1samp(x, 0).pvalue.
        let moments = moments(&[2, 4, 4, 4, 5, 5, 7, 9]);
        let estimate = moments.estimate(1.0);
        assert_eq!(estimate.mean, 5.0);
        assert_close(estimate.se, 0.755_928_946_018_454_4);
        assert_close(moments.se(2.0), 0.377_964_473_009_227_2);
        assert_close(estimate.lo, 3.212_512_081_763_79);
        assert_close(estimate.hi, 6.787_487_918_236_209);
        assert_close(estimate.p_value(8), 0.000_300_269_360_524_704_5);
    }

    #[test]
    fn without_spread_there_is_no_error() {
        for (values, has_error) in [(&[3][..], false), (&[3, 3], false), (&[3, 3, 4], true)] {
            assert_eq!(moments(values).se(1.0).is_some(), has_error);
        }
        let mut ratio = RatioSums::default();
        assert!(ratio.estimate().is_none());
        ratio.add(7, 49);
        ratio.add(1, 7);
        assert_eq!(ratio.estimate().unwrap().se, None);
    }

    #[test]
    fn a_ratio_has_the_delta_methods_error() {
        // NumPy 2.4: x = [3, 5, 8, 2, 7], y = [4, 5, 10, 3, 6], r = x.sum() / y.sum();
        // np.std(x - r * y, ddof=1) / np.sqrt(5) / y.mean(). The same with i = np.arange(1, 201),
        // x = (7 i² + 3 i) % 11 + i % 4, y = 5 + i² % 7: with r_i = (x.sum() - x) / (y.sum() - y) the jackknife's error
        // sqrt(199 / 200 * ((r_i - r_i.mean())**2).sum()) is 0.0386123327515908 there.
        let few = [(3, 4), (5, 5), (8, 10), (2, 3), (7, 6)];
        let many = (1..=200).map(|i: i64| ((7 * i * i + 3 * i) % 11 + i % 4, 5 + i * i % 7));
        for (blocks, mean, se) in [
            (few.to_vec(), 25.0 / 28.0, 0.085_966_927_537_013_34),
            (many.collect(), 0.787_294_789_436_117_1, 0.038_610_057_075_867_58),
        ] {
            let mut sums = RatioSums::default();
            blocks.iter().for_each(|&(x, y)| sums.add(x, y));
            let estimate = sums.estimate().unwrap();
            assert_close(estimate.mean, mean);
            assert_close(estimate.se, se);
        }
    }

    #[test]
    fn points_whose_error_few_blocks_make_have_no_interval() {
        // NumPy 2.4: y = 5 + i % 3 of 60 blocks, x = 10 in every k-th and else 0, d = x - r * y: (d**3).sum()**2 / (d**2).sum()**3
        // is 0.151 of every twelfth and 0.0218 of every fourth.
        let of = |every: i64, mut sums: RatioSums| {
            (0..60).for_each(|i| sums.add(if i % every == 0 { 10 } else { 0 }, 5 + i % 3));
            sums.estimate().unwrap()
        };
        let (rare, common) = (of(12, RatioSums::of_mean()), of(4, RatioSums::of_mean()));
        assert!(rare.lo.is_none() && rare.se.is_some() && common.lo.is_some());
        assert!(of(12, RatioSums::default()).lo.is_some(), "of shares it is not asked");
    }
}
