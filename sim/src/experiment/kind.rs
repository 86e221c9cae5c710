//! A kind of experiment: what it declares of itself with its settings.

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use threehand_play::DynGame;

use super::contract::Experiment;
use crate::settings::fields::{Fields, Flag, Wrong, word};
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
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
    /// What clap knows of its settings.
    pub fields: fn() -> Fields,
    /// Reads its settings.
    pub read: ReadSettings,
}

/// Reads settings from the words that give them.
pub type ReadSettings = fn(&Fields, Vec<String>) -> Result<Box<dyn Settings>, Wrong>;

impl Kind {
    const fn of<S: ExperimentSettings>() -> Self {
        Self {
            command: S::COMMAND,
            figures: S::FIGURES,
            summary: S::SUMMARY,
            unit: S::UNIT,
            may_decide: S::MAY_DECIDE,
            fields: || Fields::of::<S>(S::COMMAND),
            read: |fields, words| Ok(Box::new(fields.read::<S>(words)?)),
        }
    }

    /// The settings that words give.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn settings(&self, words: Vec<String>) -> Result<Box<dyn Settings>, Wrong> {
        (self.read)(&(self.fields)(), words)
    }

    /// The flags that give these settings.
    pub fn flags(&self, settings: &dyn Settings) -> Result<Vec<Flag>, Wrong> {
        let (fields, map) = ((self.fields)(), settings.to_map());
        let required =
            fields.required().filter_map(|name| Some(fields.flags(name, map.get(name)?)));
        let required = required.collect::<Result<Vec<_>, _>>()?.concat();
        let usual = self.settings(required.iter().map(word).collect())?.to_map();
        crate::settings::flags(&fields, &usual, &map)
    }
}

/// The settings of one kind of experiment: all that the kind declares of itself.
pub trait ExperimentSettings: Args + Serialize + Send + Sync + 'static {
    /// The subcommand.
    const COMMAND: &'static str;
    /// The figures of its tables that are made of columns.
    const FIGURES: fn() -> Vec<(&'static str, Documented)>;
    /// The keys of the summary that `--json` prints.
    const SUMMARY: fn() -> Vec<Key> = Vec::new;
    /// What a block is called.
    const UNIT: &'static str = "block";
    /// Whether the first blocks may decide, so that the others are not played.
    const MAY_DECIDE: bool = false;
    /// The kind of experiment.
    const KIND: Kind = Kind::of::<Self>();

    /// What is played.
    fn stage(&self) -> &Stage;
    /// The part that is to be played.
    fn shard(&self) -> Option<Shard>;
    /// The experiment in its game.
    ///
    /// # Errors
    /// The setting that is wrong.
    fn prepare<'a>(&self, game: &'a dyn DynGame) -> Result<Box<dyn Experiment + 'a>, Failure>;
}

/// The settings of an experiment of any kind.
pub trait Settings: Send + Sync {
    /// The kind of experiment.
    fn kind(&self) -> &'static Kind;
    /// What is played.
    fn stage(&self) -> &Stage;
    /// The part that is to be played.
    fn shard(&self) -> Option<Shard>;
    /// The settings by the names of their flags, in the order of their declaration.
    fn to_map(&self) -> Map<String, Value>;
    /// The experiment in its game.
    ///
    /// # Errors
    /// The setting that is wrong.
    fn prepare<'a>(&self, game: &'a dyn DynGame) -> Result<Box<dyn Experiment + 'a>, Failure>;
}

impl<S: ExperimentSettings> Settings for S {
    fn kind(&self) -> &'static Kind {
        const { &S::KIND }
    }

    fn stage(&self) -> &Stage {
        self.stage()
    }

    fn shard(&self) -> Option<Shard> {
        self.shard()
    }

    fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => unreachable!("settings are written as an object"),
        }
    }

    fn prepare<'a>(&self, game: &'a dyn DynGame) -> Result<Box<dyn Experiment + 'a>, Failure> {
        self.prepare(game)
    }
}
