//! A finished run whose matches are played again.

use std::ops::Range;

use serde_json::Value;
use threehand_bots::{BotKind, Parameter};
use threehand_play::{Catalog, DynGame, Seeds, panics::silence_bots};

use crate::experiment::contract::Experiment;
use crate::experiment::forfeits::read_rulings;
use crate::report::folder::Folder;
use crate::terminal::failure::Failure;

/// Why a run of another version is not played again.
pub(crate) const OTHER_VERSION: &str =
    "another version of threehand began this run, and what its bots would do now is not known";

/// A finished run whose matches are played again.
pub(crate) struct Rerun<'c> {
    pub(crate) game: &'c dyn DynGame,
    pub(crate) experiment: &'c Experiment<'c>,
    pub(crate) seeds: Seeds,
    /// Whether a bot of the run searches, which takes time.
    pub(crate) searches: bool,
    /// The blocks that were played: fewer than were allowed where the first ones decided.
    pub(crate) blocks: Range<u64>,
    /// The blocks in which a bot ran out of time or memory.
    ruled: Vec<u64>,
}

impl<'c> Rerun<'c> {
    /// The run of a folder, which has played so many blocks.
    ///
    /// # Errors
    /// If the rulings of the folder can't be read.
    pub(crate) fn of(
        catalog: &Catalog<'_>,
        experiment: &'c Experiment<'_>,
        folder: &Folder,
        played: u64,
    ) -> Result<Self, Failure> {
        silence_bots();
        let all = &experiment.blocks;
        Ok(Self {
            game: experiment.game,
            seeds: Seeds(experiment.settings.common().seed),
            searches: searches(catalog, experiment),
            blocks: all.start..all.end.min(all.start.saturating_add(played)),
            ruled: read_rulings(folder.path())?.into_iter().map(|ruling| ruling.block).collect(),
            experiment,
        })
    }

    /// The first blocks to play again: of all but those in which a bot ran out of time or memory.
    pub(crate) fn first_blocks(&self, count: u64) -> Vec<u64> {
        let blocks = self.blocks.clone().filter(|block| !self.is_ruled(*block));
        blocks.take(usize::try_from(count).unwrap_or(usize::MAX)).collect()
    }

    /// Whether a bot ran out of time or memory in a block.
    pub(crate) fn is_ruled(&self, block: u64) -> bool {
        self.ruled.contains(&block)
    }
}

/// Whether a bot of an experiment searches.
fn searches(catalog: &Catalog<'_>, experiment: &Experiment<'_>) -> bool {
    let searches = |kind: &&BotKind| {
        let mut names = kind.parameters.iter().flat_map(Parameter::names);
        names.any(|name| ["worlds", "iterations"].contains(&name))
    };
    let kinds = catalog.kinds().iter().filter(searches);
    let searching: Vec<_> = kinds.map(|kind| kind.name).collect();
    let specs = experiment.facts.get("stands_for").and_then(Value::as_array).into_iter().flatten();
    let mut names = specs.filter_map(|spec| spec.as_str()?.split(':').next());
    names.any(|name| searching.contains(&name))
}
