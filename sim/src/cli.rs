//! What can be typed: subcommands and flags, with their help.

mod studies;

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::output::manifest::Written;
use crate::schedule::Format;
use crate::shard::Shard;

pub use studies::{CalibrateArgs, CompareArgs, SprtArgs, Stage};

/// The laboratory for three-player card games: which bot plays better, and by how much.
#[derive(Debug, Parser)]
#[command(name = "threehand", version, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bots against each other, every line-up on the same cards
    #[command(after_help = TOURNAMENT_EXAMPLES)]
    Tournament(Box<TournamentArgs>),
    /// Carries on an interrupted run, to the same bytes as an uninterrupted one
    #[command(after_help = RESUME_EXAMPLES)]
    Resume(ResumeArgs),
    /// Puts the shards of a run together, to the folder that the whole run would have written
    #[command(after_help = MERGE_EXAMPLES)]
    Merge(MergeArgs),
    /// Rule variants against each other: same cards, same bots
    #[command(after_help = studies::COMPARE_EXAMPLES)]
    Compare(Box<CompareArgs>),
    /// Is the first bot better than the second, in as few blocks as it takes
    #[command(after_help = studies::SPRT_EXAMPLES)]
    Sprt(Box<SprtArgs>),
    /// Do the intervals and tests keep their promises: a bot against itself, many times
    #[command(after_help = studies::CALIBRATE_EXAMPLES)]
    Calibrate(CalibrateArgs),
    /// The games with their rule options, the named variants, the bots with their parameters
    #[command(after_help = LIST_EXAMPLES)]
    List(ListArgs),
    /// Replays a records file from the rules alone and says where it departs from them
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Recorded hands, trick by trick, as a person reads them
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// How fast the engine, the simulator and the bots are on this machine
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(BenchArgs),
    /// The exact result of a position with all hands open, and of every card
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveArgs),
}

const TOURNAMENT_EXAMPLES: &str = "\
Examples:
  threehand tournament --game 9-2-5 --bots heuristic,greedy,random
  threehand tournament --game 9-2-5 --bots heuristic,greedy --matches 10000 --out runs/a --records all
  threehand tournament --game 9-2-5 --rules contracts=9-5-2,bleed_cap=free --bots greedy,greedy:epsilon=0.1
  threehand tournament --config runs/a/config.toml --seed 2 --out runs/b
  threehand tournament --game 9-2-5 --bots heuristic,greedy --shard 1/4 --out runs/part1

Three bots sit in all six orders; any other number plays each two of them as ABB BAB BBA BAA ABA AAB.";

const RESUME_EXAMPLES: &str = "\
Examples:
  threehand resume runs/a
  threehand resume runs/a --threads 2";

const MERGE_EXAMPLES: &str = "\
Examples:
  threehand merge runs/part1 runs/part2 runs/part3 runs/part4 --out runs/a";

const LIST_EXAMPLES: &str = "\
Examples:
  threehand list
  threehand list bots";

const VERIFY_EXAMPLES: &str = "\
Examples:
  threehand verify runs/a/records.jsonl
  threehand verify runs/a";

const REPLAY_EXAMPLES: &str = "\
Examples:
  threehand replay runs/a --match 17 --lineup 2 --hand 3
  threehand replay runs/a/records.jsonl --match 17 | less -R";

const BENCH_EXAMPLES: &str = "\
Examples:
  threehand bench
  threehand bench --game three-kings
  threehand bench --json > figures.json

All on one thread. A playout plays a hand at random as search does; play is the same through the
checked rules with their history; hand and match are random bots through the whole simulator.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  threehand solve --game 9-2-5 AQ.2.. K3.A.. 54..3. trump=NT lead=0
  threehand solve --game three-legged-kitty AQ4.2.. K3.A.. 5.T3.9. contract=5S cat=0 lead=1 trick=2D
  threehand solve --game three-kings KQ.A.. J9.8.. T.92.. lead=1 prediction=0:last
  threehand solve --game 9-2-5 --file positions.txt --json

A hand is its spades, hearts, diamonds and clubs, apart by dots; of three hands the first is that of
seat 0. trick=KS,3S says what lies on the table, lead=1 who leads or has led to it; unsaid, seat 0 does,
in Three-Legged Kitty the Cat. 9-2-5 needs trump=C|D|H|S|NT, Three-Legged Kitty contract=5NT and cat=0.
Three Kings is in phase 2, after the predictions; there trick=KSKHKC is a meld.

In Three-Legged Kitty the Cat plays against the two others, and the value is the tricks that he gets.
In the other games each seat plays for its own tricks or points, and where that leaves a choice for
those of its left; the value is what each gets from here on.";

