//! `verify DIR`: the audit of a run's folder.

use std::path::Path;

use anyhow::anyhow;
use serde_json::{Map, Value};
use threehand_play::Catalog;

use super::kinds::experiment_of;
use crate::experiment::run::Run;
use crate::files::audit::compare::parse;
use crate::files::audit::file_fault::FileFault;
use crate::files::locked_folder::{MANIFEST, keep_still};
use crate::files::manifest::SavedManifest;
use crate::io::bounded_read::is_missing;
use crate::kinds::tournament;
use crate::play::schedule::{Format, Schedule};
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;

/// Audits the folder of a run; with `again`, by playing it again. What was already `checked` in it is said besides.
///
/// # Errors
/// The first thing that is wrong with the folder; that a live run holds the folder.
pub fn run(
    catalog: &Catalog<'_>,
    dir: &Path,
    options: RunOptions,
    again: bool,
    checked: Vec<String>,
) -> Result<(), Failure> {
    let _still = keep_still(dir)?;
    if !is_missing(&dir.join(MANIFEST)) {
        check_size(dir)?;
    }
    let written = &SavedManifest::read(dir)?;
    let experiment = experiment_of(catalog, written)?;
    let options = RunOptions { out: Some(dir.to_owned()), ..options };
    let audited = Run::audit(experiment, &options, written, again, checked);
    audited.map_err(|failure| match failure.of_file(&written.place()) {
        // Another build writes other files; it is no reason why one can't be read, or a bot is missing.
        Failure::Failed(fault)
            if fault.chain().any(|cause| cause.downcast_ref::<FileFault>().is_some())
                && written.expect_results(&[]).is_ok() =>
        {
            let version = env!("CARGO_PKG_VERSION");
            let build = format!("another build of threehand {version} may have written it");
            anyhow!("{fault:#}; the files have the results_hash of the manifest, so {build}").into()
        }
        other => other,
    })
}

/// Checks that the line-ups of a tournament are as many as its bots make: then a forged number of bots asks for
/// no more memory than the manifest itself takes.
fn check_size(dir: &Path) -> Result<(), FileFault> {
    let path = dir.join(MANIFEST);
    let map: Map<String, Value> = parse(&path)?;
    let list = |key: &str| map.get(key).and_then(Value::as_array);
    let is_spec = |spec: &Value| spec.as_str().is_some_and(|spec| !spec.contains(','));
    let specs = list("specs").filter(|specs| specs.iter().all(is_spec));
    let specs = specs.ok_or_else(|| FileFault::of(&path, "specs is no list of specs"))?;
    if map.get("run").is_some_and(|run| run == tournament::KIND.command) {
        let (bots, lineups) = (specs.len(), list("lineups").map_or(0, Vec::len));
        let format = map.get("format").and_then(Value::as_str).and_then(|name| name.parse().ok());
        let format = format.unwrap_or(Format::default_for(bots));
        // Too many line-ups are refused when the settings are read.
        if let Ok(due) = Schedule::new(format, bots)
            && lineups != due.len()
        {
            let reason = format!("lineups are {lineups}, but {bots} bots make {}", due.len());
            return Err(FileFault::of(&path, reason));
        }
    }
    Ok(())
}
