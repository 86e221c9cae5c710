//! Whether counts are as chance has them.

use std::ops::AddAssign;

/// Pearson's chi-square of some counts, or of many such taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChiSquare {
    /// The squares of what the counts are off, each over the count that was to be expected.
    pub sum: f64,
    /// Its degrees of freedom, which are its mean if all is by chance.
    pub freedom: f64,
}

impl ChiSquare {
    /// Of counts, each with what was to be expected; they sum to the same.
    pub fn of(counts: impl IntoIterator<Item = (u32, f64)>) -> Self {
        let mut all = Self { sum: 0.0, freedom: -1.0 };
        for (count, expected) in counts {
            all += Self { sum: (f64::from(count) - expected).powi(2) / expected, freedom: 1.0 };
        }
        all
    }

    /// How far it lies above its mean, in standard deviations (Wilson and Hilferty, "The
    /// distribution of chi-square", 1931); nothing where there was but one way to count.
    pub fn excess(self) -> f64 {
        if self.freedom <= 0.0 {
            return 0.0;
        }
        let spread = 2.0 / (9.0 * self.freedom);
        ((self.sum / self.freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
    }
}

impl AddAssign for ChiSquare {
    fn add_assign(&mut self, other: Self) {
        self.sum += other.sum;
        self.freedom += other.freedom;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Stream, below};

    #[test]
    fn even_counts_have_no_excess_and_uneven_ones_have() {
        let mut rng = Stream::new([5, 0, 0, 0]);
        let mut counts = [0; 100];
        (0..10_000).for_each(|_| counts[below(&mut rng, 100)] += 1);
        let even = ChiSquare::of(counts.map(|count| (count, 100.0)));
        assert!(even.freedom == 99.0 && even.excess().abs() < 4.0, "{even:?}");
        (0..100).for_each(|_| counts[0] += 1);
        let uneven = ChiSquare::of(counts.map(|count| (count, 101.0)));
        assert!(uneven.excess() > 5.0, "{uneven:?}");
    }
}
