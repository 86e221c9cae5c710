//! Values that hang together, made independent one after the other.

/// What is left of a variance after so much of it is told by others is rounding.
pub(super) const ROUNDING: f64 = 1e-9;

/// A covariance L L′ with L lower triangular, and scores z with L z equal to the values. What others before it tell of a
/// value is taken off; where nothing is left, root and score are 0.
pub(super) struct Cholesky {
    /// The rows of L, each up to its root on the diagonal.
    rows: Vec<Vec<f64>>,
    /// By value.
    pub(super) scores: Vec<f64>,
}

impl Cholesky {
    /// Of these values with this covariance; nothing is left of a value if it is no more than rounding of `scale`.
    pub(super) fn of(
        values: &[f64],
        covariance: impl Fn(usize, usize) -> f64,
        scale: impl Fn(usize) -> f64,
    ) -> Self {
        let mut cholesky = Self { rows: Vec::new(), scores: Vec::new() };
        for (i, value) in values.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for (j, other) in cholesky.rows.iter().enumerate() {
                let told = dot(&row, other);
                row.push(if other[j] > 0.0 { (covariance(i, j) - told) / other[j] } else { 0.0 });
            }
            let left = covariance(i, i) - dot(&row, &row);
            let root = if left <= ROUNDING * scale(i) { 0.0 } else { left.sqrt() };
            let told = dot(&row, &cholesky.scores);
            cholesky.scores.push(if root > 0.0 { (value - told) / root } else { 0.0 });
            row.push(root);
            cholesky.rows.push(row);
        }
        cholesky
    }

    /// How many values are told by no others.
    pub(super) fn rank(&self) -> usize {
        self.rows.iter().filter(|row| row.last() > Some(&0.0)).count()
    }

    /// The weights w with L L′ w equal to the values; those of values that others tell are 0.
    pub(super) fn solve(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.rows.len()];
        for i in (0..weights.len()).rev().filter(|&i| self.rows[i][i] > 0.0) {
            let later: f64 = (i + 1..weights.len()).map(|j| self.rows[j][i] * weights[j]).sum();
            weights[i] = (self.scores[i] - later) / self.rows[i][i];
        }
        weights
    }
}

/// The sum of products, as far as both reach.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
