//! The settings of a run that measures coverage.

use clap::Args;
use serde::Serialize;

use crate::calibrate::settings::MOST_RUNS;
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::settings::value;

/// The fewest and the most blocks of a pool. Of fewer, runs would draw the same blocks too often; more
/// take too much memory.
pub(super) const FEWEST: u64 = 500;
pub(super) const MOST: u64 = 20_000;

/// What decides the results.
#[derive(Clone, Debug, PartialEq, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CoverageSettings {
    /// What is played.
    #[command(flatten)]
    #[serde(flatten)]
    pub stage: Stage,
    /// Bots of the tournament whose figures are checked; two also make a sequential test
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', value_parser = value::item, required = true)]
    pub bots: Vec<String>,
    /// Variants: the figures are those of `compare` with these variants, and the bots are its rungs
    #[arg(long, value_name = "VARIANT,…", value_delimiter = ',', value_parser = value::item)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// Blocks of the pool: what all of them come to is the truth
    #[arg(long, value_name = "N", default_value_t = 2000, allow_negative_numbers = true, value_parser = value::whole::<FEWEST, MOST>)]
    pub pool: u64,
    /// Runs, each of blocks drawn from the pool
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = value::whole::<20, MOST_RUNS>)]
    pub runs: u64,
    /// After how many blocks a run's figures are looked at
    #[arg(
        long,
        alias = "matches",
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "5,20,100,500",
        allow_negative_numbers = true,
        value_parser = value::counted
    )]
    pub blocks: Vec<String>,
    /// Play only the k-th of n parts of the runs, for `threehand merge`
    #[arg(long, value_name = "K/N")]
    #[serde(serialize_with = "value::as_optional_word", skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}
