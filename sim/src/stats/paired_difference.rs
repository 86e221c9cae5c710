//! Paired differences between two variants on the same blocks, by the delta method.

use super::statistic::Gradient;
use super::third_moments::is_skewness_small;
use super::{AdjustedEstimate, Estimate, Heterogeneity, PairedSums};

/// The difference of a measure between two variants on the same blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDifference {
    /// The first less the second.
    pub estimate: Estimate,
    /// The two-sided p-value of no difference; `None` without a standard error.
    pub p: Option<f64>,
    /// The correlation of the two over blocks.
    pub rho: Option<f64>,
    /// The variance of the difference of independent samples over that of these paired ones.
    pub variance_ratio: Option<f64>,
    /// The difference adjusted for the luck of the deals, if it is counted.
    pub adjusted: Option<AdjustedEstimate>,
}

impl PairedDifference {
    /// A difference without a standard error.
    pub(super) const fn untested(estimate: Estimate) -> Self {
        Self { estimate, p: None, rho: None, variance_ratio: None, adjusted: None }
    }
}

/// A column with its value and gradient.
type Side = (usize, (f64, Gradient));

impl PairedSums {
    /// The value of column `a` less that of `b`; `None` where either is undefined.
    pub fn difference(&self, a: usize, b: usize) -> Option<PairedDifference> {
        let ((x, x_slope), (y, y_slope)) = (self.value(a)?, self.value(b)?);
        let (first, second) = ((a, x_slope), (b, y_slope));
        let untested = PairedDifference::untested(Estimate::new(x - y, None, self.blocks));
        if self.blocks < 2 {
            return Some(untested);
        }
        let (xx, x_scale) = self.covariance(first, first);
        let (yy, y_scale) = self.covariance(second, second);
        let (xy, _) = self.covariance(first, second);
        let variance = xx + yy - 2.0 * xy;
        if variance <= 1e-12 * (x_scale + y_scale) {
            return Some(untested);
        }
        let mut estimate = Estimate::new(x - y, Some(variance.sqrt()), self.blocks);
        let skewness = self.skewness(&[first, (b, y_slope.map(|slope| -slope))], variance);
        let is_trusted = skewness.is_none_or(is_skewness_small)
            && [a, b].into_iter().all(|column| self.column_has_enough_blocks(column));
        let p = estimate.p_value(self.blocks).filter(|_| is_trusted);
        if !is_trusted {
            estimate = estimate.bare();
        }
        let both = xx > 1e-12 * x_scale && yy > 1e-12 * y_scale;
        Some(PairedDifference {
            estimate,
            p,
            rho: both.then(|| (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0)),
            variance_ratio: Some((xx + yy) / variance),
            adjusted: None,
        })
    }

    /// The gradient of the difference of two columns, by the sums of `a` and by those of `b`; `None` where either is
    /// undefined.
    pub fn slopes(&self, a: usize, b: usize) -> Option<[Vec<f64>; 2]> {
        let ((_, x), (_, y)) = (self.value(a)?, self.value(b)?);
        let parts = self.statistic.parts();
        Some([x[..parts].to_vec(), y[..parts].iter().map(|slope| -slope).collect()])
    }

    /// Tests whether the differences of these pairs of columns are all the same, of those that have an interval. `None` for
    /// fewer than two, or too few blocks.
    pub fn heterogeneity(&self, pairs: &[(usize, usize)]) -> Option<Heterogeneity> {
        let is_tested = |&&(a, b): &&(usize, usize)| {
            self.difference(a, b).is_some_and(|difference| difference.estimate.lo.is_some())
        };
        let value = |&(a, b): &(usize, usize)| Some(((a, self.value(a)?), (b, self.value(b)?)));
        let sides: Vec<_> = pairs.iter().filter(is_tested).filter_map(value).collect();
        let differences: Vec<f64> = sides.iter().map(|((_, a), (_, b))| a.0 - b.0).collect();
        let with = |a: &Side, b: &Side| self.covariance((a.0, a.1.1), (b.0, b.1.1)).0;
        let row = |(a, b): &(Side, Side)| -> Vec<f64> {
            let each = sides.iter().map(|(c, d)| with(a, c) - with(a, d) - with(b, c) + with(b, d));
            each.collect()
        };
        let columns = sides.iter().flat_map(|(a, b)| [a.0, b.0]);
        let blocks = columns.map(|column| self.effective_blocks(column)).min()?;
        if blocks < self.statistic.min_blocks() {
            return None;
        }
        Heterogeneity::of(&differences, &sides.iter().map(row).collect::<Vec<_>>(), blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Statistic, assert_close};

    #[test]
    fn a_difference_of_means_is_that_of_the_paired_test() {
        // SciPy 1.17: r = stats.ttest_rel(a, b), r.pvalue and r.confidence_interval(0.95); with
        // stats.sem(a - b), np.corrcoef(a, b) and the variances (ddof=1).
        let a = [4, 1, 4, 0, 2, 10, 11, 5, 5, 11, 10, 2];
        let b = [9, 0, 8, 7, 4, 8, 12, 8, 2, 12, 5, 7];
        let mut paired = PairedSums::new(Statistic::Ratio, 2);
        for (a, b) in a.into_iter().zip(b) {
            paired.add([a, b].map(|x| [1, x, 0, 0, 0, 0]).iter());
        }
        let d = paired.difference(0, 1).unwrap();
        assert_close(d.estimate.mean, -1.416_666_666_666_666_7);
        assert_close(d.estimate.se, 1.047_785_061_619_765_5);
        assert_close(d.estimate.lo, -3.722_826_038_257_473);
        assert_close(d.estimate.hi, 0.889_492_704_924_139_9);
        assert_close(d.p, 0.203_500_889_179_405_65);
        assert_close(d.rho, 0.557_211_689_061_121_3);
        // Without a spread there is neither an error nor a test.
        let mut steady = PairedSums::new(Statistic::Ratio, 2);
        (0..4).for_each(|block| steady.add([block, block + 1].map(|x| [2, x, 0, 0, 0, 0]).iter()));
        let d = steady.difference(0, 1).unwrap();
        assert_eq!((d.estimate.mean, d.estimate.se, d.p, d.rho), (-0.5, None, None, None));
    }
}
