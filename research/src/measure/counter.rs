//! How far a bot can be exploited: what the best of a family of bots gains over it that was found by halving.
//!
//! All bots of the family play single hands against the bot. The better half of them play twice as many, and so on until
//! one is left (K. Jamieson and A. Talwalkar, *Non-stochastic best arm identification and hyperparameter optimization*,
//! 2016, call it successive halving). The one that is left was chosen for its luck too, so it then plays hands that
//! nothing was chosen by.

use std::io::Write;

use threehand_bots::{Bots, Knowledge, Registry, Spec, Visitor};

use crate::cli::{spec, specs};
use crate::lab::{Failure, with_named_game};
use crate::measure::gain::line;
use crate::measure::single_hands::Sample;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research counter --game 9-2-5 --bot policy --among heuristic,mc,pimc:worlds=16 --hands 100
  research counter --game three-kings --bot champion --among policy,pimc,champion:budget=20ms

Each round has a line a bot, best first; the last line is of the bot that was found, on other cards. \
Gains are those of `research gain`.";

/// A search for a counter as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    game: String,
    /// The bot that is to be exploited
    #[arg(long, value_name = "BOT")]
    bot: String,
    /// The bots to find the best one among
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', required = true)]
    among: Vec<String>,
    /// Hands of the first round; each later one has twice as many, and so have the hands that tell
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1 << 20))]
    hands: u64,
    /// The number of the first match
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 60))]
    first: u64,
}

/// Finds the best, and writes the lines of all rounds.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_named_game(lab, &args.game, Counter { args, out })?
}

struct Counter<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Counter<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let other = spec(bots, "--bot", &self.args.bot)?;
        let mut left = specs(bots, "--among", &self.args.among)?;
        let (mut hands, mut first) = (self.args.hands, self.args.first);
        loop {
            let sample = Sample::taken(bots, (&left, &other), (hands, first), |_| ())?;
            let mut order: Vec<usize> = (0..left.len()).collect();
            order.sort_by(|a, b| sample.gain(*b).value.total_cmp(&sample.gain(*a).value));
            for bot in &order {
                writeln!(self.out, "{}", line::<G>((&left[*bot], &other), (&sample, *bot)))?;
            }
            if left.len() == 1 {
                return Ok(());
            }
            writeln!(self.out)?;
            left = better_half(&left, &order);
            (hands, first) = (2 * hands, first + sample.matches());
        }
    }
}

/// The better half of bots, the middle one with them, in this order.
fn better_half(bots: &[Spec], order: &[usize]) -> Vec<Spec> {
    order[..bots.len().div_ceil(2)].iter().map(|bot| bots[*bot].clone()).collect()
}
