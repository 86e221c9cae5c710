//! What can be typed: the subcommands, whose flags stand with what they do.

pub mod read;
pub mod shell;

use clap::{Parser, Subcommand};

use self::shell::{CompletionsArgs, ManArgs};
use crate::bench::BenchArgs;
use crate::calibrate::CalibrateSettings;
use crate::calibrate::coverage::{self, CoverageSettings};
use crate::compare::CompareSettings;
use crate::contrast::ContrastArgs;
use crate::experiment::contract::Settings;
use crate::external::check::CheckBotArgs;
use crate::games::list::ListArgs;
use crate::games::rules::RulesArgs;
use crate::human::PlayArgs;
use crate::records::replay::ReplayArgs;
use crate::records::verify::VerifyArgs;
use crate::report::ReportArgs;
use crate::runs::merge::MergeArgs;
use crate::runs::resume::ResumeArgs;
use crate::settings::how::{Asked, How};
use crate::solve::SolveArgs;
use crate::sprt::SprtSettings;
use crate::tournament::TournamentSettings;
use crate::tournament::rate::RateArgs;
use crate::{
    bench, calibrate, compare, contrast, external, games, human, records, report, runs, solve,
    sprt, tournament,
};

/// The laboratory for three-player card games: which bot plays better, and by how much.
#[derive(Debug, Parser)]
#[command(name = "threehand", version, max_term_width = 100)]
pub struct Cli {
    /// Tables with all their columns, however narrow the screen is
    #[arg(long, global = true)]
    pub wide: bool,
    /// All tables with all their rows, however long they are
    #[arg(long, global = true)]
    pub all: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bots against each other, every line-up on the same cards
    #[command(after_help = tournament::EXAMPLES)]
    Tournament(Box<Asked<TournamentSettings>>),
    /// Carries on an interrupted run, to the same bytes as an uninterrupted one
    #[command(after_help = runs::resume::EXAMPLES)]
    Resume(ResumeArgs),
    /// Puts the shards of a run together, to the folder that the whole run would have written
    #[command(after_help = runs::merge::EXAMPLES)]
    Merge(MergeArgs),
    /// Rule variants against each other: same cards, same bots
    #[command(after_help = compare::EXAMPLES)]
    Compare(Box<Asked<CompareSettings>>),
    /// Is the first bot better than the second, in as few blocks as it takes
    #[command(after_help = sprt::EXAMPLES)]
    Sprt(Box<Asked<SprtSettings>>),
    /// Do the intervals and tests keep their promises: a bot against itself, many times
    #[command(after_help = calibrate::EXAMPLES)]
    Calibrate(Box<Asked<CalibrateSettings>>),
    /// How often each interval misses the truth and each verdict is wrong, after few blocks and many
    #[command(after_help = coverage::EXAMPLES, mut_args(coverage::hide_what_a_pool_lacks))]
    Coverage(Box<Asked<CoverageSettings>>),
    /// The ratings that the results of several tournaments make together
    #[command(after_help = tournament::rate::EXAMPLES)]
    Rate(RateArgs),
    /// The games with their rule options, the named variants, the bots, and what runs measure
    #[command(after_help = games::list::EXAMPLES)]
    List(ListArgs),
    /// The rules of a game, as a person learns them
    #[command(after_help = games::rules::EXAMPLES)]
    Rules(RulesArgs),
    /// Audits the folder of a run, or replays a records file, and says where something is wrong
    #[command(after_help = records::verify::EXAMPLES)]
    Verify(VerifyArgs),
    /// Recorded hands, trick by trick, as a person reads them
    #[command(after_help = records::replay::EXAMPLES)]
    Replay(ReplayArgs),
    /// A match in which you have a seat, and bots have the two others
    #[command(after_help = human::EXAMPLES)]
    Play(PlayArgs),
    /// The folder of a run as one page to read, with charts
    #[command(after_help = report::EXAMPLES)]
    Report(ReportArgs),
    /// The hands of a run in which two variants, or two bots, part most, with commands that play them on
    #[command(after_help = contrast::EXAMPLES)]
    Contrast(ContrastArgs),
    /// How fast the engine, the simulator and the bots are on this machine
    #[command(after_help = bench::EXAMPLES)]
    Bench(BenchArgs),
    /// The exact result of a position with all hands open, and of every card
    #[command(after_help = solve::EXAMPLES)]
    Solve(SolveArgs),
    /// Plays every phase of every game against a program that is to play, and says what is wrong
    #[command(after_help = external::check::EXAMPLES)]
    CheckBot(CheckBotArgs),
    /// The script that lets a shell complete subcommands and flags
    #[command(after_help = shell::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// A page of the manual, for `man`
    #[command(after_help = shell::MAN)]
    Man(ManArgs),
}

impl Command {
    /// The settings of an experiment, if the command is one.
    pub fn experiment(&self) -> Option<(&dyn Settings, &How)> {
        match self {
            Self::Tournament(asked) => Some((&asked.settings, &asked.how)),
            Self::Compare(asked) => Some((&asked.settings, &asked.how)),
            Self::Sprt(asked) => Some((&asked.settings, &asked.how)),
            Self::Calibrate(asked) => Some((&asked.settings, &asked.how)),
            Self::Coverage(asked) => Some((&asked.settings, &asked.how)),
            _ => None,
        }
    }
}
