//! What a sample says of the mean that it is drawn from.

/// The standard errors to each side of a mean that its 95 % interval reaches, where there are many
/// values.
pub const MANY: f64 = 1.96;

/// The mean of a sample.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

/// The mean of a sample with its standard error.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = mean(values.iter().copied());
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n * (n - 1.0))).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_standard_error_of_the_tables() {
        // SciPy 1.17: stats.sem([2, 4, 4, 4, 5, 5, 7, 9]) = 0.7559289460184544.
        let (mean, error) = mean_and_error(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(mean, 5.0);
        assert!((error - 0.755_928_946_018_454_4).abs() < 1e-12);
    }
}
