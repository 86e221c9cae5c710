//! The settings of an experiment: one struct, which flags fill, which a TOML file is and which a
//! manifest holds.

pub mod common;
pub mod config;
pub mod external;
pub mod fields;
pub mod match_filter;
pub mod run_options;
pub mod shard;
pub mod value;

use serde_json::{Map, Value};

use self::fields::{Fields, Flag, Wrong};
use self::value::is_nothing;

/// The flags that give these settings: those that differ from the usual ones.
pub fn flags(
    fields: &Fields,
    usual: &Map<String, Value>,
    settings: &Map<String, Value>,
) -> Result<Vec<Flag>, Wrong> {
    let is_required = |name: &str| fields.required().any(|required| required == name);
    let settings = settings.iter().filter(|(name, value)| {
        !is_nothing(value) && (is_required(name) || usual.get(*name) != Some(*value))
    });
    let flags = settings.map(|(name, value)| fields.flags(name, value));
    Ok(flags.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The flags that give the settings that a manifest holds.
///
/// # Errors
/// What is missing from the manifest or wrong in it.
pub fn of_manifest(fields: &Fields, manifest: &Map<String, Value>) -> Result<Vec<Flag>, String> {
    let held = |key: &str| manifest.get(&manifest_key(key)).filter(|value| !is_nothing(value));
    let missing: Vec<_> = fields.required().filter(|key| held(key).is_none()).collect();
    if !missing.is_empty() {
        let keys = missing.into_iter().map(|key| format!("`{}`", manifest_key(key)));
        return Err(format!("it does not say {}", keys.collect::<Vec<_>>().join(", ")));
    }
    let held = fields.names().filter_map(|key| Some((key, held(key)?)));
    let flags = held.map(|(key, value)| fields.flags(key, value).map_err(|wrong| wrong.reason));
    Ok(flags.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The key by which a manifest holds a setting: underscores for dashes, and the bots in `specs`,
/// since `bots` has the names that they go by.
pub fn manifest_key(setting: &str) -> String {
    if setting == "bots" { "specs".to_owned() } else { setting.replace('-', "_") }
}
