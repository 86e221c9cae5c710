//! The settings of a sequential test.

use clap::Args;
use serde::Serialize;

use super::rule::{Points, Quantity, TestKind};
use crate::settings::common::CommonSettings;
use crate::settings::shard::Shard;
use crate::settings::value;

/// What decides the results of a sequential test.
#[derive(Clone, Debug, PartialEq, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SprtSettings {
    /// What is played.
    #[command(flatten)]
    #[serde(flatten)]
    pub common: CommonSettings,
    /// Two bots: is the first better than the second?
    #[arg(long, value_name = "SPEC,SPEC", value_delimiter = ',', value_parser = value::item, required = true)]
    pub bots: Vec<String>,
    /// The cap on blocks: if the test has not ended by then, it is undecided
    #[arg(long, alias = "matches", value_name = "N", default_value_t = 20_000, allow_negative_numbers = true, value_parser = value::whole::<1, { value::MOST_BLOCKS }>)]
    pub blocks: u64,
    /// Which test decides
    #[arg(long, value_enum, default_value_t)]
    pub test: TestKind,
    /// What the bots are compared in
    #[arg(long, value_enum, default_value_t)]
    pub on: Quantity,
    /// Not better and better in percentage points, in place of t [default with --test e: 0,2]
    #[arg(long, value_name = "LO,HI", allow_hyphen_values = true, conflicts_with_all = ["t0", "t1"])]
    #[serde(serialize_with = "value::as_optional_word", skip_serializing_if = "Option::is_none")]
    pub share: Option<Points>,
    /// Not better means a t of no more than this
    #[arg(long, value_name = "T", default_value_t = 0.0, allow_negative_numbers = true)]
    pub t0: f64,
    /// Better means a t of no less than this
    #[arg(long, value_name = "T", default_value_t = 0.1, allow_negative_numbers = true)]
    pub t1: f64,
    /// Highest accepted rate of false "better"
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Highest accepted rate of false "not better"
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub beta: f64,
    /// Play only the k-th of n parts of the blocks, all of them: `threehand merge` decides
    #[arg(long, value_name = "K/N")]
    #[serde(serialize_with = "value::as_optional_word", skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}
