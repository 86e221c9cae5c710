//! A mean with its standard error and 95 % interval.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// An estimated mean. What is not defined is `None`: with one block there is no error, and where
/// every block gave the same value there is no spread to take one from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error over blocks.
    pub se: Option<f64>,
    /// The lower end of the 95 % interval.
    pub lo: Option<f64>,
    /// The upper end.
    pub hi: Option<f64>,
}

impl Estimate {
    /// The estimate of this mean from `n` independent blocks.
    pub fn new(mean: f64, se: Option<f64>, n: u64) -> Self {
        let half = se.map(|se| se * half_width_factor(n));
        Self { mean, se, lo: half.map(|half| mean - half), hi: half.map(|half| mean + half) }
    }

    /// Half the width of the 95 % interval.
    pub fn half_width(&self) -> Option<f64> {
        self.hi.map(|hi| hi - self.mean)
    }
}

/// How many standard errors a 95 % interval reaches to each side of a mean of `n` values: Student's
/// t below 200 values, the normal distribution from there on.
///
/// # Panics
/// If `n` is below 2.
fn half_width_factor(n: u64) -> f64 {
    assert!(n >= 2, "an interval needs two values");
    if n < 200 {
        StudentsT::new(0.0, 1.0, (n - 1) as f64).expect("n − 1 is positive").inverse_cdf(0.975)
    } else {
        Normal::standard().inverse_cdf(0.975)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_reach_as_far_as_the_tables_say() {
        // SciPy 1.17: stats.t.ppf(0.975, [1, 9, 198]) and stats.norm.ppf(0.975).
        for (n, r) in
            [(2, 12.706_204_736), (10, 2.262_157_163), (199, 1.972_017_478), (200, 1.959_963_985)]
        {
            assert!((half_width_factor(n) - r).abs() < 1e-6, "{n}: {}", half_width_factor(n));
        }
    }
}
