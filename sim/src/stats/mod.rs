//! Estimates with honest errors. The unit of evidence is the block: one match's cards played under
//! every line-up. All sums are of whole numbers, so their order never shows.

mod betting;
mod character;
mod choices;
mod cholesky;
mod confidence_sequence;
mod distribution;
mod e_test;
mod estimate;
mod finishing_orders;
mod heterogeneity;
mod holm;
mod joint;
mod kingmaking;
mod live;
mod luck;
mod misfit;
mod points;
mod quantiles;
mod ratings;
mod sequential;
mod shares;
mod sums;
mod tally;
mod verdict;

pub use character::{Measure, Trace, measures};
pub use confidence_sequence::ConfidenceSequence;
pub use distribution::Distribution;
pub use e_test::ETest;
pub use estimate::{Estimate, Range, smallest_effect, t_quantile};
pub use finishing_orders::{Ahead, Choice, FinishingOrders, RATING_REPLICATES};
pub use heterogeneity::Heterogeneity;
pub use holm::holm;
pub use joint::{Form, Joint, Paired, Parts};
pub use kingmaking::{Kingmaking, Split, Third};
pub use live::Live;
pub use luck::{Adjusted, Contrast, LuckSums, PLACES};
pub use misfit::Misfit;
pub use points::TENFOLD;
pub use quantiles::{Quantiles, REPLICATES, poisson_weights, with_steps};
pub use ratings::{Rating, Ratings};
pub use sequential::{Bounds, DOUBTS, Decision, Hypotheses, Scale, Sprt};
pub use shares::{Evenness, binomial_interval};
pub use sums::{Moments, RatioSums};
pub use tally::{Block, Difference, MatchResult, Tally, ahead};
pub use verdict::{LEVEL, RUNGS, Verdict};
