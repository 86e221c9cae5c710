//! What is played and with what chance: the settings that all experiments have.

use clap::Args;
use serde::{Deserialize, Serialize};

use super::value;

/// The greatest cap on hands.
pub const MOST_HANDS: u64 = u32::MAX as u64;

/// What is played and with what chance.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stage {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    #[serde(deserialize_with = "value::word")]
    pub game: String,
    /// Rule options that differ from the game's defaults (a list is written with dashes:
    /// contracts=9-5-2)
    #[arg(long, value_name = "KEY=VALUE,…", value_delimiter = ',')]
    #[serde(default, deserialize_with = "value::list", skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[serde(deserialize_with = "value::word")]
    pub seed: u64,
    /// A cap on hands that marks a match truncated; its highest score wins
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = value::whole::<1, MOST_HANDS>)]
    #[serde(deserialize_with = "value::number::<_, 1, MOST_HANDS>")]
    pub max_hands: u64,
}
