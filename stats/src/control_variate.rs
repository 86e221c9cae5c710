//! The luck of the deals as a control variate: an estimate less the regression on it (S. Asmussen and P. Glynn, *Stochastic
//! Simulation*, 2007, section V.2).

use serde::{Deserialize, Serialize};

use crate::Estimate;
use crate::cholesky::{Cholesky, ROUNDING, dot, quadratic};
use crate::mergeable;
use crate::sums::add_products;

/// An estimate adjusted for luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdjustedEstimate {
    /// The estimate.
    pub estimate: Estimate,
    /// The variance of the plain estimate over that of the adjusted one.
    pub worth: f64,
}

/// The fewest blocks for an adjustment: of fewer the coefficients are too uncertain.
const MIN_BLOCKS: u64 = 100;

/// Exact sums over blocks of values and luck, by halves: blocks of even and of odd numbers. The coefficients for a half are
/// those of the other, so that no block influences what its own value is adjusted by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlVariateSums {
    halves: [Half; 2],
}
mergeable!(ControlVariateSums { halves });

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Half {
    blocks: u64,
    values: Vec<i64>,
    luck: Vec<i64>,
    /// Products of each value with each luck, by values.
    both: Vec<i128>,
    /// Products of each two kinds of luck, by rows.
    squares: Vec<i128>,
}
mergeable!(Half { blocks, values, luck, both, squares });

/// Sums of a linear combination d of values, of kinds of luck z, and of their products.
struct Moments {
    blocks: f64,
    value: f64,
    luck: Vec<f64>,
    both: Vec<f64>,
    squares: Vec<Vec<f64>>,
}

impl ControlVariateSums {
    /// Sums of no blocks, for this many values and kinds of luck.
    pub fn new(values: usize, luck: usize) -> Self {
        let half = Half {
            blocks: 0,
            values: vec![0; values],
            luck: vec![0; luck],
            both: vec![0; values * luck],
            squares: vec![0; luck * luck],
        };
        Self { halves: [half.clone(), half] }
    }

    /// Adds the block of this number.
    pub fn add(&mut self, number: u64, values: &[i64], luck: &[i64]) {
        let half = &mut self.halves[(number % 2) as usize];
        half.blocks += 1;
        add_products(&mut half.values, &mut half.both, values, luck);
        add_products(&mut half.luck, &mut half.squares, luck, luck);
    }

    /// The adjusted estimate; `None` without an interval, or with too few blocks. The error of the estimate is that of a
    /// linear combination of values, given by their numbers and weights, which depends on these kinds of luck.
    pub fn adjust(
        &self,
        estimate: Estimate,
        weights: &[(usize, f64)],
        luck: &[usize],
    ) -> Option<AdjustedEstimate> {
        estimate.lo?;
        let n = self.halves.iter().map(|half| half.blocks).sum::<u64>();
        let se = estimate.se.filter(|_| n >= MIN_BLOCKS)?;
        let count = n as f64;
        let moments = self.halves.each_ref().map(|half| half.moments(weights, luck));
        // Sums over all blocks of e = d − β′z, and of e² − d².
        let (mut sum, mut change) = (0.0, 0.0);
        for (half, other) in [(0, 1), (1, 0)] {
            let weights = moments[other].coefficients();
            let Moments { luck, both, squares, .. } = &moments[half];
            sum += dot(&weights, luck);
            change += quadratic(&weights, squares, &weights) - 2.0 * dot(&weights, both);
        }
        let of_values: f64 = moments.iter().map(|half| half.value).sum();
        let plain = se * se * (count - 1.0) / count + of_values * of_values / count;
        let left = plain + change - (of_values - sum).powi(2) / count;
        if left <= ROUNDING * plain {
            return None;
        }
        let variance = left * count / (count - 1.0);
        let estimate = Estimate::new(estimate.mean - sum, Some(variance.sqrt()), n);
        Some(AdjustedEstimate { estimate, worth: se * se / variance })
    }
}

impl Half {
    fn moments(&self, weights: &[(usize, f64)], luck: &[usize]) -> Moments {
        let width = self.luck.len();
        let both = |z: &usize| {
            let products = weights.iter().map(|&(v, w)| w * self.both[v * width + z] as f64);
            products.sum()
        };
        let row = |&a: &usize| luck.iter().map(|&b| self.squares[a * width + b] as f64).collect();
        Moments {
            blocks: self.blocks as f64,
            value: weights.iter().map(|&(value, w)| w * self.values[value] as f64).sum(),
            luck: luck.iter().map(|&z| self.luck[z] as f64).collect(),
            both: luck.iter().map(both).collect(),
            squares: luck.iter().map(row).collect(),
        }
    }
}

impl Moments {
    /// The regression coefficients β of d on z; 0 for luck that is a combination of other luck.
    fn coefficients(&self) -> Vec<f64> {
        let Self { blocks, value, luck, squares, .. } = self;
        let centred = self.both.iter().zip(luck).map(|(both, luck)| both - luck * value / blocks);
        let with = |i: usize, j: usize| squares[i][j] - luck[i] * luck[j] / blocks;
        Cholesky::of(&centred.collect::<Vec<_>>(), with, |i| squares[i][i]).solve()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mergeable, assert_close};

    #[test]
    fn an_estimate_is_adjusted_by_the_regression_of_the_other_half() {
        // NumPy 2.4: i = np.arange(120); v = np.c_[(7 i² + 3 i) % 11 - 5 + ((5 i² + i) % 13 - 6),
        // (i² + 2 i) % 7 - 3]; z = np.c_[(5 i² + i) % 13 - 6, (3 i² + 5 i) % 17 - 8]; d = v @ [0.01, -0.02]; with b
        // from np.linalg.lstsq over the blocks of the other parity, with an intercept, r = d - z @ b; errors are
        // sqrt(120 / 119 * ((r - r.mean())**2).sum()).
        let of = |blocks: std::ops::Range<i64>| {
            let mut sums = ControlVariateSums::new(2, 2);
            for i in blocks {
                let luck = [(5 * i * i + i) % 13 - 6, (3 * i * i + 5 * i) % 17 - 8];
                let values = [(7 * i * i + 3 * i) % 11 - 5 + luck[0], (i * i + 2 * i) % 7 - 3];
                sums.add(i as u64, &values, &luck);
            }
            sums
        };
        let adjusted = |sums: &ControlVariateSums, luck: &[usize]| {
            let estimate = Estimate::new(1.5, Some(0.677_950_445_624_670_3), 120);
            sums.adjust(estimate, &[(0, 0.01), (1, -0.02)], luck)
        };
        let whole = of(0..120);
        let found = adjusted(&whole, &[0, 1]).unwrap();
        assert_close(found.estimate.mean, 1.5 + 1.286_129_859_841_640_2);
        assert_close(found.estimate.se, 0.577_411_774_002_700_8);
        assert_close(found.worth, 1.378_556_690_720_609_5);
        // The same luck twice says no more.
        assert_close(adjusted(&whole, &[0, 1, 0]).unwrap().worth, found.worth);
        let mut merged = of(0..51);
        merged.merge(&of(51..120));
        assert_eq!(merged, whole);
        assert_eq!(adjusted(&of(0..99), &[0, 1]), None, "too few blocks");
    }
}
