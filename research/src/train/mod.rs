//! Trains networks: first by what a bot does, then by play of the network with itself.

mod critic;
mod floats;
mod imitation;
mod past;
mod play;
mod reinforcement;
mod state;
mod step;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use threehand_bots::learned::{Learned, Network, inputs};
use threehand_bots::{Lab, Maker};
use threehand_engine::Game;
use threehand_engine::games::{Family, NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_play::Catalog;
use threehand_sim::io::atomic_write::{folder_of, target, write_whole};
use threehand_sim::play::named::game_named;
use threehand_sim::terminal::failure::Failure;

use crate::{family, specs};
use floats::Floats;

/// Passes over the decisions of a round.
const PASSES: usize = 2;

/// The end of its help.
pub const EXAMPLES: &str = "\
Examples:
  research train --game 9-2-5 --teacher champion:budget=1ms --hands 20000 --out 9-2-5.network
  research train --game 9-2-5 --from 9-2-5.network --rounds 500 --out 9-2-5.network
  research train --game my-game.toml --teacher heuristic --hands 20000 --out my-game.network
  research train --game my-game.toml --from 9-2-5.network --rounds 250 --batch 4096 --rate 0.0002 \
    --entropy 0.002 --out my-game.network
  research train --game 9-2-5 --exploit heuristic --from 9-2-5.network --out against-heuristic.network

With a teacher the network learns to do what the teacher does or, where that compares its choices, to do more often what \
is worth more. Without one it plays rounds with itself, and \
learns what brought more than it had expected. With --exploit it plays in each seat against two of one bot \
alone, by the rules as they are: what it wins beyond a third is the least that the best play against that bot \
gains. The file is written after each epoch, or every 50 rounds. Standard error then has the share of matches \
that the network wins against two of that bot, or else of `heuristic`, on other cards. \
With a teacher also: how often the network predicts its choice, and the loss (the cross-entropy of what the network \
should do). Without: the mean entropy of its choices (ln n for n equal ones), and \
the spread of gains (their standard deviation, in eighths of a match).";

/// A training, as typed.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The game, by its name (see `threehand list games`) or by its file
    #[arg(long, value_name = "NAME|FILE")]
    game: String,
    /// The network to begin with; for a game of a file it may be one of 9-2-5 [default: an untrained one]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The file of the trained network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The bot to learn from
    #[arg(long, value_name = "BOT")]
    teacher: Option<String>,
    /// The bots that play some seats in half of the hands, without a teacher
    #[arg(
        long,
        value_name = "BOTS",
        value_delimiter = ',',
        default_value = "heuristic",
        conflicts_with = "teacher"
    )]
    against: Vec<String>,
    /// The bots to learn to beat: one of them, in another hand another, is in both other seats
    #[arg(long, value_name = "BOTS", value_delimiter = ',', conflicts_with_all = ["teacher", "against", "past", "remember"])]
    exploit: Vec<String>,
    /// Networks that play some seats as well, all together as often as the bots of --against
    #[arg(long, value_name = "FILES", value_delimiter = ',', conflicts_with = "teacher")]
    past: Vec<PathBuf>,
    /// Adds the network to those of --past every N rounds; 0: never
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "teacher")]
    remember: u64,
    /// Hands of the teacher, or hands a round
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    hands: u64,
    /// Passes over the teacher's hands
    #[arg(long, value_name = "N", default_value_t = 6, requires = "teacher", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    epochs: u64,
    /// Rounds of play with itself, without a teacher; the network does not change in the first four
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "teacher", value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    rounds: u64,
    /// What the training goes on from: read if it is there, written every 50 rounds
    #[arg(long, value_name = "FILE", conflicts_with = "teacher")]
    state: Option<PathBuf>,
    /// The number of the first round, or of the teacher's first match: other numbers, other cards
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 40))]
    first: u64,
    /// The length of a step, above 0 to 1
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = part)]
    rate: f32,
    /// Decisions a step
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..1 << 24))]
    batch: u32,
    /// The weight of entropy in play with itself, above 0 to 1
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.006, conflicts_with = "teacher", value_parser = part)]
    entropy: f32,
    /// Rounds between two trials.
    #[arg(skip = 50_u64)]
    interval: u64,
    /// Blocks of the trial against two `heuristic`, or two of the first bot of --exploit
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1 << 24))]
    blocks: u64,
}

