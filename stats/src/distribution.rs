//! The distribution of a small count, with errors over blocks.

use serde::{Deserialize, Serialize};

use crate::{Estimate, Mergeable, RatioSums};

/// Sums over blocks of the occurrences of each value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distribution {
    /// By value: its occurrences and those of all values.
    values: Vec<RatioSums>,
    /// The sums of a value that never occurred.
    none: RatioSums,
}

impl Mergeable for Distribution {
    fn merge(&mut self, other: &Self) {
        self.values.resize(self.values.len().max(other.values.len()), self.none.clone());
        let others = other.values.iter().chain(std::iter::repeat(&other.none));
        self.values.iter_mut().zip(others).for_each(|(sums, others)| sums.merge(others));
        self.none.merge(&other.none);
    }
}

impl Distribution {
    /// Adds the values of a block.
    pub fn add(&mut self, values: impl IntoIterator<Item = usize>) {
        let values: Vec<usize> = values.into_iter().collect();
        let width = values.iter().map(|value| value + 1).chain([self.values.len()]).max();
        self.values.resize(width.unwrap_or_default(), self.none.clone());
        let mut counts = vec![0; self.values.len()];
        values.iter().for_each(|&value| counts[value] += 1);
        let all = values.len() as i64;
        self.none.add(0, all);
        for (sums, count) in self.values.iter_mut().zip(counts) {
            sums.add(count, all);
        }
    }

    /// The values that occurred, with their number and share.
    pub fn shares(&self) -> impl Iterator<Item = (usize, i64, Estimate)> {
        self.values.iter().enumerate().filter_map(|(value, sums)| {
            let count = sums.numerator();
            Some((value, count, sums.share()?)).filter(|_| count > 0)
        })
    }

    /// The least value that occurred.
    pub fn min(&self) -> Option<usize> {
        self.values.iter().position(|sums| sums.numerator() > 0)
    }

    /// The greatest value that occurred.
    pub fn max(&self) -> Option<usize> {
        self.values.iter().rposition(|sums| sums.numerator() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_put_together_are_the_whole() {
        let blocks: [&[usize]; 4] = [&[1, 1], &[4], &[], &[0, 2, 2]];
        let of = |blocks: &[&[usize]]| {
            let mut distribution = Distribution::default();
            for block in blocks {
                distribution.add(block.iter().copied());
            }
            distribution
        };
        for cut in 0..=4 {
            let (mut start, rest) = (of(&blocks[..cut]), of(&blocks[cut..]));
            start.merge(&rest);
            assert_eq!(start, of(&blocks), "{cut}");
        }
    }

    #[test]
    fn a_value_that_comes_late_has_its_whole_past() {
        let mut distribution = Distribution::default();
        distribution.add([0, 0, 1]);
        distribution.add([]);
        distribution.add([3, 1]);
        let shares: Vec<_> = distribution.shares().map(|(v, n, s)| (v, n, s.mean)).collect();
        assert_eq!(shares, [(0, 2, 0.4), (1, 2, 0.4), (3, 1, 0.2)]);
        assert_eq!(distribution.max(), Some(3));
        let mut plain = RatioSums::default();
        for (x, y) in [(0, 3), (0, 0), (1, 2)] {
            plain.add(x, y);
        }
        assert_eq!(distribution.shares().last().map(|(.., share)| share), plain.share());
    }
}