/// A tournament as typed.
#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// Rule options that differ from the game's defaults (a list is written with dashes:
    /// contracts=9-5-2)
    #[arg(long, value_name = "KEY=VALUE,…", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Bots: a name, or name:key=value:key=value; the same may come twice
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', required = true)]
    pub bots: Vec<String>,
    /// How line-ups are made [default: triples for three bots, else pairs]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Blocks: matches' cards, each played under every line-up
    #[arg(long, alias = "blocks", value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    /// The seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// Threads; the results are the same at any number [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A cap on hands that marks a match truncated; its highest score wins
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_hands: u32,
    /// The folder to write; without it nothing is written
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Matches that go to hands.csv: all, none or every=N
    #[arg(long, value_name = "WHICH", default_value = "all")]
    pub hands: Which,
    /// Matches that go to records.jsonl: all, none or every=N
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub records: Which,
    /// Write hands.csv and records.jsonl compressed, as zstd
    #[arg(long)]
    pub compress: bool,
    /// Play only the k-th of n parts of the run, for `threehand merge`
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Write into a folder that holds another run, and replace it
    #[arg(long)]
    pub force: bool,
    /// A TOML file with these same settings, such as a run's config.toml; flags win over it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Say what the run will take and the smallest difference it can show; run and write nothing
    #[arg(long)]
    pub plan: bool,
    /// Stop at the first bot that fails, instead of recording a forfeit and going on
    #[arg(long)]
    pub strict: bool,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages
    #[arg(long, short)]
    pub quiet: bool,
    /// The manifest of the run that is carried on.
    #[arg(skip)]
    pub resumed: Option<Written>,
}

/// A resumption as typed.
#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The folder of the run
    pub dir: PathBuf,
    /// Threads; the results are the same at any number [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// A merger as typed.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of all shards of a run, in any order
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// The folder to write
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Write into a folder that holds another run, and replace it
    #[arg(long)]
    pub force: bool,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// A list as typed.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// What to list [default: everything]
    #[arg(value_enum)]
    pub what: Option<Listed>,
    /// Print it as one JSON object on one line
    #[arg(long)]
    pub json: bool,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// Games with their rule options.
    Games,
    /// Bots with their parameters.
    Bots,
    /// Named variants.
    Variants,
}

/// A verification as typed.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// A records file (.jsonl or .jsonl.zst), or the folder of a run that has one
    pub file: PathBuf,
    /// Print the result as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// Say nothing if all is right
    #[arg(long, short)]
    pub quiet: bool,
}

/// A replay as typed.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A records file (.jsonl or .jsonl.zst), or the folder of a run that has one
    pub file: PathBuf,
    /// Only this match
    #[arg(long = "match", value_name = "M")]
    pub match_number: Option<u64>,
    /// Only this line-up
    #[arg(long, value_name = "L")]
    pub lineup: Option<usize>,
    /// Only this hand
    #[arg(long, value_name = "H")]
    pub hand: Option<usize>,
}

/// Benchmarks as typed.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Only this game: see `threehand list games` [default: all]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Rounds, each of 20 ms or a little more for every subject; figures are medians over them
    #[arg(long, value_name = "N", default_value_t = 21, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,
    /// Print the figures as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Positions as typed.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The hands of seats 0, 1 and 2 and what else there is: see below
    #[arg(value_name = "POSITION", required_unless_present = "file", conflicts_with = "file")]
    pub position: Vec<String>,
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// A file with a position a line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Print one JSON object on one line for each position
    #[arg(long)]
    pub json: bool,
    /// No messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Which matches something is written of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Every match.
    All,
    /// No match.
    None,
    /// Match 0 and every `N`-th after it.
    Every(u64),
}

impl Which {
    /// Whether this match is among them.
    pub const fn contains(self, match_number: u64) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Every(n) => match_number.is_multiple_of(n),
        }
    }
}

impl Which {
    /// How many of these matches are among them.
    pub const fn count(self, matches: &std::ops::Range<u64>) -> u64 {
        match self {
            Self::All => matches.end - matches.start,
            Self::None => 0,
            Self::Every(n) => matches.end.div_ceil(n) - matches.start.div_ceil(n),
        }
    }
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let every = || text.strip_prefix("every=")?.parse().ok().filter(|&n| n > 0);
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            _ => every().map(Self::Every).ok_or_else(|| "it is all, none or every=N".to_owned()),
        }
    }
}

impl std::fmt::Display for Which {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::None => f.write_str("none"),
            Self::Every(n) => write!(f, "every={n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_counted_as_they_are_chosen() {
        for which in [Which::All, Which::None, Which::Every(1), Which::Every(7), Which::Every(90)] {
            for range in [0..1, 0..100, 3..21, 7..8, 8..14, 14..14] {
                let chosen = range.clone().filter(|&number| which.contains(number)).count();
                assert_eq!(which.count(&range), chosen as u64, "{which} of {range:?}");
            }
        }
    }
}
