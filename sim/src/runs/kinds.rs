//! The kinds of experiment that there are, and what the manifest of a run describes.

use anyhow::anyhow;
use threehand_play::Catalog;

use crate::experiment::contract::{Experiment, Kind, Settings};
use crate::files::locked_folder::GAME;
use crate::files::manifest::SavedManifest;
use crate::kinds::{calibrate, compare, sprt, tournament};
use crate::play::named::{game_named, game_of_text};
use crate::terminal::failure::Failure;

/// All kinds of experiment.
pub static KINDS: [&Kind; 5] =
    [&tournament::KIND, &compare::KIND, &sprt::KIND, &calibrate::KIND, &calibrate::POOLED];

/// The settings that a manifest holds.
///
/// # Errors
/// What is missing from the manifest or wrong in it.
pub fn settings_of(written: &SavedManifest) -> anyhow::Result<Box<dyn Settings>> {
    let kind = KINDS.into_iter().find(|kind| kind.command == written.run());
    kind.ok_or_else(|| no_run(written))?.settings_of(written)
}

/// The experiment that a manifest describes.
///
/// # Errors
/// What is missing from the manifest or wrong in it.
pub fn experiment_of<'c>(
    catalog: &'c Catalog<'_>,
    written: &SavedManifest,
) -> Result<Experiment<'c>, Failure> {
    let settings = settings_of(written)?;
    let game = match written.game_text()? {
        Some(text) => game_of_text(catalog, &text, &written.dir.join(GAME)),
        None => game_named(catalog, &settings.common().game),
    };
    let noted = written.texts("stands_for");
    let experiment = game.and_then(|game| settings.prepare(game, &noted));
    experiment.map_err(|failure| failure.of_file(&written.place()))
}

/// What is said of a manifest whose command writes no run.
pub(crate) fn no_run(written: &SavedManifest) -> anyhow::Error {
    anyhow!("{}: `{}` is no command that writes a run", written.place(), written.run())
}
