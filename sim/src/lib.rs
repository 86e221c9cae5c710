//! The simulator behind the command `threehand`: seeds, schedule, the table where matches are
//! played, statistics over blocks, and the files of a run. It knows no rule of any game.

pub mod calibration;
pub mod cli;
pub mod commands;
pub mod conveyor;
pub mod duel;
pub mod failure;
pub mod machine;
pub mod output;
pub mod players;
pub mod progress;
pub mod runner;
pub mod schedule;
pub mod seeds;
pub mod settings;
pub mod shard;
pub mod solves;
pub mod stats;
pub mod study;
pub mod subjects;
pub mod table;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use threehand_bots::Registry;

use crate::cli::{Cli, Command};
use crate::failure::{Failure, is_broken_pipe, say};
use crate::settings::Config;

/// Does what the command line says with the games and bots of a laboratory; gives the exit code.
///
/// A program of one's own with another game or bot is this one line:
///
/// ```no_run
/// # use std::process::ExitCode;
/// fn main() -> ExitCode {
///     threehand_sim::run(&threehand_bots::Lab::standard())
/// }
/// ```
pub fn run(lab: &impl Registry) -> ExitCode {
    let (words, config) = match settings::expand(std::env::args_os().collect()) {
        Ok(expanded) => expanded,
        Err(failure) => return end(&failure),
    };
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, config.as_ref()),
    };
    let done = match cli.command {
        Command::Tournament(args) => commands::tournament::run(lab, &args),
        Command::Resume(args) => commands::resume::run(lab, &args),
        Command::Merge(args) => commands::merge::run(lab, &args),
        Command::Compare(args) => commands::compare::run(lab, &args),
        Command::Sprt(args) => commands::sprt::run(lab, &args),
        Command::Calibrate(args) => commands::calibrate::run(lab, &args),
        Command::List(args) => commands::list::run(lab, &args),
        Command::Verify(args) => commands::verify::run(lab, &args),
        Command::Bench(args) => commands::bench::run(lab, &args),
        Command::Replay(args) => commands::replay::run(lab, &args),
        Command::Solve(args) => commands::solve::run(lab, &args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(Failure::Usage(error)) => end(&wrong(&error, config.as_ref())),
        Err(failure) => end(&failure),
    }
}

fn end(failure: &Failure) -> ExitCode {
    say(&failure.message());
    ExitCode::from(failure.code())
}

/// Something wrong with the settings: with the file that holds them, or with what was typed.
fn wrong(error: &anyhow::Error, config: Option<&Config>) -> Failure {
    let told = format!("{error:#}");
    match config.and_then(|config| config.place(&told)) {
        Some(placed) => Failure::Failed(anyhow::anyhow!(placed)),
        None => Failure::Usage(anyhow::anyhow!(told)),
    }
}

/// Help and version as they are; of what is wrong, the one line that says it.
fn refuse(error: &clap::Error, config: Option<&Config>) -> ExitCode {
    let shown = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if shown {
        let _ = error.print();
        return ExitCode::from(error.exit_code() as u8);
    }
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim);
    let told =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let told: Vec<_> = told.filter(|line| !line.is_empty()).collect();
    let told = told.join(" ");
    end(&wrong(&anyhow::anyhow!("{}", told.strip_prefix("error: ").unwrap_or(&told)), config))
}
