//! Programs that fit what bots weigh, and that measure bots beyond what tournaments tell. Each study
//! deals cards of its own, and its figures are the same at any number of threads.

pub mod cli;
pub mod equity;
pub mod forecast;
pub mod gain;
pub mod kings_weights;
pub mod matches;
pub mod one_against_two;
pub mod puzzles;
pub mod regret;
pub mod sample;
pub mod sources;
pub mod streams;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use threehand_bots::Registry;
use threehand_sim::failure::{Failure, is_broken_pipe, refusal};

use crate::cli::{Cli, Command};

/// Does what the command line says with the games and bots of a laboratory; gives the exit code.
pub fn run(lab: &impl Registry) -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => study(lab, &cli, &mut std::io::stdout()),
        Err(error) => match refusal(&error) {
            Some(refusal) => Err(Failure::Usage(refusal)),
            None => error.print().map_err(Failure::from),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(failure) => failure.end(),
    }
}

/// Does one study, and writes what it finds to `out`.
///
/// # Errors
/// What was wrong with what was asked for, or what could not be written.
pub fn study(lab: &impl Registry, cli: &Cli, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(threads) = cli.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global()?;
    }
    match &cli.command {
        Command::OneAgainstTwo(args) => one_against_two::run(lab, args, out),
        Command::Gain(args) => gain::run(lab, args, out),
        Command::Regret(args) => regret::run(lab, args, out),
        Command::Puzzles(args) => puzzles::run(lab, args, out),
        Command::Forecast(args) => forecast::run(lab, args, out),
        Command::Equity(args) => equity::run(lab, args, out),
        Command::KingsWeights(args) => kings_weights::run(lab, args, out),
    }
}
