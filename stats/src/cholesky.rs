//! The Cholesky decomposition of a covariance matrix, which may be singular.

/// The share of a variance below which a remainder is a rounding error.
pub(super) const ROUNDING: f64 = 1e-9;

/// The lower triangular L with L L′ the covariance matrix, and z with L z equal to the values. A value that is a linear
/// combination of those before has a diagonal entry and a score of 0.
pub(super) struct Cholesky {
    /// The rows of L, each up to its diagonal.
    rows: Vec<Vec<f64>>,
    /// z.
    pub(super) scores: Vec<f64>,
}

impl Cholesky {
    /// The decomposition for these values; a diagonal entry is 0 if its square is a rounding error of `scale`.
    pub(super) fn of(
        values: &[f64],
        covariance: impl Fn(usize, usize) -> f64,
        scale: impl Fn(usize) -> f64,
    ) -> Self {
        let mut cholesky = Self { rows: Vec::new(), scores: Vec::new() };
        for (i, value) in values.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for (j, other) in cholesky.rows.iter().enumerate() {
                let before = dot(&row, other);
                let entry = (covariance(i, j) - before) / other[j];
                row.push(if other[j] > 0.0 { entry } else { 0.0 });
            }
            let left = covariance(i, i) - dot(&row, &row);
            let root = if left <= ROUNDING * scale(i) { 0.0 } else { left.sqrt() };
            let before = dot(&row, &cholesky.scores);
            cholesky.scores.push(if root > 0.0 { (value - before) / root } else { 0.0 });
            row.push(root);
            cholesky.rows.push(row);
        }
        cholesky
    }

    /// The rank of the covariance matrix.
    pub(super) fn rank(&self) -> usize {
        self.rows.iter().filter(|row| row.last() > Some(&0.0)).count()
    }

    /// The w with L L′ w equal to the values; 0 where the diagonal is.
    pub(super) fn solve(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.rows.len()];
        for i in (0..weights.len()).rev().filter(|&i| self.rows[i][i] > 0.0) {
            let later: f64 = (i + 1..weights.len()).map(|j| self.rows[j][i] * weights[j]).sum();
            weights[i] = (self.scores[i] - later) / self.rows[i][i];
        }
        weights
    }
}

/// The dot product, as far as both reach.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// x'Cy, with C by rows.
pub(super) fn quadratic(x: &[f64], matrix: &[Vec<f64>], y: &[f64]) -> f64 {
    matrix.iter().zip(x).map(|(row, x)| x * dot(row, y)).sum()
}
