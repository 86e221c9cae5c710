//! The manifest and `config.toml`: both have to say what the settings come to.

use std::path::Path;

use serde_json::{Map, Value};

use super::difference::of_json;
use super::fault::Fault;
use super::tables::{parse, read};
use crate::experiment::contract::ExperimentSettings as _;
use crate::folder::manifest::{Manifest, RENAMED, Written};
use crate::folder::place::{CONFIG, MANIFEST};
use crate::play::schedule::{Format, Schedule};
use crate::tournament::TournamentSettings;

/// Sees to it that a manifest can be read at all, and that the line-ups of a tournament are as many as its
/// bots make: then a forged number of bots asks for no more memory than the manifest itself takes.
pub(super) fn try_out(dir: &Path) -> Result<(), Fault> {
    let path = dir.join(MANIFEST);
    let map: Map<String, Value> = parse(&path)?;
    let list = |key: &str| map.get(key).and_then(Value::as_array);
    let is_spec = |spec: &Value| spec.as_str().is_some_and(|spec| !spec.contains(','));
    let specs = list("specs").filter(|specs| specs.iter().all(is_spec));
    let specs = specs.ok_or_else(|| Fault::of(&path, "specs is no list of specs"))?;
    if map.get("run").is_some_and(|run| run == TournamentSettings::COMMAND) {
        let (bots, lineups) = (specs.len(), list("lineups").map_or(0, Vec::len));
        let format = map.get("format").and_then(Value::as_str).and_then(|name| name.parse().ok());
        let format = format.unwrap_or(Format::default_for(bots));
        // More line-ups than there may be are told of when the settings are read.
        if let Ok(due) = Schedule::new(format, bots)
            && lineups != due.len()
        {
            let told = format!("lineups are {lineups}, but {bots} bots make {}", due.len());
            return Err(Fault::of(&path, told));
        }
    }
    Ok(())
}

/// Holds the documents of a folder against those of the run that its settings describe. `same` says
/// whether two specs are of the same bot, and `is_same` whether a text holds the settings of the manifest.
pub(super) fn hold(
    written: &Written,
    manifest: &Manifest,
    same: impl Fn(&str, &str) -> bool,
    is_same: impl FnOnce(&str) -> bool,
) -> Result<(), Fault> {
    let path = written.dir.join(MANIFEST);
    if let Some((key, found, due)) = written.unlike(manifest, &[], same) {
        let told = of_json(&key, &found, &due, "by its settings", &|_| true);
        return Err(Fault::of(&path, told.unwrap_or_else(|| format!("`{key}` is no key of it"))));
    }
    if written.finished().is_none() && !written.is_unfinished() {
        let told = "only one of finished and results_hash is there";
        return Err(Fault::of(&path, told));
    }
    config(&written.dir, &manifest.documents().config, is_same)
}

/// The settings have to be written as this version writes them, or as an older one did: with other names
/// for some, and in another order. `is_same` says whether a text holds the settings of the manifest.
fn config(dir: &Path, due: &str, is_same: impl FnOnce(&str) -> bool) -> Result<(), Fault> {
    let path = dir.join(CONFIG);
    let found = read(&path)?;
    if found == due.as_bytes() {
        return Ok(());
    }
    let found = String::from_utf8_lossy(&found);
    let today = |line: &str| {
        let older = RENAMED.iter().find_map(|(old, today)| {
            let value = line.strip_prefix(old)?;
            value.starts_with(" = ").then(|| format!("{today}{value}"))
        });
        older.unwrap_or_else(|| line.to_owned())
    };
    let mut left: Vec<&str> = due.split('\n').collect();
    for (line, text) in (1..).zip(found.split('\n')) {
        let Some(at) = left.iter().position(|due| *due == today(text)) else {
            let told = format!("`{text}` is not what manifest.json says");
            return Err(Fault::at(&path, line, told));
        };
        left.swap_remove(at);
    }
    if let Some(lacking) = left.first() {
        return Err(Fault::of(&path, format!("it lacks `{lacking}`, which manifest.json says")));
    }
    if is_same(&found) { Ok(()) } else { Err(Fault::of(&path, "it holds other settings")) }
}
