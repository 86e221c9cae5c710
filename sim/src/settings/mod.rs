//! The settings of an experiment: one struct, which flags fill, which a TOML file is and which a
//! manifest holds.

pub mod config;
pub mod fields;
pub mod how;
pub mod shard;
pub mod stage;
pub mod value;
pub mod which;

use std::ffi::OsStr;

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use self::fields::{Fields, Wrong};
use self::value::is_nothing;
use crate::terminal::shown::shell_quoted;

/// What decides the results of an experiment. All its fields are flags, keys of a TOML file and
/// keys of the manifest.
pub trait Settings: Args + Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync {
    /// The subcommand.
    const COMMAND: &'static str;

    /// What clap knows of the settings.
    fn fields() -> Fields {
        Fields::of::<Self>(Self::COMMAND)
    }

    /// The settings by the names of their flags, in the order of their declaration.
    fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => unreachable!("settings are written as an object"),
        }
    }

    /// The flags that give these settings, with their values: those that are not the usual ones.
    fn flags(&self) -> Vec<(String, Option<String>)> {
        let (fields, map) = (Self::fields(), self.to_map());
        let required =
            fields.required().filter_map(|name| Some((name.to_owned(), map.get(name)?.clone())));
        let usual: Result<Self, _> = fields.read(required.collect::<Vec<_>>());
        let usual = usual.map(|usual| usual.to_map()).unwrap_or_default();
        let is_required = |name: &str| fields.required().any(|required| required == name);
        let wanted = |(name, value): &(String, Value)| {
            !is_nothing(value) && (is_required(name) || usual.get(name) != Some(value))
        };
        let flag = |(name, value): (String, Value)| match value {
            Value::Bool(_) => vec![(name, None)],
            // Programs by their labels: a flag for each.
            Value::Object(programs) => {
                let flag = |(label, program): (&String, &Value)| {
                    let words = program["command"].as_array().into_iter().flatten();
                    let words =
                        words.filter_map(Value::as_str).map(|word| shell_quoted(OsStr::new(word)));
                    let command = words.collect::<Vec<_>>().join(" ");
                    (name.clone(), Some(format!("{label}={command}")))
                };
                programs.iter().map(flag).collect()
            }
            value => vec![(name, Some(value::text(&value, ",")))],
        };
        map.into_iter().filter(wanted).flat_map(flag).collect()
    }

    /// The settings that a manifest holds.
    ///
    /// # Errors
    /// What is missing from the manifest or wrong in it.
    fn from_manifest(manifest: &Map<String, Value>) -> Result<Self, String> {
        let fields = Self::fields();
        let held = |key: &str| manifest.get(&manifest_key(key)).filter(|value| !is_nothing(value));
        let missing: Vec<_> = fields.required().filter(|key| held(key).is_none()).collect();
        if !missing.is_empty() {
            let keys = missing.into_iter().map(|key| format!("`{}`", manifest_key(key)));
            return Err(format!("it does not say {}", keys.collect::<Vec<_>>().join(", ")));
        }
        let given = fields.names().filter_map(|key| Some((key.to_owned(), held(key)?.clone())));
        fields.read(given).map_err(|Wrong { told, .. }| told)
    }
}

/// The key by which a manifest holds a setting: underscores for dashes, and the bots in `specs`,
/// since `bots` has the names that they go by.
pub fn manifest_key(setting: &str) -> String {
    if setting == "bots" { "specs".to_owned() } else { setting.replace('-', "_") }
}
