//! What is played and with what chance: the settings that all experiments have.

use clap::Args;
use serde::Serialize;

use super::external::{self, External};
use super::value;
use threehand_play::referee::Limits;

/// The greatest cap on hands.
pub const MOST_HANDS: u64 = u32::MAX as u64;

/// The seconds of a day: the longest time for a decision.
const DAY: u64 = 86_400;

/// The megabytes of a terabyte: the most memory that can be a limit.
const TERABYTE: u64 = 1 << 20;

/// What is played and with what chance.
#[derive(Clone, Debug, PartialEq, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CommonSettings {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// Rule options that differ from the game's defaults (a list is written with dashes:
    /// contracts=9-5-2)
    #[arg(long, value_name = "KEY=VALUE,…", value_delimiter = ',', value_parser = value::item)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// A cap on hands that marks a match truncated; whoever is ahead wins
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = value::whole::<1, MOST_HANDS>)]
    pub max_hands: u64,
    /// A program that plays as the bot cmd:LABEL, in any language; may be given more than once
    #[arg(long, value_name = "LABEL=COMMAND")]
    #[serde(serialize_with = "external::as_table", skip_serializing_if = "Vec::is_empty")]
    pub external: Vec<External>,
    /// Seconds that a bot may take for a decision before it forfeits its match: results may then
    /// depend on the machine [default: no limit]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = value::whole::<1, DAY>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_seconds: Option<u64>,
    /// Megabytes that the process may hold before the bot that decides forfeits its match; plays on
    /// one thread [default: no limit]
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = value::whole::<64, TERABYTE>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
}

impl CommonSettings {
    /// What a bot may take, if that is limited.
    pub fn limits(&self) -> Option<Limits> {
        let limits = Limits { seconds: self.move_seconds, megabytes: self.memory_mb };
        (limits != Limits::default()).then_some(limits)
    }
}
