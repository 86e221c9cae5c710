//! Exact third moments of what ratios are made of: they tell whether few blocks make an error.

use serde::{Deserialize, Serialize};

use super::sums::add_all;

/// The squared skewness of a mean from which on its error isn't believed. Of `k` blocks that are alike and make all of the
/// error it is 1 / k: so it is as if fewer than twelve blocks made the error.
const FEW: f64 = 1.0 / 12.0;

/// Whether an error is believed whose skewness this is.
pub(super) fn is_believed(skewness: f64) -> bool {
    skewness * skewness < FEW
}

/// Sums of the products of each three values, with repetition, within each group of so many values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cubes {
    /// Values in a group.
    width: usize,
    /// By group, then by the numbers of the three values, which do not fall.
    sums: Vec<i128>,
}

impl Cubes {
    /// Nothing yet, of so many groups of so many values.
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

    /// Adds the sums of other blocks.
    pub(super) fn merge(&mut self, other: &Self) {
        add_all(&mut self.sums, &other.sums);
    }

    /// Adds the sums of other blocks. Where either is unknown, as in notes of earlier versions, so is the sum.
    pub(super) fn merge_known(known: &mut Option<Self>, other: Option<&Self>) {
        match (known.as_mut(), other) {
            (Some(sums), Some(others)) => sums.merge(others),
            _ => *known = None,
        }
    }

    /// Whether it sums the same things as another.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.width, self.sums.len()) == (other.width, other.sums.len())
    }

    /// Whether these are unknown, or sum what fresh ones do.
    pub(super) fn are_like(known: Option<&Self>, fresh: Option<&Self>) -> bool {
        known.is_none_or(|known| fresh.is_some_and(|fresh| known.is_like(fresh)))
    }

    /// The sum of the cubes of a group's values, added up with these weights.
    pub(super) fn of(&self, group: usize, weights: &[f64]) -> f64 {
        let triples = Self::triples(self.width);
        let mut sums = self.sums[group * triples..(group + 1) * triples].iter();
        let mut total = 0.0;
        for (i, x) in weights.iter().enumerate() {
            for (j, y) in weights.iter().enumerate().skip(i) {
                for ((k, z), &sum) in weights.iter().enumerate().skip(j).zip(&mut sums) {
                    // How many orders the three have.
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

    #[test]
    fn cubes_are_those_of_each_block() {
        let blocks =
            [[3, -4, 5, 2, 0, 1, 7, -2], [-1, 2, 6, 0, 3, 3, -5, 4], [8, 1, 1, -9, 2, 0, 1, 6]];
        let mut cubes = Cubes::new(2, 4);
        blocks.iter().for_each(|block| cubes.add(block));
        let weights = [0.5, -1.25, 2.0, 0.75];
        for group in 0..2 {
            let of_block = |block: &[i64; 8]| {
                let values = block[4 * group..].iter().zip(weights);
                values.map(|(&value, weight)| value as f64 * weight).sum::<f64>().powi(3)
            };
            let due: f64 = blocks.iter().map(of_block).sum();
            assert!((cubes.of(group, &weights) - due).abs() < 1e-9, "{due}");
        }
        let mut twice = cubes.clone();
        twice.merge(&cubes);
        assert_eq!(twice.of(1, &weights), 2.0 * cubes.of(1, &weights));
        assert!(cubes.is_like(&twice) && !cubes.is_like(&Cubes::new(4, 2)));
    }

    #[test]
    fn an_error_of_thirteen_blocks_is_believed_and_one_of_eleven_is_not() {
        // Of k equal values beside many that are 0, skewness is 1 / √k nearly.
        let skewness = |k: usize| (1.0 / k as f64).sqrt();
        assert!(is_believed(skewness(13)) && !is_believed(-skewness(11)));
    }
}
