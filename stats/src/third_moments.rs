//! Exact third moments, whose skewness shows whether few blocks make a standard error.

use serde::{Deserialize, Serialize};

use crate::mergeable;

/// The squared skewness of a mean from which on its standard error isn't trusted. It is 1 / k where k equal blocks make the
/// whole error, so at least twelve have to.
const MAX_SQUARED_SKEWNESS: f64 = 1.0 / 12.0;

/// Whether a mean of this skewness has a standard error to trust.
pub(super) fn is_skewness_small(skewness: f64) -> bool {
    skewness * skewness < MAX_SQUARED_SKEWNESS
}

/// Sums over blocks of the products of each three values, with repetition, within each group of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ThirdMoments {
    /// Values in a group.
    width: usize,
    /// By group, then by the numbers of the three values, in ascending order.
    sums: Vec<i128>,
}
mergeable!(ThirdMoments { sums });

impl ThirdMoments {
    /// Sums of no blocks, for this many groups of this many values.
    pub(super) fn new(groups: usize, width: usize) -> Self {
        Self { width, sums: vec![0; groups * Self::triples(width)] }
    }

    const fn triples(width: usize) -> usize {
        width * (width + 1) * (width + 2) / 6
    }

    /// Adds the values of a block, group after group.
    pub(super) fn add(&mut self, values: &[i64]) {
        let sums = self.sums.chunks_mut(Self::triples(self.width));
        for (values, sums) in values.chunks(self.width).zip(sums) {
            let mut sums = sums.iter_mut();
            for (i, &x) in values.iter().enumerate() {
                for (j, &y) in values.iter().enumerate().skip(i) {
                    let product = i128::from(x) * i128::from(y);
                    for (&z, sum) in values[j..].iter().zip(&mut sums) {
                        *sum += product * i128::from(z);
                    }
                }
            }
        }
    }

    /// The sum over blocks of the cube of a linear combination of a group's values.
    pub(super) fn cube(&self, group: usize, weights: &[f64]) -> f64 {
        let triples = Self::triples(self.width);
        let mut sums = self.sums[group * triples..(group + 1) * triples].iter();
        let mut total = 0.0;
        for (i, x) in weights.iter().enumerate() {
            for (j, y) in weights.iter().enumerate().skip(i) {
                for ((k, z), &sum) in weights.iter().enumerate().skip(j).zip(&mut sums) {
                    // The multinomial coefficient: in how many orders the three can stand.
                    let orders = match (i == j, j == k) {
                        (true, true) => 1.0,
                        (false, false) => 6.0,
                        _ => 3.0,
                    };
                    total += orders * x * y * z * sum as f64;
                }
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mergeable, assert_close, have_shape_of};

    #[test]
    fn the_cube_of_a_combination_is_that_of_each_block() {
        let blocks =
            [[3, -4, 5, 2, 0, 1, 7, -2], [-1, 2, 6, 0, 3, 3, -5, 4], [8, 1, 1, -9, 2, 0, 1, 6]];
        let mut moments = ThirdMoments::new(2, 4);
        blocks.iter().for_each(|block| moments.add(block));
        let weights = [0.5, -1.25, 2.0, 0.75];
        for group in 0..2 {
            let of_block = |block: &[i64; 8]| {
                let values = block[4 * group..].iter().zip(weights);
                values.map(|(&value, weight)| value as f64 * weight).sum::<f64>().powi(3)
            };
            assert_close(moments.cube(group, &weights), blocks.iter().map(of_block).sum());
        }
        let mut twice = moments.clone();
        twice.merge(&moments);
        assert_eq!(twice.cube(1, &weights), 2.0 * moments.cube(1, &weights));
        assert!(
            have_shape_of(&twice, ThirdMoments::new(2, 4))
                && !have_shape_of(&twice, ThirdMoments::new(4, 2))
        );
    }

    #[test]
    fn an_error_of_thirteen_equal_blocks_is_trusted_and_one_of_eleven_is_not() {
        let skewness = |k: usize| (1.0 / k as f64).sqrt();
        assert!(is_skewness_small(skewness(13)) && !is_skewness_small(-skewness(11)));
    }
}
