//! Quantiles of integers, with the intervals of order statistics and the bootstrap's over blocks, in memory that does not
//! grow with the blocks.

use serde::{Deserialize, Serialize};

use crate::bootstrap::variance;
use crate::cumulative::{binomial_quantile, normal_tail};
use crate::{Estimate, PairedDifference};
use crate::{Mergeable, mergeable};

/// Replicates of the bootstrap of quantiles.
pub const QUANTILE_REPLICATES: usize = 1000;

/// How often each integer from 0 on occurred under each variant, in the sample and in each replicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantiles {
    blocks: u64,
    /// By variant and integer.
    counts: Vec<Vec<Counts>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Counts {
    plain: u64,
    replicates: Vec<u32>,
}
mergeable!(Counts { plain, replicates });

impl Counts {
    fn none(replicates: usize) -> Self {
        Self { plain: 0, replicates: vec![0; replicates] }
    }
}

impl Mergeable for Quantiles {
    fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        for (counts, others) in self.counts.iter_mut().zip(&other.counts) {
            counts.resize(counts.len().max(others.len()), Counts::none(QUANTILE_REPLICATES));
            counts.merge(others);
        }
    }
}

impl Quantiles {
    /// Sums of no blocks, for this many variants.
    pub fn new(variants: usize) -> Self {
        Self { blocks: 0, counts: vec![Vec::new(); variants] }
    }

