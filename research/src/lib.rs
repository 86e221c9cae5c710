//! Studies that fit what bots weigh, and that measure bots beyond what tournaments tell. Each study
//! deals cards of its own, and its figures are the same at any number of threads.

pub mod cli;
pub mod fit;
pub mod lab;
pub mod matches;
pub mod measure;
pub mod sample;
pub mod streams;
pub mod train;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use threehand_bots::{Lab, Registry};

use crate::cli::{Cli, Command};
use crate::fit::{equity, kings_weights, order_weights};
use crate::lab::{Failure, end, refuse};
use crate::measure::{counter, forecast, gain, nulls, one_against_two, puzzles, regret};

/// The command `research`, with the games and bots of this project.
pub fn research() -> ExitCode {
    run(&Lab::standard())
}

/// Does what the command line says with the games and bots of a laboratory; gives the exit code.
pub fn run(lab: &impl Registry) -> ExitCode {
    let Cli { command, threads } = match Cli::try_parse() {
        Ok(typed) => typed,
        Err(error) => return refuse(lab, &error),
    };
    if let Some(threads) = threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global().expect("nothing has started threads yet");
    }
    end(study(lab, &command, &mut std::io::stdout()))
}

/// Does one study, and writes what it finds to `out`.
///
/// # Errors
/// What was wrong with what was asked for, or what could not be written.
pub fn study(lab: &impl Registry, command: &Command, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::OneAgainstTwo(args) => one_against_two::run(lab, args, out),
        Command::Gain(args) => gain::run(lab, args, out),
        Command::Counter(args) => counter::run(lab, args, out),
        Command::Regret(args) => regret::run(lab, args, out),
        Command::Puzzles(args) => puzzles::run(lab, args, out),
        Command::Forecast(args) => forecast::run(lab, args, out),
        Command::Nulls(args) => nulls::run(lab, args, out),
        Command::Equity(args) => equity::run(lab, args, out),
        Command::KingsWeights(args) => kings_weights::run(lab, args, out),
        Command::OrderWeights(args) => order_weights::run(args, out),
        Command::Train(args) => train::run(args, out),
    }
}
