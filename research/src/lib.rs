//! Studies that tournaments cannot make: one bot against two, single hands, and the training of networks.
//!
//! Each study deals its own cards. Its figures are the same at any number of threads.
//!
//! The programs that fitted the weights of `heuristic` and of match equity are finished: commit 523d0a7 has
//! them as `research equity`, `kings-weights`, `order-weights` and `gain`, and what the ladder measured of single
//! decisions and of auctions as `research regret` and `forecast`; commit 311de04 has `nulls`.

pub mod exploit;
pub mod matches;
pub mod measure;
pub mod sample;
pub mod streams;
pub mod train;

use anyhow::anyhow;
use clap::{Parser, Subcommand};
use threehand_bots::{Bots, Games, Knowledge, Lab, Spec, Visitor};
use threehand_engine::games::Family;
use threehand_play::{Catalog, DynGame};
use threehand_sim::play::named::game_named;
use threehand_sim::terminal::failure::Failure;

use crate::measure::{counter, one_against_two, puzzles};

/// Measures bots in ways that tournaments cannot, and trains the networks of `policy`
#[derive(Debug, Parser)]
#[command(name = "research", version, max_term_width = 100)]
pub struct Cli {
    /// The study.
    #[command(subcommand)]
    pub command: Command,
    /// Threads; the figures are the same at any number [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Share of matches that one bot wins against two of another, and the time of its decisions
    #[command(after_help = one_against_two::EXAMPLES)]
    OneAgainstTwo(one_against_two::Args),
    /// How much the best of a family of bots gains over a bot, from single hands
    #[command(after_help = counter::EXAMPLES)]
    Counter(counter::Args),
    /// Number of puzzles that each bot solves, a table a game
    #[command(after_help = puzzles::EXAMPLES)]
    Puzzles(puzzles::Args),
    /// How far bots are from the best play against them, exactly, in a small game from a file
    #[command(after_help = exploit::EXAMPLES)]
    Exploit(exploit::Args),
    /// Trains the network of the bot `policy`
    #[command(after_help = train::EXAMPLES)]
    Train(train::Args),
}

/// Does one study; the text of its figures.
///
/// # Errors
/// A wrong setting, or a file that cannot be written.
pub fn study(lab: &Lab<impl Games>, command: &Command) -> Result<String, Failure> {
    match command {
        Command::OneAgainstTwo(args) => in_game(lab, &args.game, args)?,
        Command::Counter(args) => in_game(lab, &args.game, args)?,
        Command::Puzzles(args) => match &args.game {
            Some(game) => in_game(lab, game, args)?,
            None => lab.each_game(args).into_iter().collect(),
        },
        Command::Exploit(args) => exploit::run(lab, args),
        Command::Train(args) => train::run(args),
    }
}

/// Does a study in the game of this name or file.
fn in_game<S: Visitor>(lab: &Lab<impl Games>, name: &str, study: S) -> Result<S::Output, Failure> {
    let catalog = Catalog::of(lab);
    let game = game_named(&catalog, name)?;
    if let Some(family) = family(game) {
        return Ok(study.visit(&lab.bots::<Family>().in_game(family)));
    }
    Ok(lab.with_game(game.name(), study).expect("the lab has its games"))
}

/// The game of a file as a type.
fn family(game: &dyn DynGame) -> Option<Family> {
    game.file_text().map(|text| Family::read(text).expect("it was read before"))
}

/// The bots that a flag names.
fn specs<G: Knowledge>(bots: &Bots<G>, flag: &str, texts: &[String]) -> Result<Vec<Spec>, Failure> {
    let spec =
        |text: &String| bots.spec(text).map_err(|error| Failure::usage(anyhow!("{flag}: {error}")));
    texts.iter().map(spec).collect()
}