    /// Adds a block: an integer under each variant, and the block's weights in the replicates.
    pub fn add(&mut self, integers: impl Iterator<Item = usize>, weights: &[u32]) {
        self.blocks += 1;
        for (integer, counts) in integers.zip(&mut self.counts) {
            counts.resize_with(counts.len().max(integer + 1), || Counts::none(weights.len()));
            counts[integer].plain += 1;
            for (sum, weight) in counts[integer].replicates.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
    }

    /// The quantile in the sample and in each replicate that has a block; a replicate without any has none under every
    /// variant.
    fn quantile(&self, variant: usize, percent: u64) -> Option<(f64, Vec<f64>)> {
        let counts = &self.counts[variant];
        let width = counts.first()?.replicates.len();
        let plain = quantile(counts.iter().map(|c| c.plain), percent)?;
        let of = |replicate: usize| {
            quantile(counts.iter().map(|c| u64::from(c.replicates[replicate])), percent)
        };
        Some((plain, (0..width).filter_map(of).collect()))
    }

    /// The quantile under a variant, with the interval of order statistics: between them it lies with a probability of 95 %
    /// at least, for any distribution. An end beyond all values is open. `None` without a block. (H. A. David and
    /// H. N. Nagaraja, *Order Statistics*, 3rd ed. 2003, section 7.1.)
    pub fn estimate(&self, variant: usize, percent: u64) -> Option<Estimate> {
        let (mean, replicates) = self.quantile(variant, percent)?;
        let [below, above] = ends(self.blocks, percent as f64 / 100.0);
        let at = |rank: u64| {
            let mut seen = 0;
            let integer = self.counts[variant].iter().position(|count| {
                seen += count.plain;
                seen >= rank
            });
            integer.map(|integer| integer as f64)
        };
        Some(Estimate {
            mean,
            se: Some(variance(&replicates)).filter(|v| *v > 0.0).map(f64::sqrt),
            lo: Some(below).filter(|rank| *rank > 0).and_then(at),
            hi: at(above),
        })
    }

    /// The quantile under variant `a` less that under `b`, with the percentile interval of the replicates and its p-value;
    /// without these where the interval of either quantile has an open end.
    pub fn difference(&self, a: usize, b: usize, percent: u64) -> Option<PairedDifference> {
        let ((x, xs), (y, ys)) = (self.quantile(a, percent)?, self.quantile(b, percent)?);
        let differences: Vec<f64> = xs.iter().zip(&ys).map(|(x, y)| x - y).collect();
        let [vx, vy, vd] = [&xs, &ys, &differences].map(|values| variance(values));
        let both = vx > 0.0 && vy > 0.0;
        let rho = (vx + vy - vd) / (2.0 * (vx * vy).sqrt());
        let is_closed = [a, b].into_iter().all(|variant| {
            let estimate = self.estimate(variant, percent);
            estimate.is_some_and(|found| found.lo.is_some() && found.hi.is_some())
        });
        let p = (is_closed && vd > 0.0).then(|| p_value(x - y, &differences));
        let estimate = percentile_interval(x - y, differences);
        let (rho, ratio) = (both.then_some(rho), (vd > 0.0).then(|| (vx + vy) / vd));
        Some(PairedDifference::new(estimate.only_if(is_closed), p, rho, ratio))
    }
}

/// The ranks, from 1, of the order statistics of `n` values between which a quantile lies: the greatest that is above the
/// quantile with a probability of at most 2.5 %, and the same from below. Rank 0 and rank `n + 1` are open ends.
fn ends(n: u64, share: f64) -> [u64; 2] {
    [binomial_quantile(n, share, 0.025), binomial_quantile(n, share, 0.975) + 1]
}

/// The median of independent values, with its interval of order statistics; no interval where an end is open, with five
/// values or fewer. `None` without a value.
pub fn median(mut values: Vec<f64>) -> Option<Estimate> {
    values.sort_by(f64::total_cmp);
    let (n, middle) = (values.len(), values.len() / 2);
    let median = match n {
        0 => return None,
        _ if n % 2 == 0 => f64::midpoint(values[middle - 1], values[middle]),
        _ => values[middle],
    };
    let [below, above] = ends(n as u64, 0.5).map(|rank| rank as usize);
    let both = (below > 0 && above <= n).then(|| (values[below - 1], values[above - 1]));
    Some(Estimate { lo: both.map(|it| it.0), hi: both.map(|it| it.1), ..Estimate::from(median) })
}

/// The standard error of a difference of quantiles with the rounding error of integers, half a unit.
pub fn with_rounding_error(se: f64) -> f64 {
    (se * se + 0.25).sqrt()
}

/// The two-sided p-value of replicates: twice the share on the rarer side of 0, with one more replicate there; below 5 % if
/// and only if the percentile interval excludes 0. If all are on one side, it is that of the normal distribution if that is
/// less, with the rounding error of integers.
fn p_value(value: f64, replicates: &[f64]) -> f64 {
    let count = |is_so: fn(&&f64) -> bool| replicates.iter().filter(is_so).count() + 1;
    let fewer = count(|d| **d <= 0.0).min(count(|d| **d >= 0.0));
    let p = (2.0 * fewer as f64 / (replicates.len() + 1) as f64).min(1.0);
    if fewer > 1 {
        return p;
    }
    let errors = value.abs() / with_rounding_error(variance(replicates).sqrt());
    p.min(2.0 * normal_tail(errors))
}

/// The least integer with at least `percent` of all at or below it; `None` of none.
fn quantile(counts: impl Iterator<Item = u64> + Clone, percent: u64) -> Option<f64> {
    let all: u64 = counts.clone().sum();
    let mut below = 0;
    let reaches = |count| {
        below += count;
        below * 100 >= all * percent
    };
    let place = counts.map(reaches).position(|reached| reached)?;
    (all > 0).then_some(place as f64)
}

/// A value with the standard error and the percentile interval of its replicates; without them if all are equal.
fn percentile_interval(value: f64, mut replicates: Vec<f64>) -> Estimate {
    let variance = variance(&replicates);
    replicates.sort_by(f64::total_cmp);
    // Of 1,000 the 25th from either end: beyond it lie 25 of 1,001 gaps.
    let beyond = (((replicates.len() + 1) as f64 * 0.025).floor() as usize).max(1);
    let ends = [beyond - 1, replicates.len() - beyond].map(|place| replicates[place]);
    let [se, lo, hi] = [variance.sqrt(), ends[0], ends[1]].map(|x| (variance > 0.0).then_some(x));
    Estimate { mean: value, se, lo, hi }
}

#[cfg(test)]
mod tests {
    use threehand_engine::{Stream, below};

    use super::*;
    use crate::{assert_close, poisson_weights};

    /// The quantiles of integers under each of some variants.
    fn of<const N: usize>(blocks: impl IntoIterator<Item = [usize; N]>) -> Quantiles {
        let mut quantiles = Quantiles::new(N);
        for (number, integers) in (0..).zip(blocks) {
            let weights = poisson_weights(Stream::new([1, number, 0, 4]), QUANTILE_REPLICATES);
            quantiles.add(integers.into_iter(), &weights);
        }
        quantiles
    }

