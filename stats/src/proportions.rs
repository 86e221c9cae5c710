//! The exact interval of a proportion, and a test of uniformity.

use crate::cumulative::beta_quantile;

/// The 95 % interval of Clopper and Pearson for the probability of what occurred `count` times in `n`.
///
/// # Panics
/// If `count` is above `n`.
pub fn binomial_interval(count: u64, n: u64) -> (f64, f64) {
    assert!(count <= n, "{count} of {n}");
    clopper_pearson(count as f64, (n - count) as f64)
}

/// The same for numbers of trials that need not be whole.
pub(super) fn clopper_pearson(yes: f64, no: f64) -> (f64, f64) {
    let lo = if yes > 0.0 { beta_quantile(yes, no + 1.0, 0.025) } else { 0.0 };
    let hi = if no > 0.0 { beta_quantile(yes + 1.0, no, 0.975) } else { 1.0 };
    (lo, hi)
}

/// The test of Kolmogorov and Smirnov for a uniform distribution from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UniformityTest {
    /// The greatest distance between the empirical distribution function and the uniform one.
    pub distance: f64,
    /// The asymptotic p-value; for fewer than some hundred values it is conservative.
    pub p: f64,
}

impl UniformityTest {
    /// The test of these values; `None` without any.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let n = values.len() as f64;
        let above =
            |(below, x): (usize, &f64)| (x - below as f64 / n).max((below + 1) as f64 / n - x);
        let distance = values.iter().enumerate().map(above).reduce(f64::max)?;
        let term = |k: i32| libm::exp(-2.0 * f64::from(k * k) * distance * distance * n);
        let p: f64 = (1..=100).map(|k| if k % 2 == 1 { term(k) } else { -term(k) }).sum();
        Some(Self { distance, p: (2.0 * p).clamp(0.0, 1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counts_interval_is_that_of_clopper_and_pearson() {
        // SciPy 1.17: stats.binomtest(k, n).proportion_ci(0.95, "exact").
        for (count, n, lo, hi) in [
            (0, 20, 0.0, 0.168_433_470_983_085_48),
            (3, 50, 0.012_548_587_835_334_06, 0.165_481_946_603_772_9),
            (12, 200, 0.031_383_953_893_482_12, 0.102_461_831_308_331_59),
            (200, 200, 0.981_724_659_644_851_2, 1.0),
        ] {
            let found = binomial_interval(count, n);
            assert!(
                (found.0 - lo).abs() < 1e-9 && (found.1 - hi).abs() < 1e-9,
                "{count} of {n}: {found:?}"
            );
        }
    }

    #[test]
    fn evenness_is_that_of_kolmogorov_and_smirnov() {
        // SciPy 1.17: stats.kstest(x, "uniform", method="asymp").
        let some = vec![0.93, 0.11, 0.02, 0.35, 0.4, 0.52, 0.61, 0.77, 0.11, 0.98];
        let low: Vec<_> = (1..=40).map(|i| (f64::from(i) * 0.37).fract() * 0.8).collect();
        for (values, distance, p) in
            [(some, 0.19, 0.863_178_189_625_281_4), (low, 0.208, 0.062_787_217_888_353_9)]
        {
            let found = UniformityTest::of(values).unwrap();
            assert!((found.distance - distance).abs() < 1e-12, "{found:?}");
            assert!((found.p - p).abs() < 1e-9, "{found:?}");
        }
        assert_eq!(UniformityTest::of(Vec::new()), None);
    }
}
