//! `resume`: a run carried on where it was left, from what its folder says of it.

use std::path::PathBuf;

use clap::Args;
use threehand_play::Catalog;

use super::kinds::experiment_of;
use crate::experiment::run::Run;
use crate::experiment::waiting::once_free;
use crate::files::manifest::Written;
use crate::settings::how::How;
use crate::settings::value;
use crate::tables::export::EXPORT;
use crate::terminal::failure::{Failure, Fault};

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand resume runs/a
  threehand resume runs/a --threads 2";

/// A resumption as typed.
#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The folder of the run
    pub dir: PathBuf,
    /// Threads; they do not change the results [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<1, 1024>)]
    pub threads: Option<u64>,
    /// Wait while another run writes into the folder, instead of exit code 75
    #[arg(long)]
    pub wait_lock: bool,
    /// Stop as at an interrupt when the parent process has ended; `resume` continues
    #[arg(long)]
    pub die_with_parent: bool,
    /// Write a table to a file, in the format of its extension: .md, .csv or .json; by default the
    /// main table
    #[arg(long, value_name = "[TABLE=]FILE")]
    pub export: Vec<String>,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Resumes the run of a folder.
///
/// # Errors
/// Why the run can't be resumed; what went wrong; that a bot failed, or a signal came.
pub fn run(catalog: &Catalog<'_>, args: &ResumeArgs) -> Result<(), Failure> {
    let &ResumeArgs { ref dir, threads, ref export, json, quiet, die_with_parent, wait_lock } =
        args;
    let resume = || {
        let written = Written::read(dir)?;
        let experiment = experiment_of(catalog, &written)?;
        let (out, export) = (Some(dir.clone()), export.clone());
        let how = How { out, threads, export, json, quiet, die_with_parent, ..How::default() };
        Run::resume(experiment, &how, &written).map_err(|failure| match failure {
            // Only the exports were typed.
            Failure::Setting(Fault { setting: EXPORT, .. }) => failure,
            other => other.of_file(&written.place()),
        })
    };
    once_free(wait_lock.then_some(dir.as_path()), quiet, resume)
}
