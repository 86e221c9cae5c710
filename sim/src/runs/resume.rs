//! `resume`: a run carried on where it was left, from what its folder says of it.

use std::path::PathBuf;

use clap::Args;
use threehand_play::Catalog;

use super::kinds::experiment_of;
use crate::experiment::run::Run;
use crate::experiment::wait_lock::once_free;
use crate::files::manifest::SavedManifest;
use crate::settings::run_options::RunOptions;
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
    /// How the run is carried on and shown.
    #[command(flatten)]
    pub options: RunOptions,
}

/// Resumes the run of a folder.
///
/// # Errors
/// Why the run can't be resumed; what went wrong; that a bot failed, or a signal came.
pub fn run(catalog: &Catalog<'_>, args: &ResumeArgs) -> Result<(), Failure> {
    let ResumeArgs { dir, options } = args;
    let options = RunOptions { out: Some(dir.clone()), ..options.clone() };
    let resume = || {
        let written = SavedManifest::read(dir)?;
        let experiment = experiment_of(catalog, &written)?;
        Run::resume(experiment, &options, &written).map_err(|failure| match failure {
            // Only the exports were typed.
            Failure::Setting(Fault { setting: EXPORT, .. }) => failure,
            other => other.of_file(&written.place()),
        })
    };
    once_free(&options, resume)
}