    #[test]
    fn the_interval_of_a_median_is_that_of_the_sign_test() {
        // Ranks of the interval at 95 %: W. J. Conover, *Practical Nonparametric Statistics*, 3rd ed. 1999, table A3.
        for (n, ends) in [(1, None), (5, None), (6, Some((1.0, 6.0))), (20, Some((6.0, 15.0)))] {
            let found = median((1..=n).rev().map(f64::from).collect()).unwrap();
            assert_eq!((found.mean, found.lo.zip(found.hi)), (f64::from(n + 1) / 2.0, ends));
        }
        let found = median((1..=21).map(f64::from).collect()).unwrap();
        assert_eq!((found.lo, found.mean, found.hi), (Some(6.0), 11.0, Some(16.0)));
        assert!(median(Vec::new()).is_none());
    }

    #[test]
    fn quantiles_and_their_intervals_are_those_of_scipy() {
        // NumPy 2.4: np.percentile([3, 4, 4, 5, 6, 9, 9, 12], [50, 95], method="inverted_cdf").
        let mut few = Quantiles::new(1);
        for number in [3, 4, 4, 5, 6, 9, 9, 12] {
            few.add([number].into_iter(), &[1, 1]);
        }
        assert_eq!(few.estimate(0, 50).map(|q| (q.mean, q.se)), Some((5.0, None)));
        assert_eq!(few.estimate(0, 95).map(|q| q.mean), Some(12.0));
        assert!(Quantiles::new(1).estimate(0, 50).is_none());
        // SciPy 1.17: i = np.arange(1, 401), x = (17 i² + 5 i) % 997;
        // stats.quantile_test(x, p=p).confidence_interval(0.95).
        let many = of((1..=400).map(|i| [(17 * i * i + 5 * i) % 997]));
        for (percent, value, lo, hi) in [(50, 495.0, 449.0, 529.0), (95, 922.0, 900.0, 941.0)] {
            let found = many.estimate(0, percent).unwrap();
            assert_eq!((found.mean, found.lo, found.hi), (value, Some(lo), Some(hi)));
        }
        // With too few numbers an end is open.
        for (blocks, percent, closed) in
            [(5, 50, [false; 2]), (6, 50, [true; 2]), (71, 95, [true, false]), (72, 95, [true; 2])]
        {
            let found = of((0..blocks).map(|block| [10 + (block * 7) % 13]));
            let found = found.estimate(0, percent).unwrap();
            assert_eq!([found.lo.is_some(), found.hi.is_some()], closed, "{blocks} {found:?}");
        }
    }

    #[test]
    fn the_bootstraps_error_of_a_median_is_the_one_that_theory_has() {
        // Uniform numbers from 0 to 999: the median of n has a standard error of 500 / sqrt(n).
        let mut stream = Stream::new([5, 5, 5, 5]);
        let numbers = std::iter::repeat_with(|| below(&mut stream, 1000));
        let quantiles = of(numbers.map(|number| [number, number + 3]).take(2_000));
        let median = quantiles.estimate(0, 50).unwrap();
        let ratio = median.se.unwrap() / (500.0 / 2_000_f64.sqrt());
        assert!((0.75..1.25).contains(&ratio), "{ratio}");
        assert!(median.lo.unwrap() < median.mean && median.mean < median.hi.unwrap());
        let moved = quantiles.difference(0, 1, 50).unwrap();
        assert_eq!((moved.estimate.mean, moved.estimate.se, moved.p), (-3.0, None, None));
        assert_close(moved.rho, 1.0);
    }

    #[test]
    fn the_p_value_agrees_with_the_interval() {
        for (below, level) in [(0, 1), (1, 0), (24, 0), (12, 12), (25, 0), (13, 12), (400, 300)] {
            let mut differences = vec![-1.0; below];
            differences.resize(below + level, 0.0);
            differences.resize(QUANTILE_REPLICATES, 2.0);
            let p = p_value(2.0, &differences);
            let excludes = percentile_interval(2.0, differences).lo.unwrap() > 0.0;
            assert_eq!(p < 0.05, excludes, "{below} {level}: {p}");
        }
        // Beyond the replicates it is that of the normal distribution with half a step: SciPy 1.17,
        // 2 * stats.norm.sf(2 / 0.5).
        assert_close(p_value(2.0, &vec![2.0; QUANTILE_REPLICATES]), 6.334_248_366_623_973e-5);
    }
}
