//! Exact sums over blocks, and the errors that follow from them.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::Estimate;
use super::third_moments::{Cubes, is_believed};

/// An error is believed that rests on so many blocks, or, of a mean, on half of all.
pub(super) const RESTS_ON: f64 = 30.0;

/// Whether a mean's error is believed that rests on so many of `all` blocks.
pub(super) fn rests_on_enough(blocks: f64, all: u64) -> bool {
    blocks >= RESTS_ON || 2.0 * blocks >= all as f64
}

/// Adds the other sums to these, each to its own.
pub(super) fn add_all<T: AddAssign + Copy>(sums: &mut [T], others: &[T]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += *other;
    }
}

/// Adds a block's values to their sums, and the product of each value with each of the others to `products`, which stand
/// by values.
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

/// Number, sum and sum of squares of whole numbers, one a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    n: u64,
    sum: i64,
    squares: i128,
}

impl Moments {
    /// The moments of `n` whole numbers with this mean and standard error, where `unit` of a value
    /// make one; `None` where these are too large to tell whole sums.
    pub fn told(n: u64, mean: f64, se: Option<f64>, unit: f64) -> Option<Self> {
        let count = n as f64;
        let sum = (mean * count * unit).round();
        // n Σx² − (Σx)², as in `se`.
        let spread = se.map_or(0.0, |se| (se * unit * count).powi(2) * (count - 1.0));
        let squares = ((spread + sum * sum) / count).round();
        let exact = 2_f64.powi(52);
        let told = n > 0 && count < exact && sum.abs() < exact && squares < exact;
        told.then_some(Self { n, sum: sum as i64, squares: squares as i128 })
    }

    /// Adds one value.
    pub fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += value;
        self.squares += i128::from(value) * i128::from(value);
    }

    /// Adds all values of another sum.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many values.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// Their mean, where `unit` of a value make one; 0 if there is none.
    pub fn mean(&self, unit: f64) -> f64 {
        if self.n == 0 { 0.0 } else { self.sum as f64 / (self.n as f64 * unit) }
    }

    /// The standard error of the mean, from the variance with divisor n − 1; `None` if there are
    /// not two values or all are the same.
    pub fn se(&self, unit: f64) -> Option<f64> {
        let n = i128::from(self.n);
        // n Σx² − (Σx)² is n (n − 1) times the variance, and exact.
        let spread = n * self.squares - i128::from(self.sum) * i128::from(self.sum);
        (self.n >= 2 && spread > 0).then(|| {
            let n = self.n as f64;
            (spread as f64 / (n * n * (n - 1.0))).sqrt() / unit
        })
    }

    /// Mean and interval, where `unit` of a value make one.
    pub fn estimate(&self, unit: f64) -> Estimate {
        Estimate::new(self.mean(unit), self.se(unit), self.n)
    }

    /// The same of shares that are `most` at most.
    pub fn share(&self, unit: f64, most: f64) -> Estimate {
        Estimate::share(self.mean(unit), self.se(unit), self.n, most)
    }
}

/// Sums of a numerator and a denominator, one pair a block, for a ratio such as points a hand
/// where blocks hold unequal numbers of hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioSums {
    n: u64,
    x: i64,
    y: i64,
    xx: i128,
    xy: i128,
    yy: i128,
    /// Third moments of both; unknown in notes of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    cubes: Option<Cubes>,
}

impl RatioSums {
    /// Nothing yet, of a ratio that is no share: it has no interval where few blocks make its error.
    pub fn of_mean() -> Self {
        Self { cubes: Some(Cubes::new(1, 2)), ..Self::default() }
    }

    /// Adds a block's numerator and denominator.
    pub fn add(&mut self, x: i64, y: i64) {
        self.n += 1;
        self.x += x;
        self.y += y;
        self.xx += i128::from(x) * i128::from(x);
        self.xy += i128::from(x) * i128::from(y);
        self.yy += i128::from(y) * i128::from(y);
        if let Some(cubes) = &mut self.cubes {
            cubes.add(&[x, y]);
        }
    }

