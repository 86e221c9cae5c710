//! `manifest.json`: what was run, by what, and what came out.

use serde::Serialize;
use serde_json::{Map, Value};
use threehand_engine::BySeat;

/// All that is needed to run it again, and how it went.
#[derive(Clone, Debug, Serialize)]
pub struct Manifest {
    /// The version of this program.
    pub version: &'static str,
    /// The command as typed.
    pub command: String,
    /// The game.
    pub game: &'static str,
    /// What its rules are called.
    pub variant: String,
    /// Goes up when a ruling changes.
    pub rules_version: u32,
    /// The options that differ from the defaults.
    pub rules: Map<String, Value>,
    /// The bots' labels; line-ups hold indices of them by seat.
    pub bots: Vec<String>,
    /// How line-ups are made of the bots.
    pub format: &'static str,
    /// The line-ups, in the order of their numbers.
    pub lineups: Vec<BySeat<usize>>,
    /// Blocks asked for.
    pub matches: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The cap on hands a match.
    pub max_hands: usize,
    /// Which matches go to `hands.csv`.
    pub hands: String,
    /// Which matches go to `records.jsonl`.
    pub records: String,
    /// Whether those two are compressed.
    pub compress: bool,
    /// Threads used; they never show in the results.
    pub threads: usize,
    /// When it started, UTC.
    pub started: String,
    /// When it finished; null until then.
    pub finished: Option<String>,
    /// The hash of all result files; null until they are finished.
    pub results_hash: Option<String>,
}
