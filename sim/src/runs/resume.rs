//! `resume`: a run carried on where it was left, from what its folder says of it.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;
use threehand_play::Catalog;

use super::kinds::experiment_of;
use crate::experiment::contract::{Experiment, Stop};
use crate::experiment::finished::{manifest_here, noted, sums_so_far};
use crate::experiment::run::Run;
use crate::experiment::wait_lock::once_free;
use crate::files::manifest::{BLOCKS, FAILURES, FILES, SavedManifest};
use crate::files::run_folder::{Come, note_of_all};
use crate::play::players::Player;
use crate::settings::run_options::RunOptions;
use crate::settings::value;
use crate::tables::export::EXPORT;
use crate::terminal::failure::{Failure, Fault};
use crate::terminal::number::plural;
use crate::terminal::shown::shell_path;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand resume runs/a
  threehand resume runs/a --threads 2
  threehand resume runs/a --blocks 10k

With --blocks a finished run goes on, and an unfinished one may end sooner: its results are those of a run that was \
begun with so many blocks. So is an undecided test; a decided one stays as it is.";

/// A resumption as typed.
#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The folder of the run
    pub dir: PathBuf,
    /// Blocks that the whole run is to have, with those already played [default: as it was begun]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<1, { value::MOST_BLOCKS }>)]
    pub blocks: Option<u64>,
    /// The run resumes itself.
    #[arg(long, hide = true)]
    pub anew: bool,
    /// How the run is carried on and shown.
    #[command(flatten)]
    pub options: RunOptions,
}

/// Resumes the run of a folder.
///
/// # Errors
/// Why the run can't be resumed; what went wrong; that a bot failed, or a signal came.
pub fn run(catalog: &Catalog<'_>, args: &ResumeArgs) -> Result<(), Failure> {
    let ResumeArgs { dir, blocks, anew, options } = args;
    let options = RunOptions { out: Some(dir.clone()), anew: *anew, ..options.clone() };
    let resume = || {
        let written = SavedManifest::read(dir)?;
        let experiment = experiment_of(catalog, &written)?;
        let all = experiment.all_blocks;
        let (experiment, written, come) = match blocks.filter(|blocks| *blocks != all) {
            None => (experiment, written, None),
            Some(blocks) => match with_blocks(&experiment, &written, blocks)? {
                // A test that has decided needs no more.
                None => (experiment, written, None),
                Some((more, come)) => (experiment_of(catalog, &more)?, more, come),
            },
        };
        Run::resume(experiment, &options, &written, come.as_ref()).map_err(
            |failure| match failure {
                // Only the exports were typed.
                Failure::Setting(Fault { setting: EXPORT, .. }) => failure,
                other => other.of_file(&written.place()),
            },
        )
    };
    once_free(&options, resume)
}

/// The manifest of a run that is to have so many blocks, and how far it has come; `None` where it is decided.
///
/// # Errors
/// That the run can't have so many.
fn with_blocks(
    experiment: &Experiment<'_>,
    written: &SavedManifest,
    blocks: u64,
) -> Result<Option<(SavedManifest, Option<Come>)>, Failure> {
    let refused = |reason: String| Err(Failure::setting(BLOCKS, reason));
    let (dir, all) = (written.dir.display(), plural(experiment.all_blocks, "block"));
    if !experiment.settings.kind().any_length() {
        let run = written.run();
        return refused(format!("{dir}: a {run} of more blocks has other figures: begin another"));
    }
    if experiment.is_shard() {
        return refused(format!("{dir}: a shard has its part of the {all} of its run"));
    }
    if experiment.players.iter().any(Player::is_function) {
        return refused(format!("{dir}: a run with a function of Python keeps its {all}"));
    }
    let then = format!("threehand resume {} --blocks {blocks}", shell_path(&written.dir));
    let command = format!("{} && {then}", written.text("command"));
    let more = written.changed(|map| {
        map.retain(|key, _| key != FILES && key != FAILURES);
        map.insert(BLOCKS.to_owned(), blocks.into());
        map.insert("command".to_owned(), command.into());
        map.extend(["finished", "results_hash"].map(|key| (key.to_owned(), Value::Null)));
    });
    if written.finished().is_none() {
        let settings = Some(manifest_here(experiment, written).config);
        let note = noted(experiment, written)?;
        if let Some(note) = note.as_ref().filter(|note| note.blocks > blocks) {
            let played = plural(note.blocks, "block");
            return refused(format!("{dir}: {played} are played already: name so many or more"));
        }
        let come = note.map(|note| Come { note, settings });
        return Ok(Some((more, come)));
    }
    if blocks < experiment.all_blocks {
        return refused(format!("{dir}: it has finished with {all}, and keeps them"));
    }
    let (fold, _) = sums_so_far(experiment, written)?;
    if matches!(fold.stop(), Some(Stop::Decided)) {
        return Ok(None);
    }
    let (growing, sums) = (&experiment.growing, fold.to_json(false));
    let note = note_of_all(&written.dir, growing, fold.blocks(), sums)?;
    Ok(Some((more, Some(Come { note, settings: None }))))
}
