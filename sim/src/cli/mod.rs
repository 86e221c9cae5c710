//! What can be typed: the subcommands, whose flags stand with what they do.

pub mod bench;
pub mod check;
pub mod check_bot;
pub mod list;
mod measures;
pub mod new_game;
pub mod read;
pub mod rules;
pub mod shell;

use clap::{Parser, Subcommand};

use self::shell::{CompletionsArgs, ManArgs};
use crate::cli::bench::BenchArgs;
use crate::cli::check::CheckArgs;
use crate::cli::check_bot::CheckBotArgs;
use crate::cli::list::ListArgs;
use crate::cli::new_game::NewGameArgs;
use crate::cli::rules::RulesArgs;
use crate::experiment::contract::Settings;
use crate::human::PlayArgs;
use crate::kinds::calibrate::CalibrateSettings;
use crate::kinds::compare::CompareSettings;
use crate::kinds::sprt::SprtSettings;
use crate::kinds::tournament::TournamentSettings;
use crate::kinds::{calibrate, compare, sprt, tournament};
use crate::records::replay::ReplayArgs;
use crate::records::solve::SolveArgs;
use crate::records::verify::VerifyArgs;
use crate::report::ReportArgs;
use crate::report::contrast::ContrastArgs;
use crate::runs::merge::MergeArgs;
use crate::runs::rate::RateArgs;
use crate::runs::resume::ResumeArgs;
use crate::settings::run_options::{ExperimentArgs, RunOptions};
use crate::{human, records, report, runs};

/// The laboratory for three-player card games: which bot plays better, and by how much.
#[derive(Debug, Parser)]
#[command(name = "threehand", version, max_term_width = 100)]
pub struct Cli {
    /// Show all columns of tables, however narrow the screen is
    #[arg(long, global = true)]
    pub wide: bool,
    /// Show all tables with all their rows
    #[arg(long, global = true)]
    pub all: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays bots against each other, every line-up on the same cards
    #[command(after_help = tournament::EXAMPLES)]
    Tournament(Box<ExperimentArgs<TournamentSettings>>),
    /// Carries on an interrupted run, to the same bytes as an uninterrupted one
    #[command(after_help = runs::resume::EXAMPLES)]
    Resume(ResumeArgs),
    /// Merges the shards of a run into the folder that the full run would have written
    #[command(after_help = runs::merge::EXAMPLES)]
    Merge(MergeArgs),
    /// Compares rule variants: same cards, same bots
    #[command(after_help = compare::EXAMPLES)]
    Compare(Box<ExperimentArgs<CompareSettings>>),
    /// Tests whether the first bot is better than the second, in as few blocks as it takes
    #[command(after_help = sprt::EXAMPLES)]
    Sprt(Box<ExperimentArgs<SprtSettings>>),
    /// Checks the error rates of intervals and tests over many runs
    #[command(after_help = calibrate::EXAMPLES)]
    Calibrate(Box<ExperimentArgs<CalibrateSettings>>),
    /// Same as `calibrate --pool 2000`
    #[command(after_help = calibrate::EXAMPLES, mut_args = calibrate::hidden_with_a_pool)]
    Coverage(Box<ExperimentArgs<CalibrateSettings>>),
    /// Rates the bots of several tournaments on one scale
    #[command(after_help = runs::rate::EXAMPLES)]
    Rate(RateArgs),
    /// Lists games with their rule options, named variants, bots, and measures
    #[command(after_help = list::EXAMPLES)]
    List(ListArgs),
    /// Explains the rules of a game
    #[command(after_help = rules::EXAMPLES)]
    Rules(RulesArgs),
    /// Audits the folder of a run or a records file, and reports the first fault with its place
    #[command(after_help = records::verify::EXAMPLES)]
    Verify(VerifyArgs),
    /// Shows recorded hands, trick by trick
    #[command(after_help = records::replay::EXAMPLES)]
    Replay(ReplayArgs),
    /// Plays a match with you in one seat and bots in the two others
    #[command(after_help = human::EXAMPLES)]
    Play(PlayArgs),
    /// Writes the results of a run as one HTML page with charts
    #[command(after_help = report::EXAMPLES)]
    Report(ReportArgs),
    /// Finds hands where two variants or bots diverge most, with commands to continue them
    #[command(after_help = report::contrast::EXAMPLES)]
    Contrast(ContrastArgs),
    /// Measures the speed of the engine, the simulator and the bots on this machine
    #[command(after_help = bench::EXAMPLES)]
    Bench(BenchArgs),
    /// Solves a position with all hands open, for each card
    #[command(after_help = records::solve::EXAMPLES)]
    Solve(SolveArgs),
    /// Says what a game is, what happens in it, and what looks wrong
    #[command(after_help = check::EXAMPLES)]
    Check(CheckArgs),
    /// Prints a file to start a game of your own from
    #[command(after_help = new_game::EXAMPLES)]
    NewGame(NewGameArgs),
    /// Tests an external bot in every phase of every game
    #[command(after_help = check_bot::EXAMPLES)]
    CheckBot(CheckBotArgs),
    /// Prints a script that completes subcommands and flags in a shell
    #[command(after_help = shell::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Prints a manual page, for `man`
    #[command(after_help = shell::MAN)]
    Man(ManArgs),
}

impl Command {
    /// The settings of an experiment, if the command is one.
    pub fn experiment(&self) -> Option<(&dyn Settings, RunOptions)> {
        match self {
            Self::Tournament(asked) => Some((&asked.settings, asked.options())),
            Self::Compare(asked) => Some((&asked.settings, asked.options())),
            Self::Sprt(asked) => Some((&asked.settings, asked.options())),
            Self::Calibrate(asked) => Some((&asked.settings, asked.options())),
            Self::Coverage(asked) => Some((&asked.settings, asked.options())),
            _ => None,
        }
    }
}
