//! The start of a run: a new one, or the same one where it was begun or has finished in its folder.

use serde_json::{Map, Value};
use threehand_play::Catalog;

use super::contract::{Experiment, Settings};
use super::plan::print_plan;
use super::run::{Run, manifest};
use crate::files::error::FolderError;
use crate::files::manifest::{BLOCKS, SavedManifest};
use crate::play::external::ExternalBots;
use crate::play::named::game_named;
use crate::play::players::Player;
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shell_path;
use threehand_play::panics::silence_bots;

/// Runs an experiment, or says what it takes.
///
/// # Errors
/// What is wrong with the settings; what went wrong; or that a bot failed, or somebody interrupted.
pub fn start(
    catalog: &Catalog<'_>,
    settings: &dyn Settings,
    options: &RunOptions,
) -> Result<(), Failure> {
    if settings.shard().is_some() && options.out.is_none() && !options.plan {
        let reason = "a shard is there to be merged: add --out DIR";
        return Err(Failure::setting("shard", reason));
    }
    let game = game_named(catalog, &settings.common().game)?;
    let experiment = settings.prepare(game, &[])?;
    silence_bots();
    if options.plan {
        return print_plan(&experiment, options);
    }
    if let Some(written) = begun(&experiment, options)? {
        return Run::resume(experiment, options, &written, None);
    }
    let programs = ExternalBots::of(&experiment.players);
    if let Some(dir) = &options.trace {
        programs.trace_to(dir)?;
    }
    let none = Map::new();
    let rules = experiment.facts.get("rules").and_then(Value::as_object).unwrap_or(&none);
    let introduce = || programs.introduce(game.name(), rules);
    let programs = (!programs.is_empty()).then(introduce).transpose()?;
    Run::new(experiment, options, None, programs)?.start()
}

/// The run that was begun in the folder to be written, if there is one: it has to be the same.
pub(super) fn begun(
    experiment: &Experiment<'_>,
    options: &RunOptions,
) -> Result<Option<SavedManifest>, Failure> {
    let Some(dir) = options.out.as_ref().filter(|_| !options.force) else { return Ok(None) };
    // A folder without a manifest that this version reads is for `LockedFolder::take` to judge.
    let Ok(written) = SavedManifest::read(dir) else { return Ok(None) };
    let manifest = manifest(experiment, options, Some(&written), None);
    let Some((key, there, here)) = written.unlike(&manifest, &[]) else {
        return Ok(Some(written));
    };
    let any_length = experiment.settings.kind().any_length() && !experiment.is_shard();
    let is_more = any_length && key == BLOCKS && here.as_u64() > there.as_u64();
    let more = match is_more && !experiment.players.iter().any(Player::is_function) {
        true => format!("; `threehand resume {} --blocks {here}` adds the others", shell_path(dir)),
        false => String::new(),
    };
    Err(FolderError::Refused(format!(
        "{} holds a run with other settings (`{key}` is {there} there and {here} here): choose another folder, or \
         --force to replace it{more}",
        dir.display()
    ))
    .into())
}
