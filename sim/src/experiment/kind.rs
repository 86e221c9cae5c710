//! A kind of experiment: what it declares of itself with its settings.

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use threehand_play::DynGame;

use super::contract::Experiment;
use crate::files::manifest::SavedManifest;
use crate::settings::common::CommonSettings;
use crate::settings::fields::{Fields, Flag, Wrong, word};
use crate::settings::shard::Shard;
use crate::tables::column::Documented;
use crate::tables::shape::Key;
use crate::terminal::failure::Failure;

/// A kind of experiment.
#[derive(Debug)]
pub struct Kind {
    /// The subcommand.
    pub command: &'static str,
    /// The figures of its tables that are made of columns.
    pub figures: fn() -> Vec<(&'static str, Documented)>,
    /// The keys of the summary that `--json` prints.
    pub summary: fn() -> Vec<Key>,
    /// What a block is called.
    pub unit: &'static str,
    /// Whether the first blocks may decide, so that the others are not played.
    pub may_decide: bool,
    /// What clap knows of its settings, under the name of the subcommand.
    pub fields: fn(&'static str) -> Fields,
    /// Reads its settings from the words that give them.
    pub read: ReadSettings,
}

/// From fewer blocks than these a spread is mostly chance.
pub(crate) const FEWEST_BLOCKS: u64 = 10;

/// What a block is called, but where a run is made of runs.
const BLOCK: &str = "block";

/// Reads settings from the words that give them.
pub type ReadSettings = fn(&Fields, Vec<String>) -> Result<Box<dyn Settings>, Wrong>;

impl Kind {
    /// A kind of experiment with these settings, and with blocks that do not decide.
    pub(crate) const fn of<S: Settings + Args>(
        command: &'static str,
        figures: fn() -> Vec<(&'static str, Documented)>,
        summary: fn() -> Vec<Key>,
    ) -> Self {
        Self {
            command,
            figures,
            summary,
            unit: BLOCK,
            may_decide: false,
            fields: Fields::of::<S>,
            read: |fields, words| Ok(Box::new(fields.read::<S>(words)?)),
        }
    }

    /// Whether the first blocks are the same in a run of any number of blocks.
    pub fn any_length(&self) -> bool {
        self.unit == BLOCK
    }

    /// What clap knows of its settings.
    pub fn fields(&self) -> Fields {
        (self.fields)(self.command)
    }

    /// The settings that words give.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn settings(&self, words: Vec<String>) -> Result<Box<dyn Settings>, Wrong> {
        (self.read)(&self.fields(), words)
    }

    /// The settings of a run of this kind, by its manifest.
    ///
    /// # Errors
    /// What is missing from the manifest or wrong in it.
    pub fn settings_of(&self, written: &SavedManifest) -> anyhow::Result<Box<dyn Settings>> {
        let flags = written.settings(&self.fields())?;
        let settings = self.settings(flags.iter().map(word).collect());
        settings.map_err(|Wrong { reason, .. }| anyhow!("{}: {reason}", written.place()))
    }

    /// The flags that give these settings.
    pub fn flags(&self, settings: &dyn Settings) -> Result<Vec<Flag>, Wrong> {
        let (fields, map) = (self.fields(), settings.to_map());
        let required =
            fields.required().filter_map(|name| Some(fields.flags(name, map.get(name)?)));
        let required = required.collect::<Result<Vec<_>, _>>()?.concat();
        let usual = self.settings(required.iter().map(word).collect())?.to_map();
        crate::settings::flags(&fields, &usual, &map)
    }
}

/// What decides the results of an experiment.
pub trait Settings: Send + Sync + 'static {
    /// The kind of experiment.
    fn kind(&self) -> &'static Kind;
    /// What is played.
    fn common(&self) -> &CommonSettings;
    /// The part that is to be played.
    fn shard(&self) -> Option<Shard>;
    /// The settings by the names of their flags, in the order of their declaration.
    fn to_map(&self) -> Map<String, Value>;
    /// The experiment in its game; of a run that has begun, with what its bots stood for.
    ///
    /// # Errors
    /// The setting that is wrong.
    fn prepare<'a>(
        &self,
        game: &'a dyn DynGame,
        noted: &[String],
    ) -> Result<Experiment<'a>, Failure>;
}

/// The settings that a struct holds, by the names of their flags.
pub(crate) fn map_of(settings: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(map)) => map,
        _ => unreachable!("settings are written as an object"),
    }
}
