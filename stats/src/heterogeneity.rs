//! A test of heterogeneity of correlated estimates.

use crate::cholesky::{Cholesky, dot};
use crate::cumulative::f_tail;

/// Cochran's Q of correlated estimates, with its p-value.
///
/// Q is (d − m)′ V⁻¹ (d − m) with the covariance V of the estimates d and their common value m by generalised least squares
/// (W. G. Cochran, "The combination of estimates from different experiments", 1954). It is Hotelling's T² of the estimates'
/// contrasts: of k + 1 estimates over n blocks, Q (n − k) / (k (n − 1)) has the F distribution with k and n − k degrees of
/// freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heterogeneity {
    /// Cochran's Q.
    pub q: f64,
    /// The p-value of equal expectations.
    pub p: f64,
}

impl Heterogeneity {
    /// The test of estimates over the same `n` blocks with these covariances. A contrast without a variance of its own is left
    /// out; `None` if none is left, or with too few blocks.
    pub fn of(estimates: &[f64], covariance: &[Vec<f64>], n: u64) -> Option<Self> {
        let (first, others) = estimates.split_first()?;
        // The contrasts against the first estimate.
        let contrasts: Vec<f64> = others.iter().map(|estimate| estimate - first).collect();
        let with = |i: usize, j: usize| {
            let (i, j) = (i + 1, j + 1);
            covariance[i][j] - covariance[i][0] - covariance[0][j] + covariance[0][0]
        };
        let scale = |i: usize| covariance[i + 1][i + 1] + covariance[0][0];
        let cholesky = Cholesky::of(&contrasts, with, scale);
        let rank = cholesky.rank();
        if rank == 0 || n <= rank as u64 + 1 {
            return None;
        }
        let (k, n) = (rank as f64, n as f64);
        let q = dot(&cholesky.scores, &cholesky.scores);
        Some(Self { q, p: f_tail(q * (n - k) / (k * (n - 1.0)), [k, n - k]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    fn rows(v: [[f64; 3]; 3]) -> Vec<Vec<f64>> {
        v.iter().map(|row| row.to_vec()).collect()
    }

    #[test]
    fn q_is_that_of_least_squares_and_p_that_of_hotelling() {
        let v = rows([[0.04, 0.01, 0.0], [0.01, 0.09, 0.02], [0.0, 0.02, 0.06]]);
        // NumPy 2.4: W = inv(V); m = W.sum(0) @ d / W.sum(); Q = (d - m) @ W @ (d - m).
        // SciPy 1.17: stats.f.sf(Q * 18 / (2 * 19), 2, 18).
        let found = Heterogeneity::of(&[1.0, 0.5, 1.4], &v, 20).unwrap();
        assert_close(found.q, 7.364_705_882_352_93);
        assert_close(found.p, 0.052_429_538_046_556_79);
        assert_eq!(Heterogeneity::of(&[1.0, 0.5, 1.4], &v, 3), None);
        // Of two estimates it is the paired test: t = 0.5 / sqrt(0.04 + 0.09 - 0.02), 2 * stats.t.sf(t, 19).
        let two = Heterogeneity::of(&[1.0, 0.5], &v, 20).unwrap();
        assert_close(two.q, 0.25 / 0.11);
        assert_close(two.p, 0.148_115_713_191_146_1);
        // A third that repeats the second adds nothing.
        let twice = rows([[0.04, 0.01, 0.01], [0.01, 0.09, 0.09], [0.01, 0.09, 0.09]]);
        assert_eq!(Heterogeneity::of(&[1.0, 0.5, 0.5], &twice, 20), Some(two));
        let same = vec![vec![1.0, 1.0], vec![1.0, 1.0]];
        for estimates in [&[1.0, 2.0][..], &[1.0], &[]] {
            assert_eq!(Heterogeneity::of(estimates, &same, 100), None);
        }
    }
}