    /// Adds all pairs of another sum.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
        Cubes::merge_known(&mut self.cubes, other.cubes.as_ref());
    }

    /// Whether it sums the same things as fresh sums.
    pub fn is_like(&self, fresh: &Self) -> bool {
        Cubes::are_like(self.cubes.as_ref(), fresh.cubes.as_ref())
    }

    /// The sum of the numerators.
    pub const fn numerator(&self) -> i64 {
        self.x
    }

    /// The sum of the denominators.
    pub const fn denominator(&self) -> i64 {
        self.y
    }

    /// The ratio of the sums with its error by the delta method: the standard error of the mean of
    /// x − R y, divided by the mean of y. `None` if the denominators sum to 0.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.y == 0 {
            return None;
        }
        let n = self.n as f64;
        let ratio = self.x as f64 / self.y as f64;
        let residues =
            self.xx as f64 - 2.0 * ratio * self.xy as f64 + ratio * ratio * self.yy as f64;
        // What rounding leaves of a sum that is truly zero is no spread.
        let spread = residues > 1e-12 * self.xx as f64;
        let se = (self.n >= 2 && spread)
            .then(|| (residues / (n * (n - 1.0))).sqrt() / (self.y as f64 / n));
        let found = Estimate::new(ratio, se, self.n);
        // As many blocks of equal denominators say as much (Kish).
        let blocks = (self.y as f64).powi(2) / self.yy as f64;
        let skewness = |cubes: &Cubes| cubes.of(0, &[1.0, -ratio]) / residues.powf(1.5);
        let is_even = self.cubes.as_ref().map(skewness).is_none_or(is_believed);
        Some(if is_even && rests_on_enough(blocks, self.n) { found } else { found.bare() })
    }

    /// The same of a part of a whole.
    pub fn share(&self) -> Option<Estimate> {
        let Estimate { mean, se, .. } = self.estimate()?;
        Some(Estimate::share(mean, se, self.n, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_by_their_mean_and_error() {
        for values in [&[3, -2, 7, 7, 0][..], &[-36, 36, 12, 0, -12, 24, 36], &[5, 5, 5], &[1]] {
            let mut moments = Moments::default();
            values.iter().for_each(|&value| moments.add(value));
            let Estimate { mean, se, .. } = moments.estimate(54.0);
            assert_eq!(Moments::told(moments.n, mean, se, 54.0), Some(moments));
        }
        for (mean, se) in [(f64::NAN, None), (1e300, None), (0.0, Some(f64::INFINITY))] {
            assert_eq!(Moments::told(9, mean, se, 54.0), None, "{mean} {se:?}");
        }
        assert_eq!(Moments::told(u64::MAX, 0.0, None, 54.0), None);
    }

    #[test]
    fn moments_give_mean_and_standard_error() {
        // SciPy 1.17: stats.sem([2, 4, 4, 4, 5, 5, 7, 9]) = 0.7559289460184544.
        let mut moments = Moments::default();
        for x in [2, 4, 4, 4, 5, 5, 7, 9] {
            moments.add(x);
        }
        assert_eq!(moments.mean(1.0), 5.0);
        assert!((moments.se(1.0).unwrap() - 0.755_928_946_018_454_4).abs() < 1e-12);
        assert!((moments.se(2.0).unwrap() - 0.377_964_473_009_227_2).abs() < 1e-12);
    }

    #[test]
    fn without_spread_there_is_no_error() {
        let mut moments = Moments::default();
        moments.add(3);
        assert_eq!(moments.se(1.0), None);
        moments.add(3);
        assert_eq!(moments.se(1.0), None);
        moments.add(4);
        assert!(moments.se(1.0).is_some());
        let mut ratio = RatioSums::default();
        assert!(ratio.estimate().is_none());
        ratio.add(7, 49);
        ratio.add(1, 7);
        assert_eq!(ratio.estimate().unwrap().se, None);
    }

    #[test]
    fn a_ratio_has_the_delta_methods_error() {
        // NumPy 2.4: x = [3, 5, 8, 2, 7], y = [4, 5, 10, 3, 6], r = x.sum() / y.sum();
        // np.std(x - r * y, ddof=1) / np.sqrt(5) / y.mean() = 0.08596692753701334.
        let mut sums = RatioSums::default();
        for (x, y) in [(3, 4), (5, 5), (8, 10), (2, 3), (7, 6)] {
            sums.add(x, y);
        }
        let estimate = sums.estimate().unwrap();
        assert!((estimate.mean - 25.0 / 28.0).abs() < 1e-12);
        assert!(
            (estimate.se.unwrap() - 0.085_966_927_537_013_34).abs() < 1e-12,
            "{:?}",
            estimate.se
        );
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

    #[test]
    fn over_many_blocks_the_delta_methods_error_is_the_jackknifes() {
        // NumPy 2.4: i = np.arange(1, 201), x = (7 i² + 3 i) % 11 + i % 4, y = 5 + i² % 7;
        // np.std(x - r * y, ddof=1) / np.sqrt(200) / y.mean() = 0.03861005707586758, and with
        // r_i = (x.sum() - x) / (y.sum() - y) the jackknife's
        // sqrt(199 / 200 * ((r_i - r_i.mean())**2).sum()) = 0.0386123327515908.
        let mut sums = RatioSums::default();
        for i in 1..=200 {
            sums.add((7 * i * i + 3 * i) % 11 + i % 4, 5 + i * i % 7);
        }
        let estimate = sums.estimate().unwrap();
        assert!((estimate.mean - 0.787_294_789_436_117_1).abs() < 1e-12);
        let se = estimate.se.unwrap();
        assert!((se - 0.038_610_057_075_867_58).abs() < 1e-12, "{se}");
        assert!((se / 0.038_612_332_751_590_8 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_mean_has_the_interval_and_the_test_of_students_t() {
        // SciPy 1.17: x = [2, 4, 4, 4, 5, 5, 7, 9]; stats.t.interval(0.95, 7, loc=np.mean(x),
        // scale=stats.sem(x)); stats.ttest_1samp(x, 0).pvalue = 0.0003002693605247045.
        let mut moments = Moments::default();
        for x in [2, 4, 4, 4, 5, 5, 7, 9] {
            moments.add(x);
        }
        let estimate = moments.estimate(1.0);
        assert!((estimate.lo.unwrap() - 3.212_512_081_763_79).abs() < 1e-9);
        assert!((estimate.hi.unwrap() - 6.787_487_918_236_209).abs() < 1e-9);
        assert!((estimate.p_value(8).unwrap() - 0.000_300_269_360_524_704_5).abs() < 1e-12);
    }
}
