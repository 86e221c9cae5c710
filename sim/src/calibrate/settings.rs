//! The settings of a calibration.

use clap::Args;
use serde::Serialize;

use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::settings::value;

/// The greatest number of runs.
pub(super) const MOST_RUNS: u64 = u32::MAX as u64;

/// What decides the results of a calibration.
#[derive(Clone, Debug, PartialEq, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CalibrateSettings {
    /// What is played.
    #[command(flatten)]
    #[serde(flatten)]
    pub stage: Stage,
    /// The bot that plays itself under two names; some of its play has to be left to chance
    #[arg(long, value_name = "SPEC", value_delimiter = ',', value_parser = value::item, default_value = "random")]
    pub bots: Vec<String>,
    /// Runs, each on cards of its own
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = value::whole::<20, MOST_RUNS>)]
    pub runs: u64,
    /// Blocks a run, 500 at least
    #[arg(
        long,
        alias = "matches",
        value_name = "N",
        default_value_t = 500,
        allow_negative_numbers = true,
        value_parser = value::whole::<0, { u64::MAX }>
    )]
    pub blocks: u64,
    /// What sprt takes for better: a t of no less than this; not better is a t of 0
    #[arg(long, value_name = "T", default_value_t = 0.1, allow_negative_numbers = true)]
    pub t1: f64,
    /// How often sprt may say "better"
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// How often sprt may say "not better" where t is --t1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub beta: f64,
    /// Play only the k-th of n parts of the runs, for `threehand merge`
    #[arg(long, value_name = "K/N")]
    #[serde(serialize_with = "value::as_optional_word", skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}
