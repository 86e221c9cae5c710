//! Fits networks: to what a bot does, and then by play of the network with itself.

mod critic;
mod floats;
mod imitation;
mod past;
mod play;
mod reinforcement;
mod samples;
mod step;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use threehand_bots::learned::{Inputs, Learned, Network};
use threehand_bots::{Lab, Registry};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{Game, Hand as _, Seat};

use crate::cli::spec;
use crate::lab::{Failure, name_of, target, write_whole};
use crate::matches::deal;
use crate::streams::Purpose;
use floats::Floats;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research train --game 9-2-5 --teacher champion:budget=1ms --hands 20000 --out 9-2-5.network
  research train --game 9-2-5 --from 9-2-5.network --rounds 500 --out 9-2-5.network

With a teacher the network learns to do what the teacher does. Without one it plays with itself, round after \
round, and learns what brought more than it had expected. The file is written every 50 rounds. What it wins \
against two `heuristic` is on standard error; matches of the trial have cards of their own. There too: how often \
the network foretells the teacher, and its loss (the mean of −ln of the chance of what the teacher did); how \
open its choices are (their mean entropy, ln n for n equal ones); and the spread of gains (their standard \
deviation, in eighths of a match).";

/// A training, as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    game: String,
    /// The network to begin with [default: one that knows nothing]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where the network is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The bot to learn from
    #[arg(long, value_name = "BOT")]
    teacher: Option<String>,
    /// The bots that it plays with beside itself, in half of the hands, without a teacher
    #[arg(
        long,
        value_name = "BOTS",
        value_delimiter = ',',
        default_value = "heuristic",
        conflicts_with = "teacher"
    )]
    against: Vec<String>,
    /// Networks that it plays with as well, all together as often as with the bots of --against
    #[arg(long, value_name = "FILES", value_delimiter = ',', conflicts_with = "teacher")]
    past: Vec<PathBuf>,
    /// The network is added to those of --past every so many rounds, as it is then; 0: never
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "teacher")]
    remember: u64,
    /// Hands of the teacher, or hands a round
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    hands: u64,
    /// Times that the network goes through the teacher's hands
    #[arg(long, value_name = "N", default_value_t = 6, requires = "teacher", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    epochs: u64,
    /// Rounds of play with itself, without a teacher; in the first four the network still stays as it is
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "teacher", value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    rounds: u64,
    /// The number of the first round, or of the teacher's first match: other numbers, other cards
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 40))]
    first: u64,
    /// How far a step goes, above 0 to 1
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = part)]
    rate: f32,
    /// Decisions a step
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..1 << 24))]
    batch: u32,
    /// What a choice is worth that leaves more open, in play with itself, above 0 to 1
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.006, conflicts_with = "teacher", value_parser = part)]
    entropy: f32,
    /// Blocks of the trial against two `heuristic`
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1 << 24))]
    blocks: u64,
}

/// Reads a number above 0 and at most 1.
fn part(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| 0.0 < *number && *number <= 1.0);
    number.ok_or_else(|| "above 0, and at most 1".to_owned())
}

/// Trains a network.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match name_of(&Lab::standard(), &args.game)? {
        NineTwoFive::NAME => train::<NineTwoFive>(args, out),
        ThreeLeggedKitty::NAME => train::<ThreeLeggedKitty>(args, out),
        ThreeKings::NAME => train::<ThreeKings>(args, out),
        other => Err(Failure::usage(anyhow!(
            "--game: no network learns `{other}`: 9-2-5, three-legged-kitty or three-kings"
        ))),
    }
}

/// Trains a network for `G`, which may be a game of one's own.
///
/// # Errors
/// What is wrong with what was asked for, or with a file.
pub fn train<G: Learned>(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let place = args.out.parent().filter(|place| !place.as_os_str().is_empty());
    if target(&args.out).is_err() || place.is_some_and(|place| !place.is_dir()) {
        return Err(Failure::usage(anyhow!(
            "--out {}: no file can be written there",
            args.out.display()
        )));
    }
    let lab = Lab::standard();
    let bots = lab.bots::<G>();
    let floats = match &args.from {
        None => Floats::new(inputs::<G>(), G::LABELS, args.first),
        Some(path) => Floats::of(&read::<G>("--from", path)?),
    };
    match &args.teacher {
        Some(teacher) => {
            imitation::imitate::<G>(floats, args, &spec(&bots, "--teacher", teacher)?, &bots, out)
        }
        None => {
            let others = args.against.iter().map(|bot| {
                let spec = spec(&bots, "--against", bot)?;
                Ok(bots.maker(&spec))
            });
            let others = others.collect::<Result<Vec<_>, Failure>>()?;
            let past = args.past.iter().map(|path| read::<G>("--past", path));
            let past = past.collect::<Result<Vec<_>, Failure>>()?;
            reinforcement::reinforce::<G>(floats, args, &others, past, out)
        }
    }
}

/// Reads the network of a file that a flag names.
fn read<G: Learned>(flag: &str, path: &Path) -> Result<Network, Failure> {
    let place = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{flag} {place}"))?;
    let network = Network::read::<G>(&bytes)
        .map_err(|error| Failure::usage(anyhow!("{flag} {place}: {error}")))?;
    if network.layout().inputs != inputs::<G>() {
        let why = "it has other inputs than the game now has";
        return Err(Failure::usage(anyhow!("{flag} {place}: {why}")));
    }
    Ok(network)
}

/// How many inputs a view of `G` has.
fn inputs<G: Learned>() -> usize {
    let rules = G::default();
    let standing = rules.first_standing(Seat::P0);
    let hand = deal(&rules, &standing, Purpose::TrainDecks.deck(0, 0));
    let turn = hand.turn().expect("a hand begins with a decision");
    let mut inputs = Inputs::new();
    G::sense(&hand.view(turn), &mut inputs);
    inputs.count()
}

/// Writes the network as it is now.
fn save<G: Learned>(floats: &Floats, args: &Args, made: &str) -> Result<(), Failure> {
    if floats.all.iter().any(|weight| !weight.is_finite()) {
        return Err(anyhow!(
            "the weights have gone beyond all numbers: a smaller --rate keeps them"
        )
        .into());
    }
    let bytes = floats.file::<G>(made);
    write_whole(&args.out, &bytes).with_context(|| format!("--out {}", args.out.display()))?;
    Ok(())
}
