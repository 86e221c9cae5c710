//! The folders of shards, and what makes them shards of one run.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};

use crate::folder::manifest::{STANDS_FOR, Written};
use crate::folder::place::MANIFEST;
use crate::settings::shard::Shard;

/// The folders of runs that are named, or that a named folder holds. A folder in a folder is passed over where no run
/// has begun, and where the run is a whole one, such as what shards were merged to.
///
/// # Errors
/// If a folder can't be read, or holds nothing that may be a shard.
pub(super) fn folders(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for dir in named {
        if dir.join(MANIFEST).exists() || !dir.is_dir() {
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
            |written: Written| written.value("shard").is_none_or(serde_json::Value::is_null);
        if path.join(MANIFEST).exists() && !Written::of_any_version(&path).is_ok_and(is_whole) {
            held.push(path);
        }
    }
    held.sort_unstable();
    Ok(held)
}

/// Which shard a folder holds.
///
/// # Errors
/// If the folder holds a whole run.
pub(super) fn shard_of(written: &Written) -> anyhow::Result<Shard> {
    written.text("shard").parse().map_err(|_| {
        let said = written.dir.display();
        anyhow!("{said} holds no shard but a whole run: a shard is what --shard k/n writes")
    })
}

/// Sees to it that two folders hold shards of one run.
///
/// # Errors
/// In what their runs differ.
pub(super) fn same_run(first: &Written, other: &Written) -> anyhow::Result<()> {
    let part = |written: &Written| {
        written.text("shard").split_once('/').map(|(_, count)| count.to_owned())
    };
    let (here, there) = (first.dir.display(), other.dir.display());
    // What bots stand for is compared with what they stand for now, once the game is known.
    if let Some((key, a, b)) = first.difference(other, &["shard", STANDS_FOR]) {
        bail!("{here} and {there} are shards of different runs: `{key}` is {a} and {b}");
    }
    if let (Some(a), Some(b)) = (part(first), part(other))
        && a != b
    {
        bail!("{here} is one of {a} shards and {there} one of {b}");
    }
    Ok(())
}

/// What is said of a shard that two folders hold.
pub(super) fn twice(shard: Shard, one: &Written, other: &Written) -> anyhow::Error {
    anyhow!("shard {shard} is there twice: {} and {}", one.dir.display(), other.dir.display())
}
