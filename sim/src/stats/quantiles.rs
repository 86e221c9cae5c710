//! Medians and percentiles with bootstrap intervals over blocks, in memory that does not grow with
//! the blocks.

use std::ops::RangeInclusive;

use rand::Rng;
use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, ContinuousCDF as _, DiscreteCDF as _, Normal};
use threehand_engine::Stream;

use super::{Estimate, PairedDifference};

/// Replicates of the bootstrap of quantiles.
pub const QUANTILE_REPLICATES: usize = 1000;

/// How often a block is drawn in each replicate of a bootstrap: Poisson numbers of mean 1, each
/// from the next two bytes of the block's stream, so that they are a function of seed, block and
/// replicate.
pub fn poisson_weights(mut stream: Stream, replicates: usize) -> Vec<u32> {
    let mut bytes = vec![0; 2 * replicates];
    stream.fill_bytes(&mut bytes);
    let words = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    words.map(poisson).collect()
}

/// The Poisson number of mean 1 that one of 65,536 equally likely words stands for, by inversion.
fn poisson(word: u16) -> u32 {
    /// By count, the words that stand for no more: 65,536 (1 / 0! + … + 1 / count!) / e. Of 8 and
    /// more there are less than half a word.
    const UP_TO: [u16; 8] = [24_109, 48_219, 60_273, 64_292, 65_296, 65_497, 65_531, 65_535];
    UP_TO.iter().map(|&up_to| u32::from(word >= up_to)).sum()
}

/// How often each small whole number came up under each variant, in the blocks as they are and in
/// each replicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantiles {
    blocks: u64,
    /// By variant and number.
    counts: Vec<Vec<Counts>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Counts {
    plain: u64,
    replicates: Vec<u32>,
}

impl Quantiles {
    /// Nothing yet, under so many variants.
    pub fn new(variants: usize) -> Self {
        Self { blocks: 0, counts: vec![Vec::new(); variants] }
    }

    /// Adds a block: a number under each variant, and the block's weights.
    pub fn add(&mut self, numbers: impl Iterator<Item = usize>, weights: &[u32]) {
        self.blocks += 1;
        for (number, counts) in numbers.zip(&mut self.counts) {
            if counts.len() <= number {
                let none = Counts { plain: 0, replicates: vec![0; weights.len()] };
                counts.resize(number + 1, none);
            }
            counts[number].plain += 1;
            for (sum, weight) in counts[number].replicates.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
    }

    /// Adds the numbers of other blocks.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        for (counts, others) in self.counts.iter_mut().zip(&other.counts) {
            if counts.len() < others.len() {
                let none = Counts { plain: 0, replicates: vec![0; QUANTILE_REPLICATES] };
                counts.resize(others.len(), none);
            }
            for (count, other) in counts.iter_mut().zip(others) {
                count.plain += other.plain;
                for (sum, other) in count.replicates.iter_mut().zip(&other.replicates) {
                    *sum += other;
                }
            }
        }
    }

    /// Whether it counts under as many variants as another, with as many replicates as this version.
    pub fn is_like(&self, other: &Self) -> bool {
        let mut all = self.counts.iter().flatten();
        self.counts.len() == other.counts.len()
            && all.all(|counts| counts.replicates.len() == QUANTILE_REPLICATES)
    }

    /// The least number that has at least `percent` of all at or below it: in the blocks as they
    /// are, and in each replicate.
    ///
    /// Replicates without any block say nothing and are left out; they are so under every variant.
    fn quantile(&self, variant: usize, percent: u64) -> Option<(f64, Vec<f64>)> {
        let counts = &self.counts[variant];
        let width = counts.first()?.replicates.len();
        let plain = least(counts.iter().map(|c| c.plain), percent)?;
        let of = |replicate: usize| {
            let drawn = counts.iter().map(|c| u64::from(c.replicates[replicate]));
            least(drawn, percent).map(|number| number as f64)
        };
        Some((plain as f64, (0..width).filter_map(of).collect()))
    }

    /// The quantile under a variant, with the interval of order statistics: the numbers between which it lies with a
    /// chance of 95 % at least, whatever they are like. An end beyond all numbers is open. `None` without a block.
    /// (H. A. David and H. N. Nagaraja, *Order Statistics*, 3rd ed. 2003, section 7.1.)
    pub fn estimate(&self, variant: usize, percent: u64) -> Option<Estimate> {
        let (mean, replicates) = self.quantile(variant, percent)?;
        let below = Binomial::new(percent as f64 / 100.0, self.blocks).ok()?;
        // The greatest rank that is above the quantile with a chance of 2.5 % at most, and so from below.
        let ranks = 1..=self.blocks;
        let first = partition(&ranks, |rank| below.cdf(rank - 1) <= 0.025);
        let last = partition(&ranks, |rank| below.sf(rank - 1) > 0.025);
        let counts = &self.counts[variant];
        let at = |rank: u64| {
            let mut seen = 0;
            let number = counts.iter().position(|count| {
                seen += count.plain;
                seen >= rank
            });
            number.map(|number| number as f64)
        };
        let variance = variance(&replicates);
        Some(Estimate {
            mean,
            se: (variance > 0.0).then(|| variance.sqrt()),
            lo: first.checked_sub(1).filter(|rank| *rank > 0).and_then(at),
            hi: Some(last).filter(|rank| ranks.contains(rank)).and_then(at),
        })
    }

    /// The quantile under variant `a` less that under `b`, replicate by replicate, with the percentile interval and
    /// the p-value that goes with it. Where the interval of either has an open end, replicates say too little of the
    /// difference, which has no interval then.
    pub fn difference(&self, a: usize, b: usize, percent: u64) -> Option<PairedDifference> {
        let ((x, xs), (y, ys)) = (self.quantile(a, percent)?, self.quantile(b, percent)?);
        let differences: Vec<f64> = xs.iter().zip(&ys).map(|(x, y)| x - y).collect();
        let (vx, vy, vd) = (variance(&xs), variance(&ys), variance(&differences));
        let both = vx > 0.0 && vy > 0.0;
        let rho = (vx + vy - vd) / (2.0 * (vx * vy).sqrt());
        let is_closed = |of: Estimate| of.lo.is_some() && of.hi.is_some();
        let is_open = |variant| !self.estimate(variant, percent).is_some_and(is_closed);
        let mut p = (vd > 0.0).then(|| p_value(x - y, &differences));
        let mut estimate = bootstrapped(x - y, differences);
        if is_open(a) || is_open(b) {
            (estimate, p) = (estimate.bare(), None);
        }
        Some(PairedDifference {
            estimate,
            p,
            rho: both.then(|| rho.clamp(-1.0, 1.0)),
            variance_ratio: (vd > 0.0).then(|| (vx + vy) / vd),
            adjusted: None,
        })
    }
}

