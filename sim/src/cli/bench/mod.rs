//! `bench`: how fast the engine, the simulator and the bots are on this machine.

mod against;
mod figure;
mod machine;
mod work;

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use threehand_play::{Catalog, DynGame};

use self::against::against;
use self::figure::{Figure, read_baseline, table};
use self::machine::Machine;
use self::work::{Measured, SAMPLE, SOLVER_ROUNDS, Solves, subjects};
use crate::play::named::games;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_json, say};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand bench
  threehand bench --game three-kings
  threehand bench --json > figures.json
  threehand bench --baseline figures.json
  threehand bench --game 9-2-5 --against /usr/local/bin/threehand

All on one thread. A playout plays a hand at random as search does; hand and match are random bots \
through the whole simulator.";

/// Benchmarks as typed.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Only this game: see `threehand list games` [default: all]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Rounds, each of 20 ms or a little more for every subject; figures are medians over them
    #[arg(long, value_name = "N", default_value_t = 21, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,
    /// What `bench --json` printed before: each figure is shown as a multiple of it, without an error, as the machine may
    /// have been faster then
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Another threehand, such as an older one: both are timed in turn, and each figure is a multiple of its time in the
    /// same round, with a 95 % interval
    #[arg(long, value_name = "PROGRAM", conflicts_with = "baseline")]
    pub against: Option<PathBuf>,
    /// Print the figures as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Times every piece of work of the games that were asked for and prints a table.
pub fn run(catalog: &Catalog<'_>, args: &BenchArgs) -> Result<(), Failure> {
    let baseline = args.baseline.as_deref().map(read_baseline).transpose()?;
    let games = games(catalog, args.game.as_deref())?;
    let rounds = plural(args.rounds.into(), "round");
    let tell = |what: &str| {
        if !args.quiet && !args.json {
            say(what);
        }
    };
    let mut figures = match &args.against {
        Some(other) => {
            tell(&format!("both programs in turn, {rounds}: some ten seconds a round and game"));
            against(other, args.game.as_deref(), args.rounds)?
        }
        None => measured(&games, args.rounds, &tell),
    };
    if let Some(baseline) = &baseline {
        figures = figures.into_iter().map(|figure| figure.against_baseline(baseline)).collect();
    }
    let machine = Machine::this();
    if args.json {
        return print_json(&json!({
            "version": env!("CARGO_PKG_VERSION"),
            "optimised": !cfg!(debug_assertions),
            "cpu": machine.cpu,
            "cores": machine.cores,
            "threads": machine.threads,
            "rounds": args.rounds,
            "results": figures,
        }));
    }
    figures.sort_by_key(|figure| games.iter().position(|game| game.name() == figure.game));
    let ratios = if args.against.is_some() {
        Some("times the other (95 %)")
    } else {
        baseline.map(|_| "times the baseline (of another time)")
    };
    let optimised = if cfg!(debug_assertions) { " (not optimised)" } else { "" };
    print(&format!(
        "threehand {}{optimised} · {machine} · on one thread, medians of {rounds}\n\n{}",
        env!("CARGO_PKG_VERSION"),
        table(&figures, ratios),
    ))
}

/// The figures of all games, measured in this process.
fn measured(games: &[&dyn DynGame], rounds: u16, tell: &dyn Fn(&str)) -> Vec<Figure> {
    let mut measured: Vec<Measured<'_>> =
        games.iter().flat_map(|game| subjects(*game)).map(Measured::new).collect();
    let mut solves: Vec<Solves> = games.iter().flat_map(|game| Solves::of_game(*game)).collect();
    let (subjects, turns) =
        (plural(measured.len() as u64, "subject"), plural(rounds.into(), "round"));
    tell(&format!(
        "{subjects} in turn, {turns}, then the exact solvers: up to half a minute a game"
    ));
    // All in turn, so that a machine that slows down for a while slows each a little.
    let share = SAMPLE * u32::from(rounds) * 2;
    for _ in 0..rounds {
        measured.iter_mut().for_each(|measured| measured.sample_within(share));
    }
    for _ in 0..SOLVER_ROUNDS.min(rounds.into()) {
        solves.iter_mut().for_each(Solves::round);
    }
    let mut figures: Vec<_> = measured.iter().map(Measured::figure).collect();
    figures.extend(solves.iter().flat_map(Solves::figures));
    figures
}
