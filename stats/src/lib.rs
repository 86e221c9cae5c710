//! Estimates with standard errors, tests and ratings. The independent unit is the block: one match's cards played under every
//! line-up. Sums over blocks are of integers, so that they do not depend on the order of the blocks.

mod betting;
mod bootstrap;
mod cholesky;
mod control_variate;
mod cumulative;
mod distribution;
mod estimate;
mod failures;
mod finishing_orders;
mod heterogeneity;
mod kingmaking;
mod mergeable;
mod misfits;
mod paired_difference;
mod paired_sums;
mod plackett_luce;
mod proportions;
mod quantiles;
mod rating_bootstrap;
mod ratings;
mod role_means;
mod sprt;
mod statistic;
mod sums;
mod tally;
mod third_moments;
mod value_range;
mod verdict;

pub use betting::{ConfidenceSequence, ETest};
pub use bootstrap::poisson_weights;
pub use control_variate::{AdjustedEstimate, ControlVariateSums};
pub use distribution::Distribution;
pub use estimate::{Estimate, smallest_effect, t_quantile};
pub use failures::Failures;
pub use finishing_orders::{Choice, FinishingOrders, RATING_REPLICATES};
pub use heterogeneity::Heterogeneity;
pub use kingmaking::{Kingmaking, Trio, TrioShares};
pub use mergeable::{Mergeable, have_shape_of};
pub use misfits::{Fit, LargestResidual};
pub use paired_difference::PairedDifference;
pub use paired_sums::PairedSums;
pub use proportions::{UniformityTest, binomial_interval};
pub use quantiles::{QUANTILE_REPLICATES, Quantiles, median, with_rounding_error};
pub use rating_bootstrap::ELO_SCALE;
pub use ratings::{Rating, Ratings};
pub use role_means::{RoleDispersion, RoleMeans};
pub use sprt::{
    Bounds, DifferenceScale, HYPOTHETICAL_LOSSES, Hypotheses, MIN_BLOCKS, Sprt, TestDecision,
};
pub use statistic::{BlockSums, Statistic};
pub use sums::{Moments, RatioSums};
pub use tally::{Block, Difference, Tally};
pub use value_range::ValueRange;
pub use verdict::{RUNGS_REQUIRED, SIGNIFICANCE_LEVEL, Verdict, holm};

/// Checks a figure to nine digits.
#[cfg(test)]
#[track_caller]
fn assert_close(found: impl Into<Option<f64>>, expected: f64) {
    let found = found.into().expect("a figure");
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} is not {expected}");
}

/// Whether the interval of an estimate excludes the true value.
#[cfg(test)]
fn misses(estimate: &Estimate, truth: f64) -> bool {
    estimate.lo.is_some_and(|lo| truth < lo) || estimate.hi.is_some_and(|hi| truth > hi)
}
