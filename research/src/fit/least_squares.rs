//! Least squares: weights of features from sums over examples.

/// Sums over decisions of one kind: of what came of each choice and of its features, both less their
/// means within the decision.
#[derive(Clone, Debug)]
pub struct Sums {
    features: usize,
    /// Products of each two features, by rows.
    products: Vec<f64>,
    /// Products of each feature with what came beyond what was foretold.
    slopes: Vec<f64>,
    /// Squares of what came beyond what was foretold.
    errors: f64,
    decisions: u64,
}

/// A choice: its features by place, and what came of it beyond what was foretold.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Places and amounts.
    pub features: Vec<(usize, f32)>,
    /// What came beyond what was foretold.
    pub beyond: f64,
}

impl Sums {
    /// Nothing yet, of so many features.
    pub fn new(features: usize) -> Self {
        let products = vec![0.0; features * features];
        Self { features, products, slopes: vec![0.0; features], errors: 0.0, decisions: 0 }
    }

    /// How many decisions were added.
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Adds a decision between these choices.
    pub fn add(&mut self, choices: &[Choice]) {
        let n = choices.len() as f64;
        let mut mean = vec![0.0; self.features];
        for &(place, amount) in choices.iter().flat_map(|choice| &choice.features) {
            mean[place] += f64::from(amount) / n;
        }
        let beyond = choices.iter().map(|choice| choice.beyond).sum::<f64>() / n;
        let places = (0..self.features).filter(|&place| mean[place] != 0.0);
        let mean: Vec<_> = places.map(|place| (place, mean[place])).collect();
        for choice in choices {
            let amounts = choice.features.iter().map(|&(place, amount)| (place, f64::from(amount)));
            self.add_products(&amounts.collect::<Vec<_>>(), choice.beyond - beyond, 1.0);
            self.errors += (choice.beyond - beyond).powi(2);
        }
        self.add_products(&mean, 0.0, -n);
        self.decisions += 1;
    }

    fn add_products(&mut self, features: &[(usize, f64)], beyond: f64, weight: f64) {
        for &(row, a) in features {
            self.slopes[row] += weight * a * beyond;
            for &(column, b) in features {
                self.products[row * self.features + column] += weight * a * b;
            }
        }
    }

    /// By how much to change the weights, if changes are held small by this ridge.
    pub fn change(&self, ridge: f64) -> Vec<f64> {
        let mut matrix: Vec<Vec<f64>> =
            self.products.chunks(self.features).map(<[f64]>::to_vec).collect();
        for (place, row) in matrix.iter_mut().enumerate() {
            row[place] += ridge;
        }
        solve(matrix, self.slopes.clone())
    }

    /// The squared errors that are left if the weights are changed so.
    pub fn errors(&self, change: &[f64]) -> f64 {
        let mut errors = self.errors;
        for (row, by) in self.products.chunks(self.features).zip(change) {
            errors += by * row.iter().zip(change).map(|(product, by)| product * by).sum::<f64>();
        }
        errors - 2.0 * self.slopes.iter().zip(change).map(|(slope, by)| slope * by).sum::<f64>()
    }
}

/// The x with `matrix` x = `right`, for a symmetric matrix of positive squares.
pub fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let (above, below) = matrix.split_at_mut(i + 1);
        let pivot = &above[i][i..];
        for (row, entries) in (i + 1..).zip(below) {
            let factor = entries[i] / pivot[0];
            for (entry, above) in entries[i..].iter_mut().zip(pivot) {
                *entry -= factor * above;
            }
            right[row] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_change_is_what_was_left_out_of_the_weights() {
        // Two of three choices have a feature that brings 2 beyond what was foretold, one has one that brings -1.
        let choice = |place: Option<usize>, beyond| Choice {
            features: place.map(|place| (place, 1.0)).into_iter().collect(),
            beyond,
        };
        let mut sums = Sums::new(2);
        sums.add(&[choice(Some(0), 7.0), choice(None, 5.0), choice(Some(1), 4.0)]);
        sums.add(&[choice(Some(0), 2.0), choice(None, 0.0)]);
        let change = sums.change(1e-9);
        assert!((change[0] - 2.0).abs() < 1e-6 && (change[1] + 1.0).abs() < 1e-6, "{change:?}");
        assert!(sums.errors(&change).abs() < 1e-6);
        // About the means 16/3 and 1: 25/9 + 1/9 + 16/9, and 1 twice.
        assert!((sums.errors(&[0.0, 0.0]) - (42.0 / 9.0 + 2.0)).abs() < 1e-9);
        let held = sums.change(1e9);
        assert!(held.iter().all(|by| by.abs() < 1e-6), "a ridge holds changes small: {held:?}");
    }
}
