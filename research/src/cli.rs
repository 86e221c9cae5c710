//! What can be typed: subcommands and what they have in common.

use anyhow::anyhow;
use clap::{Args, Parser, Subcommand};
use threehand_bots::{Bots, Knowledge, Spec};

use crate::fit::{equity, kings_weights, order_weights};
use crate::lab::Failure;
use crate::measure::{counter, forecast, gain, nulls, one_against_two, puzzles, regret};
use crate::train;

/// Fits what bots weigh, and measures bots beyond what tournaments tell
#[derive(Debug, Parser)]
#[command(name = "research", version, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Threads; the figures are the same at any number [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The share of matches that one bot wins against two of another, and what its decisions cost
    #[command(after_help = one_against_two::EXAMPLES)]
    OneAgainstTwo(one_against_two::Args),
    /// What one bot gains over another on the same cards, hand by hand
    #[command(after_help = gain::EXAMPLES)]
    Gain(gain::Args),
    /// How far a bot can be exploited: what the best of a family of bots gains over it
    #[command(after_help = counter::EXAMPLES)]
    Counter(counter::Args),
    /// What bots give away by single decisions, as a far longer search sees it
    #[command(after_help = regret::EXAMPLES)]
    Regret(regret::Args),
    /// How many of the puzzles each bot finds, a table a game
    #[command(after_help = puzzles::EXAMPLES)]
    Puzzles(puzzles::Args),
    /// How well bots forecast auctions of Three-Legged Kitty: bids over passes, contracts made
    #[command(after_help = forecast::EXAMPLES)]
    Forecast(forecast::Args),
    /// What a bid of Null brings at each height in Three-Legged Kitty, where it promises most
    #[command(after_help = nulls::EXAMPLES)]
    Nulls(nulls::Args),
    /// Fits match equity: what standings say of who will win the match
    #[command(after_help = equity::EXAMPLES)]
    Equity(equity::Args),
    /// Fits what things weigh for `heuristic` at Three Kings
    #[command(after_help = kings_weights::EXAMPLES)]
    KingsWeights(kings_weights::Args),
    /// Fits what things weigh for `heuristic` at 9-2-5 to other orders of contracts, and measures its worth
    #[command(after_help = order_weights::EXAMPLES)]
    OrderWeights(order_weights::Args),
    /// Trains the network of the bot `policy`
    #[command(after_help = train::EXAMPLES)]
    Train(train::Args),
}

/// Two bots of a game, as typed.
#[derive(Debug, Args)]
pub struct Pair {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// The bot that is measured, and the one that sits in the other seats
    #[arg(long, value_name = "ONE,TWO", value_delimiter = ',', required = true)]
    pub bots: Vec<String>,
}

impl Pair {
    /// The specs of the two.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn specs<G: Knowledge>(&self, bots: &Bots<'_, G>) -> Result<[Spec; 2], Failure> {
        let specs = specs(bots, "--bots", &self.bots)?;
        specs.try_into().map_err(|specs: Vec<_>| {
            Failure::usage(anyhow!("--bots: two bots are asked for, not {}", specs.len()))
        })
    }
}

/// The specs of the texts that a flag was given.
///
/// # Errors
/// What is wrong with the first that is none.
pub fn specs<G: Knowledge>(
    bots: &Bots<'_, G>,
    flag: &str,
    texts: &[String],
) -> Result<Vec<Spec>, Failure> {
    texts.iter().map(|text| spec(bots, flag, text)).collect()
}

/// The spec of the text that a flag was given.
///
/// # Errors
/// What is wrong with it.
pub fn spec<G: Knowledge>(bots: &Bots<'_, G>, flag: &str, text: &str) -> Result<Spec, Failure> {
    bots.spec(text).map_err(|error| Failure::usage(anyhow!("{flag}: {error}")))
}
