//! How an experiment is run and shown, which decides none of the results.

use std::path::PathBuf;

use super::fields::Fields;
use super::value;
use crate::terminal::listener::RunOutput;
use clap::Args;

/// An experiment as typed.
#[derive(Clone, Debug, Args)]
pub struct ExperimentArgs<S: Args> {
    /// What decides the results.
    #[command(flatten)]
    pub settings: S,
    /// Where the experiment begins.
    #[command(flatten)]
    pub begin: BeginArgs,
    /// How the experiment is run and shown.
    #[command(flatten)]
    pub options: RunOptions,
}

/// Where an experiment begins, as typed.
#[derive(Clone, Debug, Args)]
pub struct BeginArgs {
    /// The folder to write; by default nothing is written
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write into a folder that holds another run, and replace it
    #[arg(long)]
    pub force: bool,
    /// A TOML file of settings, such as the config.toml of a run; flags win over it
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Estimate time, size and the smallest effect that shows; run and write nothing
    #[arg(long)]
    pub plan: bool,
}

/// The most threads that a run is played on.
pub const MOST_THREADS: u64 = 1024;

/// How an experiment is run and shown.
#[derive(Clone, Debug, Default, Args)]
pub struct RunOptions {
    /// Threads; they do not change the results [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<1, MOST_THREADS>)]
    pub threads: Option<u64>,
    /// Wait while another run writes into the folder, instead of exit code 75
    #[arg(long)]
    pub wait_lock: bool,
    /// Stop as at an interrupt when the parent process has ended; `resume` continues
    #[arg(long)]
    pub die_with_parent: bool,
    /// Write a table to a file, in the format of its extension: .md, .csv, .tsv or .json; by default
    /// the main table. - is standard output, as CSV or as in -.md
    #[arg(long, value_name = "[TABLE=]FILE", allow_hyphen_values = true)]
    pub export: Vec<String>,
    /// Keep what is said with programs, a file for each of their processes in this folder
    #[arg(long, value_name = "DIR")]
    pub trace: Option<PathBuf>,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages, and no summary of a part (--shard)
    #[arg(long, short)]
    pub quiet: bool,
    /// The folder to write.
    #[arg(skip)]
    pub out: Option<PathBuf>,
    /// Whether a run that is there may be replaced.
    #[arg(skip)]
    pub force: bool,
    /// Whether the run resumes itself, so that nothing is said of it.
    #[arg(skip)]
    pub anew: bool,
    /// Whether nothing is to be run, but estimated.
    #[arg(skip)]
    pub plan: bool,
    /// The program that runs the experiment within its process, if it is no command.
    #[arg(skip)]
    pub output: RunOutput,
}

impl<S: Args> ExperimentArgs<S> {
    /// How the experiment is run and shown, and where it begins.
    pub fn options(&self) -> RunOptions {
        let BeginArgs { out, force, plan, .. } = &self.begin;
        RunOptions { out: out.clone(), force: *force, plan: *plan, ..self.options.clone() }
    }
}

impl RunOptions {
    /// The number of threads to play on.
    pub fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// The names of what is no setting of a run, and so stands in no manifest; but `threads` does.
    pub fn no_settings() -> Vec<String> {
        let fields = [Fields::of::<BeginArgs>("run"), Fields::of::<Self>("run")];
        let names = fields.iter().flat_map(Fields::names).filter(|name| *name != "threads");
        names.map(str::to_owned).collect()
    }
}

/// The number of threads asked for, or else one for each core.
pub(crate) fn threads(asked: Option<u64>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    asked.unwrap_or_else(cores).min(MOST_THREADS) as usize
}
