//! The folders of shards, and what makes them shards of one run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};

use crate::experiment::contract::{Experiment, Fold, SavedSums, Stop};
use crate::files::error::FolderError;
use crate::files::locked_folder::{MANIFEST, keep_still};
use crate::files::manifest::SavedManifest;
use crate::files::run_folder::kept_sums;
use crate::io::bounded_read::is_missing;
use crate::settings::shard::Shard;
use crate::terminal::failure::Failure;

/// A shard in a folder.
pub(super) struct FoundShard {
    pub(super) shard: Shard,
    pub(super) written: SavedManifest,
    pub(super) state: State,
}

/// How far a shard is.
pub(super) enum State {
    Finished,
    /// It is being played.
    Live,
    /// It was begun, and nobody plays it now.
    Unfinished,
    /// Its files are not those that the run wrote.
    Broken(anyhow::Error),
}

/// The shards of one run by their numbers.
pub(super) type Shards = BTreeMap<u64, FoundShard>;

/// A folder whose manifest can't be read, and why.
pub(super) type Unread = (PathBuf, anyhow::Error);

/// The shards that are named, or that a named folder holds, and the folders without a manifest that can be read.
///
/// # Errors
/// If a folder can't be read or holds no shard; if two hold shards of different runs, or the same shard.
pub(super) fn find(named: &[PathBuf]) -> Result<(Shards, Vec<Unread>), Failure> {
    let (mut found, mut unread) = (Shards::new(), Vec::new());
    for dir in folders(named)? {
        let written = match SavedManifest::read(&dir) {
            Ok(written) => written,
            Err(error) => {
                unread.push((dir, error));
                continue;
            }
        };
        let shard: Shard = written.text("shard").parse().map_err(|_| {
            let said = dir.display();
            anyhow!("{said} holds no shard but a whole run: a shard is what --shard k/n writes")
        })?;
        if let Some(first) = found.values().next() {
            same_run(first, (shard, &written))?;
        }
        let state = state(&written)?;
        let (number, here) = (shard.number, dir.display());
        if let Some(twin) = found.insert(number, FoundShard { shard, written, state }) {
            let there = twin.written.dir.display();
            return Err(anyhow!("shard {shard} is there twice: {there} and {here}").into());
        }
    }
    Ok((found, unread))
}

/// The folders of runs that are named, or that a named folder holds. A folder in a folder is passed over where no run
/// has begun, and where the run is a whole one, such as what shards were merged to.
///
/// # Errors
/// If a folder can't be read, or holds nothing that may be a shard.
fn folders(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for dir in named {
        if !is_missing(&dir.join(MANIFEST)) || !dir.is_dir() {
            folders.push(dir.clone());
            continue;
        }
        let held = held(dir)?;
        if held.is_empty() {
            let dir = dir.display();
            bail!("{dir}: no manifest.json of a shard in this folder or in those that it holds");
        }
        folders.extend(held);
    }
    Ok(folders)
}

/// The folders in a folder that may be shards, by their names.
fn held(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let said = || dir.display().to_string();
    let mut held = Vec::new();
    for entry in dir.read_dir().with_context(said)? {
        let path = entry.with_context(said)?.path();
        let is_whole =
            |written: SavedManifest| written.value("shard").is_none_or(serde_json::Value::is_null);
        if !is_missing(&path.join(MANIFEST))
            && !SavedManifest::of_any_version(&path).is_ok_and(is_whole)
        {
            held.push(path);
        }
    }
    held.sort_unstable();
    Ok(held)
}

/// How far the shard with this manifest is.
fn state(written: &SavedManifest) -> Result<State, Failure> {
    match keep_still(&written.dir) {
        Ok(_) => {}
        Err(FolderError::Busy { .. }) => return Ok(State::Live),
        Err(error) => return Err(error.into()),
    }
    if written.finished().is_none() {
        return Ok(State::Unfinished);
    }
    Ok(match written.expect_results(&[]) {
        Ok(()) => State::Finished,
        Err(error) => State::Broken(error),
    })
}

/// Checks that two folders hold shards of one run.
fn same_run(first: &FoundShard, (shard, other): (Shard, &SavedManifest)) -> anyhow::Result<()> {
    let (here, there) = (first.written.dir.display(), other.dir.display());
    if let Some((key, a, b)) = first.written.difference(other, &["shard"]) {
        bail!("{here} and {there} are shards of different runs: `{key}` is {a} and {b}");
    }
    let (a, b) = (first.shard.count, shard.count);
    if a != b {
        bail!("{here} is one of {a} shards and {there} one of {b}");
    }
    Ok(())
}

/// How many of its first shards, which have finished, decide an experiment; `None` if they do not.
///
/// # Errors
/// If a shard does not hold what it should.
pub(super) fn decided(
    experiment: &Experiment<'_>,
    shards: &Shards,
) -> Result<Option<usize>, Failure> {
    if !experiment.settings.kind().may_decide {
        return Ok(None);
    }
    let mut fold = experiment.play.fold();
    for (count, (&number, shard)) in (1..).zip(shards) {
        if number != count || !matches!(shard.state, State::Finished) {
            break;
        }
        add_finished(&mut *fold, &shard.written)?;
        if matches!(fold.stop(), Some(Stop::Decided)) {
            return Ok(Some(count as usize));
        }
    }
    Ok(None)
}

/// Adds the sums of the next shard, which has finished.
///
/// # Errors
/// If it does not hold what it should.
pub(super) fn add_finished(fold: &mut dyn Fold, shard: &SavedManifest) -> anyhow::Result<()> {
    let kept = kept_sums(&shard.dir, true)?;
    fold.restore(&SavedSums::of_shard(shard, &kept, None))
}

/// A sentence on the other shards of a run that the first `needed` have decided.
pub(super) fn needless(needed: usize, count: u64) -> String {
    format!("the first {needed} of {count} shards decide: no other is needed")
}
