//! What can be typed for the studies: `compare`, `sprt` and `calibrate`.

use std::path::PathBuf;

use clap::Args;

use crate::output::manifest::Written;
use crate::shard::Shard;

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  threehand compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic
  threehand compare --game three-kings --variants three-kings,three-kings:melds=all:pending=worst --bots greedy,heuristic --out runs/melds

Each bot is a rung: it sits at all three seats. A verdict on a rule needs the same direction on three rungs.";

pub(super) const SPRT_EXAMPLES: &str = "\
Examples:
  threehand sprt --game 9-2-5 --bots heuristic,greedy
  threehand sprt --game three-kings --bots greedy:epsilon=0.1,greedy:epsilon=0.2 --t1 0.2 --matches 50000

t is the mean of a block's difference of win shares in units of its standard deviation: 0.1 is a \
small step, 0.5 a large one.";

pub(super) const CALIBRATE_EXAMPLES: &str = "\
Examples:
  threehand calibrate --game 9-2-5
  threehand calibrate --game three-kings --bots greedy:epsilon=0.2 --runs 500 --matches 1000 --out runs/aa

The bot has to play at random: one that always plays the same ties every block with itself.";

/// What is played, with what chance, and how it is told: common to the studies.
#[derive(Debug, Args)]
pub struct Stage {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// Rule options that differ from the game's defaults (a list is written with dashes:
    /// contracts=9-5-2)
    #[arg(long, value_name = "KEY=VALUE,…", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// The seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// Threads; the results are the same at any number [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A cap on hands that marks a match truncated; its highest score wins
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_hands: u32,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// A comparison of rule variants as typed.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// What is played; --rules holds for every variant that does not say otherwise
    #[command(flatten)]
    pub stage: Stage,
    /// Variants: a name of `threehand list variants`, or name:key=value:key=value
    #[arg(long, value_name = "VARIANT,…", value_delimiter = ',', required = true)]
    pub variants: Vec<String>,
    /// Rungs, weakest first: each bot sits at all three seats
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', required = true)]
    pub bots: Vec<String>,
    /// Blocks: matches' cards, each played under every variant by every rung
    #[arg(long, alias = "blocks", value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    /// The folder to write; without it nothing is written
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Play only the k-th of n parts of the run, for `threehand merge`
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Write into a folder that holds another run, and replace it
    #[arg(long)]
    pub force: bool,
    /// A TOML file with these same settings, such as a run's config.toml; flags win over it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Say what the run will take and the smallest differences it can show; run and write nothing
    #[arg(long)]
    pub plan: bool,
    /// The manifest of the run that is carried on.
    #[arg(skip)]
    pub resumed: Option<Written>,
}

/// A sequential test as typed.
#[derive(Debug, Args)]
pub struct SprtArgs {
    /// What is played
    #[command(flatten)]
    pub stage: Stage,
    /// Two bots: is the first better than the second?
    #[arg(long, value_name = "SPEC,SPEC", value_delimiter = ',', required = true)]
    pub bots: Vec<String>,
    /// The cap on blocks: if the test has not ended by then, it is undecided
    #[arg(long, alias = "blocks", value_name = "N", default_value_t = 20_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    /// Not better means a t of no more than this
    #[arg(long, value_name = "T", default_value_t = 0.0, allow_negative_numbers = true)]
    pub t0: f64,
    /// Better means a t of no less than this
    #[arg(long, value_name = "T", default_value_t = 0.1, allow_negative_numbers = true)]
    pub t1: f64,
    /// How often "better" may be said of one that is not
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// How often "not better" may be said of one that is
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub beta: f64,
    /// The folder to write; without it nothing is written
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write into a folder that holds another run, and replace it
    #[arg(long)]
    pub force: bool,
    /// A TOML file with these same settings, such as a run's config.toml; flags win over it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Say what the test will take and what it can show; run and write nothing
    #[arg(long)]
    pub plan: bool,
    /// The manifest of the run that is carried on.
    #[arg(skip)]
    pub resumed: Option<Written>,
}

/// A calibration as typed.
#[derive(Debug, Args)]
pub struct CalibrateArgs {
    /// What is played
    #[command(flatten)]
    pub stage: Stage,
    /// The bot that plays itself under two names; it has to play at random
    #[arg(long, value_name = "SPEC", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<String>,
    /// Runs, each on cards of its own
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(20..))]
    pub runs: u32,
    /// Blocks a run, 500 at least
    #[arg(
        long,
        alias = "blocks",
        value_name = "N",
        default_value_t = 500,
        allow_negative_numbers = true
    )]
    pub matches: u64,
    /// What sprt takes for better: a t of no less than this; not better is a t of 0
    #[arg(long, value_name = "T", default_value_t = 0.1, allow_negative_numbers = true)]
    pub t1: f64,
    /// How often sprt may say "better"
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// How often sprt may say "not better" where t is --t1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true)]
    pub beta: f64,
    /// The folder to write; without it nothing is written
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write into a folder that holds another run, and replace it
    #[arg(long)]
    pub force: bool,
    /// A TOML file with these same settings, such as a run's config.toml; flags win over it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Say what the runs will take and what they can show; run and write nothing
    #[arg(long)]
    pub plan: bool,
}