/// The first of these ranks of which something that is so up to some rank is not; one more than the last if it is so of
/// all.
fn partition(ranks: &RangeInclusive<u64>, is_so: impl Fn(u64) -> bool) -> u64 {
    let (mut from, mut to) = (*ranks.start(), ranks.end() + 1);
    while from < to {
        let middle = from + (to - from) / 2;
        if is_so(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

/// So much of a number is lost where numbers are whole.
const HALF_A_STEP: f64 = 0.5;

/// A standard error of a difference of quantiles, with what is lost by steps.
pub fn with_rounding_error(se: f64) -> f64 {
    se.hypot(HALF_A_STEP)
}

/// Twice the share of replicates that are not on the side of most, with one more of each: below 5 % if and only if
/// the percentile interval leaves out 0. If all are on one side, replicates say no more than that; further out the
/// normal distribution does, with an error to which half a step is added, as numbers are whole.
fn p_value(value: f64, replicates: &[f64]) -> f64 {
    let not = |is_so: fn(&&f64) -> bool| replicates.iter().filter(is_so).count() + 1;
    let fewer = not(|d| **d <= 0.0).min(not(|d| **d >= 0.0));
    let p = (2.0 * fewer as f64 / (replicates.len() + 1) as f64).min(1.0);
    if fewer > 1 {
        return p;
    }
    let errors = value.abs() / with_rounding_error(variance(replicates).sqrt());
    p.min(2.0 * Normal::standard().sf(errors))
}

/// The least number with at least `percent` of all at or below it; `None` of none.
fn least(counts: impl Iterator<Item = u64> + Clone, percent: u64) -> Option<usize> {
    let all: u64 = counts.clone().sum();
    if all == 0 {
        return None;
    }
    let mut below = 0;
    let reaches = |count| {
        below += count;
        below * 100 >= all * percent
    };
    counts.map(reaches).position(|reached| reached)
}

/// The variance of values, with divisor n − 1.
pub(super) fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)
}

/// A value with the error and the percentile interval of its replicates; none if they all agree.
fn bootstrapped(value: f64, mut replicates: Vec<f64>) -> Estimate {
    let variance = variance(&replicates);
    replicates.sort_by(f64::total_cmp);
    // Of 1,000 the 25th from either end: beyond it lie 25 of 1,001 gaps.
    let beyond = ((replicates.len() + 1) as f64 * 0.025).floor() as usize;
    let (first, last) = (beyond.max(1) - 1, replicates.len() - beyond.max(1));
    let spread = variance > 0.0;
    Estimate {
        mean: value,
        se: spread.then(|| variance.sqrt()),
        lo: spread.then(|| replicates[first]),
        hi: spread.then(|| replicates[last]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_poisson_numbers() {
        // SciPy 1.17: stats.poisson.cdf(range(8), 1).
        let cdf = [0.367_879_44, 0.735_758_88, 0.919_698_6, 0.981_011_84, 0.996_340_15];
        let cdf = cdf.into_iter().chain([0.999_405_82, 0.999_916_76, 0.999_989_75]);
        for (count, below) in (0_u32..).zip(cdf) {
            let words = (0..=u16::MAX).filter(|&word| poisson(word) <= count).count();
            assert!((words as f64 - below * 65_536.0).abs() <= 0.5, "{count}: {words}");
        }
        let weights = poisson_weights(Stream::new([1, 2, 3, 4]), 20_000);
        let mean = f64::from(weights.iter().sum::<u32>()) / 20_000.0;
        assert!((mean - 1.0).abs() < 0.035, "{mean}");
    }

    #[test]
    fn quantiles_are_the_least_that_have_their_share_below() {
        // NumPy 2.4: np.percentile([3, 4, 4, 5, 6, 9, 9, 12], [50, 95], method="inverted_cdf").
        let mut quantiles = Quantiles::new(1);
        for number in [3, 4, 4, 5, 6, 9, 9, 12] {
            quantiles.add([number].into_iter(), &[1, 1]);
        }
        assert_eq!(quantiles.estimate(0, 50).map(|q| q.mean), Some(5.0));
        assert_eq!(quantiles.estimate(0, 95).map(|q| q.mean), Some(12.0));
        assert_eq!(quantiles.estimate(0, 50).and_then(|q| q.se), None);
        assert!(Quantiles::new(1).estimate(0, 50).is_none());
    }

    #[test]
    fn the_bootstraps_error_of_a_median_is_the_one_that_theory_has() {
        // Uniform numbers from 0 to 999: the median of n has a standard error of 500 / sqrt(n).
        let mut quantiles = Quantiles::new(2);
        let mut stream = Stream::new([5, 5, 5, 5]);
        for block in 0..2_000 {
            let number = threehand_engine::below(&mut stream, 1000);
            let weights = poisson_weights(Stream::new([1, block, 0, 4]), QUANTILE_REPLICATES);
            quantiles.add([number, number + 3].into_iter(), &weights);
        }
        let median = quantiles.estimate(0, 50).unwrap();
        let ratio = median.se.unwrap() / (500.0 / 2_000_f64.sqrt());
        assert!((0.75..1.25).contains(&ratio), "{ratio}");
        assert!(median.lo.unwrap() < median.mean && median.mean < median.hi.unwrap());
        let moved = quantiles.difference(0, 1, 50).unwrap();
        assert_eq!((moved.estimate.mean, moved.estimate.se, moved.p), (-3.0, None, None));
        assert!((moved.rho.unwrap() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_interval_is_the_exact_one_of_order_statistics() {
        // SciPy 1.17: i = np.arange(1, 401), x = (17 i² + 5 i) % 997;
        // stats.quantile_test(x, p=p).confidence_interval(0.95).
        let mut quantiles = Quantiles::new(1);
        for i in 1..=400 {
            let weights = poisson_weights(Stream::new([1, i as u64, 0, 4]), QUANTILE_REPLICATES);
            quantiles.add([(17 * i * i + 5 * i) % 997].into_iter(), &weights);
        }
        for (percent, value, lo, hi) in [(50, 495.0, 449.0, 529.0), (95, 922.0, 900.0, 941.0)] {
            let found = quantiles.estimate(0, percent).unwrap();
            assert_eq!((found.mean, found.lo, found.hi), (value, Some(lo), Some(hi)));
        }
    }

    #[test]
    fn where_too_few_numbers_tell_an_end_it_is_open() {
        for (blocks, percent, closed) in
            [(5, 50, [false; 2]), (6, 50, [true; 2]), (71, 95, [true, false]), (72, 95, [true; 2])]
        {
            let mut quantiles = Quantiles::new(1);
            for block in 0..blocks {
                let weights = poisson_weights(Stream::new([1, block, 0, 4]), QUANTILE_REPLICATES);
                quantiles.add([10 + (block as usize * 7) % 13].into_iter(), &weights);
            }
            let found = quantiles.estimate(0, percent).unwrap();
            assert_eq!([found.lo.is_some(), found.hi.is_some()], closed, "{blocks} {found:?}");
        }
    }

    #[test]
    fn the_p_value_says_what_the_interval_says() {
        let of = |below: usize, level: usize| {
            let mut differences = vec![-1.0; below];
            differences.resize(below + level, 0.0);
            differences.resize(QUANTILE_REPLICATES, 2.0);
            let excludes = bootstrapped(2.0, differences.clone()).lo.unwrap() > 0.0;
            (p_value(2.0, &differences), excludes)
        };
        for (below, level) in [(0, 1), (1, 0), (24, 0), (12, 12), (25, 0), (13, 12), (400, 300)] {
            let (p, excludes) = of(below, level);
            assert_eq!(p < 0.05, excludes, "{below} {level}: {p}");
        }
        // Beyond the replicates the normal distribution goes on, with half a step: SciPy 1.17,
        // 2 * stats.norm.sf(2 / 0.5).
        let all = p_value(2.0, &vec![2.0; QUANTILE_REPLICATES]);
        assert!((all - 6.334_248_366_623_973e-5).abs() < 1e-12, "{all}");
    }
}
