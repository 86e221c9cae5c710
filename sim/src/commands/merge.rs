//! `merge`: the shards of a run put together, to what the whole run would have written.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use threehand_bots::Registry;

use super::resume::{command, no_run};
use super::{compare, tournament};
use crate::cli::{Command, MergeArgs};
use crate::failure::Failure;
use crate::output::folder::hash_of_folder;
use crate::output::manifest::Written;
use crate::shard::Shard;

/// How many missing shards are named.
const NAMED: usize = 8;

/// Merges the shards of a run.
pub fn run(lab: &impl Registry, args: &MergeArgs) -> Result<(), Failure> {
    let shards = read(&args.dirs)?;
    let first = &shards[0];
    let out = args.out.canonicalize().ok();
    if out.is_some() && shards.iter().any(|shard| shard.dir.canonicalize().ok() == out) {
        return Err(Failure::usage(anyhow!("--out: {} is one of the shards", args.out.display())));
    }
    let dirs: Vec<_> = shards.iter().map(|shard| shard.dir.as_path()).collect();
    match command(first, &first.words_of_whole()?)? {
        Command::Tournament(mut run) => {
            run.out = Some(args.out.clone());
            run.force = args.force;
            run.json = args.json;
            run.quiet = args.quiet;
            tournament::merge(lab, &run, &dirs)
        }
        Command::Compare(mut run) => {
            run.out = Some(args.out.clone());
            run.force = args.force;
            run.stage.json = args.json;
            run.stage.quiet = args.quiet;
            compare::merge(lab, &run, &dirs)
        }
        _ => Err(Failure::Failed(no_run(first))),
    }
}

/// The manifests of all shards of one run, in order.
fn read(dirs: &[PathBuf]) -> anyhow::Result<Vec<Written>> {
    let mut shards: Vec<(Shard, Written)> = Vec::new();
    for dir in dirs {
        let written = Written::read(dir)?;
        let shard = finished_shard(dir, &written)?;
        if let Some((_, first)) = shards.first() {
            same_run(first, &written)?;
        }
        if let Some((_, twin)) = shards.iter().find(|(other, _)| *other == shard) {
            bail!("shard {shard} is there twice: {} and {}", twin.dir.display(), dir.display());
        }
        shards.push((shard, written));
    }
    shards.sort_by_key(|(shard, _)| shard.number);
    let Some(&(Shard { count, .. }, _)) = shards.first() else {
        bail!("there is nothing to merge");
    };
    // A count may be any number, so only the first that are missing are looked for.
    let number = count - shards.len() as u64;
    let missing = (1..=count).filter(|number| shards.iter().all(|(s, _)| s.number != *number));
    let missing: Vec<_> = missing.take(NAMED).map(|number| format!("{number}/{count}")).collect();
    match missing.as_slice() {
        [] => Ok(shards.into_iter().map(|(_, written)| written).collect()),
        [one] => bail!("shard {one} is missing"),
        named if number > named.len() as u64 => {
            let more = number - named.len() as u64;
            bail!("shards {} and {more} more are missing", named.join(", "))
        }
        [some @ .., last] => bail!("shards {} and {last} are missing", some.join(", ")),
    }
}

/// Which shard a folder holds, finished and unharmed.
fn finished_shard(dir: &Path, written: &Written) -> anyhow::Result<Shard> {
    let said = dir.display();
    let shard = written.text("shard").parse().map_err(|_| {
        anyhow!("{said} holds no shard but a whole run: a shard is what --shard k/n writes")
    })?;
    let Some((_, hash)) = written.finished() else {
        bail!("{said}: shard {shard} is not finished; {}", super::resume::to_go_on(dir));
    };
    if hash_of_folder(dir)? != hash {
        bail!(
            "{said}: the files of shard {shard} are not those that the run wrote (they don't have \
             its results_hash): play it again with --force"
        );
    }
    Ok(shard)
}

fn same_run(first: &Written, other: &Written) -> anyhow::Result<()> {
    let part = |written: &Written| {
        written.text("shard").split_once('/').map(|(_, count)| count.to_owned())
    };
    let (here, there) = (first.dir.display(), other.dir.display());
    if let Some((key, a, b)) = first.difference(other, &["shard"]) {
        bail!("{here} and {there} are shards of different runs: `{key}` is {a} and {b}");
    }
    if let (Some(a), Some(b)) = (part(first), part(other))
        && a != b
    {
        bail!("{here} is one of {a} shards and {there} one of {b}");
    }
    Ok(())
}
