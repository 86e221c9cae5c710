//! The manifest and `config.toml`: both have to say what the settings come to.

use std::path::Path;

use serde_json::{Map, Value};

use super::difference::of_json;
use super::fault::Fault;
use super::tables::{parse, read};
use crate::folder::manifest::{Manifest, RENAMED, Written};
use crate::folder::place::{CONFIG, MANIFEST};
use crate::play::schedule::{Format, Schedule};

/// Sees to it that a manifest can be read at all, and that its line-ups are as many as its bots make:
/// a forged number of bots asks for no more memory than the manifest itself takes.
pub(super) fn try_out(dir: &Path) -> Result<(), Fault> {
    let path = dir.join(MANIFEST);
    let map: Map<String, Value> = parse(&path)?;
    let count = |key: &str| map.get(key).and_then(Value::as_array).map(Vec::len);
    if let Some((bots, lineups)) = count("specs").zip(count("lineups")) {
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
/// whether two specs are of the same bot.
pub(super) fn hold(
    written: &Written,
    manifest: &Manifest,
    same: impl Fn(&str, &str) -> bool,
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
    config(&written.dir, &manifest.documents().config)
}

/// The settings have to be written as this version writes them, or as an older one did, which had
/// other names for some.
fn config(dir: &Path, due: &str) -> Result<(), Fault> {
    let path = dir.join(CONFIG);
    let found = read(&path)?;
    let older = RENAMED.iter().fold(due.to_owned(), |text, (old, today)| {
        text.replace(&format!("\n{today} = "), &format!("\n{old} = "))
    });
    if found == due.as_bytes() || found == older.as_bytes() {
        return Ok(());
    }
    let (found, due) = (String::from_utf8_lossy(&found), due);
    let (mut here, mut there, mut line) = (found.split('\n'), due.split('\n'), 0);
    loop {
        line += 1;
        match (here.next(), there.next()) {
            (None, None) => return Ok(()),
            (here, there) if here == there => {}
            (here, there) => {
                let said = |text: Option<&str>| {
                    text.map_or_else(|| "not there".to_owned(), |text| format!("`{text}`"))
                };
                let (here, there) = (said(here), said(there));
                let told = format!("the line is {here}, but by manifest.json it is {there}");
                return Err(Fault::at(&path, line, told));
            }
        }
    }
}