fn part(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| 0.0 < *number && *number <= 1.0);
    number.ok_or_else(|| "above 0, and at most 1".to_owned())
}

/// Trains the network of a game of this project, or of a file.
pub fn run(args: &Args) -> Result<String, Failure> {
    let lab = Lab::standard();
    let catalog = Catalog::of(&lab);
    let game = game_named(&catalog, &args.game)?;
    if let Some(family) = family(game) {
        return train(family, args);
    }
    match game.name() {
        NineTwoFive::NAME => train(NineTwoFive::default(), args),
        ThreeLeggedKitty::NAME => train(ThreeLeggedKitty::default(), args),
        ThreeKings::NAME => train(ThreeKings::default(), args),
        other => Err(Failure::usage(anyhow!("--game: no network learns `{other}`"))),
    }
}

/// Trains a network for a game, which may be of another crate.
///
/// # Errors
/// A wrong setting, or a file that cannot be read or written.
pub fn train<G: Learned>(game: G, args: &Args) -> Result<String, Failure> {
    if target(&args.out).is_err() || !folder_of(&args.out).is_dir() {
        let out = args.out.display();
        return Err(Failure::usage(anyhow!("--out {out}: no file can be written there")));
    }
    let lab = Lab::standard();
    let bots = &lab.bots::<G>().in_game(game);
    let floats = match &args.from {
        None => Floats::new(inputs::<G>(), G::LABELS, args.first),
        Some(path) => begun::<G>(path)?,
    };
    let heuristic: Maker<'_, G> =
        Box::new(|| Box::new(G::heuristic().expect("the game has a `heuristic`")));
    if let Some(teacher) = &args.teacher {
        let teacher = &specs(bots, "--teacher", std::slice::from_ref(teacher))?[0];
        return imitation::imitate(game, floats, args, teacher, &bots.maker(teacher), &heuristic);
    }
    let (flag, others) = match &*args.exploit {
        [] => ("--against", &args.against),
        _ => ("--exploit", &args.exploit),
    };
    let others = specs(bots, flag, others)?;
    let others: Vec<_> = others.iter().map(|spec| bots.maker(spec)).collect();
    let past = args.past.iter().map(|path| read::<G>("--past", path));
    let past = past.collect::<Result<Vec<_>, Failure>>()?;
    let tried = if args.exploit.is_empty() { &heuristic } else { &others[0] };
    reinforcement::reinforce(game, floats, args, &others, &past, tried)
}

/// The network to begin with. What networks of 9-2-5 sense and say comes first in those of games from files, so that
/// one of them can begin such a network.
fn begun<G: Learned>(path: &Path) -> Result<Floats, Failure> {
    let own = read::<G>("--from", path);
    let other = own.is_err() && G::NAME == Family::NAME;
    match other.then(|| read::<NineTwoFive>("--from", path)).and_then(Result::ok) {
        Some(network) => Ok(Floats::of(&network).with_more(inputs::<G>(), G::LABELS)),
        None => Ok(Floats::of(&own?)),
    }
}

/// Reads the network of a file that a flag names.
fn read<G: Learned>(flag: &str, path: &Path) -> Result<Network, Failure> {
    let place = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{flag} {place}"))?;
    Network::read_whole::<G>(&bytes)
        .map_err(|error| Failure::usage(anyhow!("{flag} {place}: {error}")))
}

/// Writes the network as it is now.
fn save<G: Learned>(game: &G, floats: &Floats, args: &Args, made: &str) -> Result<(), Failure> {
    if floats.all.iter().any(|weight| !weight.is_finite()) {
        return Err(anyhow!("the weights are beyond all numbers: try a smaller --rate").into());
    }
    let for_file = Some(game.name()).filter(|name| *name != G::NAME);
    let of = for_file.map_or_else(String::new, |name| format!("for {name}, "));
    let bytes = floats.file::<G>(&(of + made));
    write_whole(&args.out, &bytes).with_context(|| format!("--out {}", args.out.display()))?;
    Ok(())
}
