//! `resume`: a run carried on where it was left, from what its folder says of it.

use std::path::PathBuf;

use clap::Args;
use threehand_play::Catalog;

use super::kinds::experiment_of;
use crate::experiment::run::Run;
use crate::experiment::waiting::once_free;
use crate::files::manifest::Written;
use crate::settings::how::How;
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
    pub how: How,
}

/// Resumes the run of a folder.
///
/// # Errors
/// Why the run can't be resumed; what went wrong; that a bot failed, or a signal came.
pub fn run(catalog: &Catalog<'_>, args: &ResumeArgs) -> Result<(), Failure> {
    let ResumeArgs { dir, how } = args;
    let how = How { out: Some(dir.clone()), ..how.clone() };
    let resume = || {
        let written = Written::read(dir)?;
        let experiment = experiment_of(catalog, &written)?;
        Run::resume(experiment, &how, &written).map_err(|failure| match failure {
            // Only the exports were typed.
            Failure::Setting(Fault { setting: EXPORT, .. }) => failure,
            other => other.of_file(&written.place()),
        })
    };
    once_free(&how, resume)
}
