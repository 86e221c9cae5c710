//! Means and ratios of a sample, with their errors.

use threehand_stats::t_quantile;

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

/// An estimate, with the residual of each sampled unit.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The residuals, whose mean is 0.
    pub residuals: Vec<f64>,
}

impl Estimate {
    /// The sum of the second numbers over the sum of the first, a pair a unit (delta method); `None` if
    /// the first are all 0.
    pub fn ratio(pairs: &[(f64, f64)]) -> Option<Self> {
        let of = mean(pairs.iter().map(|(of, _)| *of));
        let value = mean(pairs.iter().map(|(_, sum)| *sum)) / of;
        let residuals = pairs.iter().map(|(n, sum)| (sum - value * n) / of).collect();
        (of != 0.0).then_some(Self { value, residuals })
    }

    /// Half a 95 % interval, by Student's t.
    pub fn half_width(&self) -> f64 {
        t_quantile(self.residuals.len() as u64) * mean_and_error(&self.residuals).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_has_the_error_of_its_linear_part() {
        // Of (2, 1), (2, 3), (4, 4) the ratio is 1 and the residuals over the mean of 8/3 are -3/8, 3/8, 0.
        let estimate = Estimate::ratio(&[(2.0, 1.0), (2.0, 3.0), (4.0, 4.0)]).expect("hands");
        assert_eq!((estimate.value, &*estimate.residuals), (1.0, &[-0.375, 0.375, 0.0][..]));
        // Student's t of two degrees of freedom, 4.302653, times 0.375 / √3.
        assert!((estimate.half_width() - 4.302_653 * 0.375 / 3.0_f64.sqrt()).abs() < 1e-6);
        assert!(Estimate::ratio(&[(0.0, 0.0), (0.0, 0.0)]).is_none());
    }

    #[test]
    fn a_mean_has_the_standard_error_of_the_tables() {
        // SciPy 1.17: stats.sem([2, 4, 4, 4, 5, 5, 7, 9]) = 0.7559289460184544.
        let (mean, error) = mean_and_error(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(mean, 5.0);
        assert!((error - 0.755_928_946_018_454_4).abs() < 1e-12);
    }
}
