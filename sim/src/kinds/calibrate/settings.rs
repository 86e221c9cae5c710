//! The settings of a calibration.

use clap::{Arg, Args};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::experiment::contract::map_of;
use crate::settings::common::CommonSettings;
use crate::settings::shard::Shard;
use crate::settings::value;
use crate::terminal::failure::Failure;

/// The number of runs; fewer say nothing.
const FEWEST_RUNS: u64 = 20;
const MOST_RUNS: u64 = u32::MAX as u64;
/// The number of blocks of a pool. From fewer, runs would draw the same blocks too often; more take too much memory.
const LEAST_POOL: u64 = 500;
const MOST_POOL: u64 = 20_000;
/// The pool of `coverage`.
const USUAL_POOL: u64 = 2_000;
/// The fewest blocks of a run on fresh cards. Differences come in steps; with fewer blocks the steps show in the
/// p-values, and the test of their uniformity fails for that alone.
const FEWEST_BLOCKS: u64 = 500;
/// The most numbers of blocks after which a run is looked at, and the greatest of them.
const MOST_LOOKS: usize = 12;
const LATEST_LOOK: u64 = 10_000;
/// The most bots and variants of a pool: each two are compared, and the sums grow with both.
const MOST_BOTS: usize = 8;
const MOST_VARIANTS: usize = 4;
/// The error rates of `sprt`, and what it takes for better.
const USUAL_T1: f64 = 0.1;
const USUAL_RATE: f64 = 0.05;

/// The flags that a pool refuses.
const NOT_WITH_A_POOL: [&str; 6] = ["t1", "alpha", "beta", "external", "move-seconds", "memory-mb"];

/// Hides a flag from help if a pool refuses it.
pub(crate) fn hidden_with_a_pool(flag: Arg) -> Arg {
    let is_refused = flag.get_long().is_some_and(|name| NOT_WITH_A_POOL.contains(&name));
    if is_refused { flag.hide(true) } else { flag }
}

/// What decides the results of a calibration.
#[derive(Clone, Debug, PartialEq, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CalibrateSettings {
    /// What is played.
    #[command(flatten)]
    #[serde(flatten)]
    pub common: CommonSettings,
    /// The bot that plays itself under two names, some of its play at random [default: random]; with --pool the two
    /// bots or more of a tournament
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', value_parser = value::item)]
    pub bots: Vec<String>,
    /// With --pool: variants, to check the figures and verdicts of `compare` with the bots as its rungs
    #[arg(long, value_name = "VARIANT,…", value_delimiter = ',', value_parser = value::item)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// Draw the runs from a pool of N blocks, whose values are the truth, and check every interval and claim
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<LEAST_POOL, MOST_POOL>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<u64>,
    /// Runs [default: 200; with --pool 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<FEWEST_RUNS, MOST_RUNS>)]
    pub runs: Option<u64>,
    /// Blocks per run, 500 at least [default: 500]; with --pool the numbers of blocks after which a run is looked at
    /// [default: 5,20,100,500]
    #[arg(
        long,
        alias = "matches",
        value_name = "N,…",
        value_delimiter = ',',
        allow_negative_numbers = true,
        value_parser = value::counted
    )]
    pub blocks: Vec<String>,
    /// The t from which on sprt calls a bot better; one of 0 is not better
    #[arg(long, value_name = "T", default_value_t = USUAL_T1, allow_negative_numbers = true)]
    pub t1: f64,
    /// How often sprt may say "better" of an equal bot
    #[arg(long, value_name = "SHARE", default_value_t = USUAL_RATE, allow_negative_numbers = true)]
    pub alpha: f64,
    /// How often sprt may say "not better" where t is --t1
    #[arg(long, value_name = "SHARE", default_value_t = USUAL_RATE, allow_negative_numbers = true)]
    pub beta: f64,
    /// Play only the k-th of n parts of the runs, for `threehand merge`
    #[arg(long, value_name = "K/N")]
    #[serde(serialize_with = "value::as_optional_word", skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

