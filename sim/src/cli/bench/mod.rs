//! `bench`: how fast the engine, the simulator and the bots are on this machine.

mod figure;
mod machine;
mod work;

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use threehand_play::Catalog;

use self::figure::{read_baseline, table};
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
    /// What `bench --json` printed before: each figure is shown as a multiple of it
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
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
    let mut measured: Vec<Measured<'_>> =
        games.iter().flat_map(|game| subjects(*game)).map(Measured::new).collect();
    let mut solves: Vec<Solves> = games.iter().flat_map(|game| Solves::of_game(*game)).collect();
    let rounds = plural(args.rounds.into(), "round");
    if !args.quiet && !args.json {
        let subjects = plural(measured.len() as u64, "subject");
        say(&format!(
            "{subjects} in turn, {rounds}, then the exact solvers: up to half a minute a game"
        ));
    }
    // All in turn, so that a machine that slows down for a while slows each a little.
    let share = SAMPLE * u32::from(args.rounds) * 2;
    for _ in 0..args.rounds {
        measured.iter_mut().for_each(|measured| measured.sample_within(share));
    }
    for _ in 0..SOLVER_ROUNDS {
        solves.iter_mut().for_each(Solves::round);
    }
    let mut figures: Vec<_> = measured.iter().map(Measured::figure).collect();
    figures.extend(solves.iter().flat_map(Solves::figures));
    if let Some(baseline) = &baseline {
        figures.iter_mut().for_each(|figure| figure.compare(baseline));
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
    let optimised = if cfg!(debug_assertions) { " (not optimised)" } else { "" };
    print(&format!(
        "threehand {}{optimised} · {machine} · on one thread, medians of {rounds}\n\n{}",
        env!("CARGO_PKG_VERSION"),
        table(&figures, baseline.is_some()),
    ))
}
