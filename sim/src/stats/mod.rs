//! Estimates with honest errors. The unit of evidence is the block: one match's cards played under
//! every line-up. All sums are of whole numbers, so their order never shows.

mod estimate;
mod sums;
mod tally;

pub use estimate::{Estimate, smallest_effect};
pub use sums::{Moments, RatioSums};
pub use tally::{Block, Difference, MatchResult, Tally};