impl CalibrateSettings {
    /// The settings as `coverage` means them: with a pool.
    #[must_use]
    pub fn pooled(self) -> Self {
        Self { pool: self.pool.or(Some(USUAL_POOL)), ..self }
    }

    /// The settings with the defaults in place of what was left out.
    pub(super) fn filled(&self) -> Self {
        let (bots, runs, blocks) = match self.pool {
            None => (&["random"][..], 200, &["500"][..]),
            Some(_) => (&[][..], 1_000, &["5", "20", "100", "500"][..]),
        };
        let list = |given: &[String], usual: &[&str]| match given {
            [] => usual.iter().map(|&word| word.to_owned()).collect(),
            given => given.to_vec(),
        };
        let (bots, blocks) = (list(&self.bots, bots), list(&self.blocks, blocks));
        Self { bots, runs: self.runs.or(Some(runs)), blocks, ..self.clone() }
    }

    /// The settings that count, by the names of their flags.
    pub(super) fn map(&self) -> Map<String, Value> {
        let filled = self.filled();
        let mut map = map_of(&filled);
        if self.pool.is_some() {
            map.retain(|name, _| !["t1", "alpha", "beta"].contains(&name.as_str()));
        } else if let [blocks] = &filled.blocks[..] {
            map["blocks"] = blocks.parse::<u64>().map_or_else(|_| blocks[..].into(), Value::from);
        }
        map
    }

    /// Sees to it that the settings go together.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let wrong = |setting, why: String| Err(Failure::setting(setting, why));
        let (bots, variants) = (self.bots.len(), self.variants.len());
        if self.pool.is_none() {
            return match (bots, variants) {
                (1, 0) => Ok(()),
                (1, _) => wrong("variants", "they take a pool: add --pool 2000".to_owned()),
                _ => wrong("bots", format!("without --pool one bot plays itself, not {bots}")),
            };
        }
        let CommonSettings { external, move_seconds, memory_mb, .. } = &self.common;
        let is_given = [
            self.t1 != USUAL_T1,
            self.alpha != USUAL_RATE,
            self.beta != USUAL_RATE,
            !external.is_empty(),
            move_seconds.is_some(),
            memory_mb.is_some(),
        ];
        if let Some((flag, _)) = NOT_WITH_A_POOL.into_iter().zip(is_given).find(|(_, given)| *given)
        {
            let why =
                "a pool takes only bots of this program, no limits, and tests of `sprt` by default";
            return wrong(flag, why.to_owned());
        }
        for (setting, count, most) in
            [("bots", bots, MOST_BOTS), ("variants", variants, MOST_VARIANTS)]
        {
            if !(2..=most).contains(&count) && (setting, count) != ("variants", 0) {
                return wrong(setting, format!("a pool takes 2 to {most} {setting}, not {count}"));
            }
        }
        Ok(())
    }

    /// The numbers of blocks after which a run is looked at, which rise; without a pool the one of all its blocks.
    pub(super) fn looks(&self) -> Result<Vec<u64>, Failure> {
        let (looks, range) = match self.pool {
            None => (1, FEWEST_BLOCKS..=value::MOST_BLOCKS / self.runs.unwrap_or(1)),
            Some(_) => (MOST_LOOKS, 2..=LATEST_LOOK),
        };
        let (least, most) = (range.start(), range.end());
        let wrong = |why: String| Err(Failure::setting("blocks", why));
        let mut after: Vec<u64> = Vec::new();
        for text in &self.blocks {
            let Ok(blocks) = text.parse() else {
                return wrong(format!("`{text}` is no number of blocks from {least} to {most}"));
            };
            if !range.contains(&blocks) {
                return wrong(format!("{blocks} is not in {least}..={most}"));
            }
            if let Some(last) = after.last().filter(|last| blocks <= **last) {
                return wrong(format!("{blocks} comes after {last}: they have to rise"));
            }
            after.push(blocks);
        }
        match after.len() > looks {
            true => wrong(format!("{} numbers are too many: {looks} at most", after.len())),
            false => Ok(after),
        }
    }
}
