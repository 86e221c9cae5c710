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

use serde_json::{Map, Value};

use self::fields::Fields;
use self::value::is_nothing;
use crate::terminal::shown::shell_quoted;

/// The flags that give these settings, with their values: those that differ from the usual ones.
pub fn flags(
    fields: &Fields,
    usual: &Map<String, Value>,
    settings: Map<String, Value>,
) -> Vec<(String, Option<String>)> {
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
    settings.into_iter().filter(wanted).flat_map(flag).collect()
}

/// The settings that a manifest holds, by the names of their flags.
///
/// # Errors
/// What is missing from the manifest.
pub fn of_manifest(
    fields: &Fields,
    manifest: &Map<String, Value>,
) -> Result<Vec<(String, Value)>, String> {
    let held = |key: &str| manifest.get(&manifest_key(key)).filter(|value| !is_nothing(value));
    let missing: Vec<_> = fields.required().filter(|key| held(key).is_none()).collect();
    if !missing.is_empty() {
        let keys = missing.into_iter().map(|key| format!("`{}`", manifest_key(key)));
        return Err(format!("it does not say {}", keys.collect::<Vec<_>>().join(", ")));
    }
    Ok(fields.names().filter_map(|key| Some((key.to_owned(), held(key)?.clone()))).collect())
}

/// The key by which a manifest holds a setting: underscores for dashes, and the bots in `specs`,
/// since `bots` has the names that they go by.
pub fn manifest_key(setting: &str) -> String {
    if setting == "bots" { "specs".to_owned() } else { setting.replace('-', "_") }
}
