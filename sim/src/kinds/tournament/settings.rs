//! The settings of a tournament.

use clap::Args;
use serde::Serialize;

use super::anchor::Anchor;
use crate::play::schedule::Format;
use crate::settings::common::CommonSettings;
use crate::settings::match_filter::{MatchFilter, MatchesOrBlocks};
use crate::settings::shard::Shard;
use crate::settings::value;
use crate::terminal::failure::Failure;

/// What decides the results of a tournament.
#[derive(Clone, Debug, PartialEq, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TournamentSettings {
    /// What is played.
    #[command(flatten)]
    #[serde(flatten)]
    pub common: CommonSettings,
    /// Bots: a name, or name:key=value:key=value; the same may come twice
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', value_parser = value::item, required = true)]
    pub bots: Vec<String>,
    /// How line-ups are made [default: triples for three bots, else pairs]
    #[arg(long, value_enum)]
    #[serde(serialize_with = "value::as_optional_word")]
    pub format: Option<Format>,
    /// Blocks: matches' cards, each played under every line-up
    #[arg(long, value_name = "N", default_value_t = BLOCKS, allow_negative_numbers = true, value_parser = value::whole::<1, { value::MOST_BLOCKS }>)]
    pub blocks: u64,
    /// The number of the first block: other blocks are other cards [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<0, { 1 << 60 }>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// Matches that go to matches.csv: all, none or every=N [default: all]
    #[arg(long, value_name = "WHICH", allow_negative_numbers = true)]
    #[serde(serialize_with = "value::as_optional_word", skip_serializing_if = "Option::is_none")]
    pub matches: Option<MatchesOrBlocks>,
    /// Matches that go to hands.csv: all, none or every=N
    #[arg(long, value_name = "WHICH", default_value = "all")]
    #[serde(serialize_with = "value::as_word")]
    pub hands: MatchFilter,
    /// Matches that go to records.jsonl: all, none or every=N
    #[arg(long, value_name = "WHICH", default_value = "none")]
    #[serde(serialize_with = "value::as_word")]
    pub records: MatchFilter,
    /// Write matches.csv, hands.csv and records.jsonl compressed, as zstd
    #[arg(long)]
    pub compress: bool,
    /// Stop at the first bot that fails, instead of recording a forfeit and going on
    #[arg(long)]
    pub strict: bool,
    /// Set the rating of a bot, by its name in the tables; the others are relative to it [default: their mean is 0]
    #[arg(long, value_name = "BOT=RATING")]
    #[serde(serialize_with = "value::as_optional_word", skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// Play only the k-th of n parts of the run, for `threehand merge`
    #[arg(long, value_name = "K/N")]
    #[serde(serialize_with = "value::as_optional_word")]
    pub shard: Option<Shard>,
}

/// The number of blocks where none is given.
const BLOCKS: u64 = 1000;

impl TournamentSettings {
    /// The matches whose rows are written.
    pub(super) const fn rows(&self) -> MatchFilter {
        match self.matches {
            Some(MatchesOrBlocks::Matches(which)) => which,
            _ => MatchFilter::All,
        }
    }

    /// The same settings with a number of blocks under its own name.
    ///
    /// # Errors
    /// If hands are to be written of matches without rows.
    pub(super) fn filled(&self) -> Result<Self, Failure> {
        let (matches, blocks) = match self.matches {
            Some(MatchesOrBlocks::Blocks(blocks)) if self.blocks == BLOCKS => (None, blocks),
            Some(MatchesOrBlocks::Matches(MatchFilter::All) | MatchesOrBlocks::Blocks(_)) => {
                (None, self.blocks)
            }
            matches => (matches, self.blocks),
        };
        let settings = Self { matches, blocks, ..self.clone() };
        if !settings.rows().contains_all(settings.hands) {
            let (rows, hands) = (settings.rows(), settings.hands);
            let reason = format!(
                "hands={hands} writes hands of matches that {rows} leaves out: add --hands {rows}"
            );
            return Err(Failure::setting("matches", reason));
        }
        Ok(settings)
    }
}
