//! Estimates with honest errors. The unit of evidence is the block: one match's cards played under
//! every line-up. All sums are of whole numbers, so their order never shows.

mod betting;
mod character;
mod choices;
mod cholesky;
mod confidence_sequence;
mod cubes;
mod distribution;
mod e_test;
mod estimate;
mod failures;
mod finishing_orders;
mod fit;
mod heterogeneity;
mod holm;
mod joint;
mod kingmaking;
mod live;
mod luck;
mod misfit;
mod points;
mod quantiles;
mod range;
mod ratings;
mod roles;
mod sequential;
mod shares;
mod sums;
mod tally;
mod verdict;

pub use character::{Group, Measure, Trace, measures};
pub use confidence_sequence::ConfidenceSequence;
pub use distribution::Distribution;
pub use e_test::ETest;
pub use estimate::{Estimate, smallest_effect, t_quantile};
pub use failures::Failures;
pub use finishing_orders::{Ahead, Choice, FinishingOrders, RATING_REPLICATES};
pub use fit::Fit;
pub use heterogeneity::Heterogeneity;
pub use holm::holm;
pub use joint::{BlockSums, PairedDifference, PairedSums, Statistic};
pub use kingmaking::{Kingmaking, Trio, TrioShares};
pub use live::WinShareSequences;
pub use luck::{AdjustedEstimate, ControlVariateSums, LinearContrast, PLACES};
pub use misfit::LargestResidual;
pub use points::ELO_SCALE;
pub use quantiles::{QUANTILE_REPLICATES, Quantiles, poisson_weights, with_rounding_error};
pub use range::ValueRange;
pub use ratings::{Rating, Ratings};
pub use roles::{Roles, Uneven};
pub use sequential::{
    Bounds, DifferenceScale, HYPOTHETICAL_LOSSES, Hypotheses, Sprt, TestDecision,
};
pub use shares::{UniformityTest, binomial_interval};
pub use sums::{Moments, RatioSums};
pub use tally::{Block, Difference, MatchResult, Tally, ahead};
pub use verdict::{RUNGS_REQUIRED, SIGNIFICANCE_LEVEL, Verdict};
