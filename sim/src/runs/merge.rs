//! `merge`: the shards of a run put together, to what the whole run would have written.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use threehand_play::Catalog;

use super::decided::{decided, told};
use super::kinds::{kind, results};
use super::missing;
use super::resume::no_run;
use super::shards::{folders, same_run, shard_of, twice};
use crate::experiment::life::{Begin, live, settings_of};
use crate::folder::manifest::Written;
use crate::settings::how::How;
use crate::settings::shard::Shard;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shell_path;
use crate::terminal::stream::say;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand merge runs/part1 runs/part2 runs/part3 runs/part4 --out runs/a
  threehand merge runs/parts --out runs/a
  threehand merge --missing runs/parts | bash";

/// A merger as typed.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of all shards of a run, in any order, or a folder that holds them
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// The folder to write
    #[arg(long, short, value_name = "DIR", required_unless_present = "missing")]
    pub out: Option<PathBuf>,
    /// Merge nothing: print the commands that play the shards that are missing, unfinished or broken, a
    /// line each
    #[arg(long, conflicts_with_all = ["out", "force"])]
    pub missing: bool,
    /// Write into a folder that holds another run, and replace it
    #[arg(long)]
    pub force: bool,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// How many missing shards are named.
const NAMED: usize = 8;

/// Merges the shards of a run, or says what is missing.
///
/// # Errors
/// What keeps the shards from making a run, or what went wrong; or that a bot had failed.
pub fn run(catalog: &Catalog<'_>, args: &MergeArgs) -> Result<(), Failure> {
    let Some(out) = args.out.as_deref() else { return missing::run(catalog, args) };
    let (shards, lacks) = read(&args.dirs)?;
    let refused = |told: String| Err(Failure::setting("out", format!("{} {told}", out.display())));
    let is_out = |dir: &Path| {
        dir.canonicalize().ok().is_some_and(|dir| out.canonicalize().is_ok_and(|out| out == dir))
    };
    if shards.iter().any(|shard| is_out(&shard.dir)) {
        return refused("is one of the shards".to_owned());
    }
    if args.dirs.iter().any(|dir| is_out(dir)) {
        let inside = shell_path(&out.join("whole"));
        return refused(format!("holds the shards: name a folder of its own, such as {inside}"));
    }
    let Some(first) = shards.first() else {
        return Err(lacks.unwrap_or_else(|| anyhow!("there is nothing to merge").into()));
    };
    merge(catalog, args, &shards, lacks).map_err(|failure| failure.of_file(&first.place()))
}

/// Merges the shards of a run, some of which may be lacking where the others decide.
fn merge(
    catalog: &Catalog<'_>,
    args: &MergeArgs,
    mut shards: &[Written],
    lacks: Option<Failure>,
) -> Result<(), Failure> {
    let MergeArgs { out, force, json, quiet, .. } = args;
    let kind = kind(shards[0].run()).ok_or_else(|| no_run(&shards[0]))?;
    let settings = settings_of(kind, &shards[0].of_whole())?;
    if let Some(lacks) = lacks {
        let of = |written: &Written| shard_of(written).ok();
        let in_order = (1..)
            .zip(shards)
            .take_while(|(number, shard)| of(shard).is_some_and(|shard| shard.number == *number));
        let first: Vec<_> = in_order.map(|(_, shard)| shard).collect();
        let Some(needed) = decided(catalog, &*settings, &first)? else { return Err(lacks) };
        if !quiet {
            say(&told(needed, of(&shards[0]).map_or(0, |shard| shard.count)));
        }
        shards = &shards[..needed];
    }
    let how = How { out: out.clone(), force: *force, json: *json, quiet: *quiet, ..How::default() };
    live(catalog, &*settings, &how, Begin::Shards(shards), &results())
}

/// The manifests of the finished shards of one run, in order, and what is said of the others, if these are not all.
fn read(dirs: &[PathBuf]) -> Result<(Vec<Written>, Option<Failure>), Failure> {
    let mut shards: Vec<(Shard, Written)> = Vec::new();
    let mut unfinished = None;
    for dir in &folders(dirs)? {
        let written = Written::read(dir)?;
        let shard = match finished_shard(dir, &written)? {
            Ok(shard) => shard,
            Err(failure) => {
                unfinished.get_or_insert(failure);
                continue;
            }
        };
        if let Some((_, first)) = shards.first() {
            same_run(first, &written)?;
        }
        if let Some((_, twin)) = shards.iter().find(|(other, _)| *other == shard) {
            return Err(twice(shard, twin, &written).into());
        }
        shards.push((shard, written));
    }
    shards.sort_by_key(|(shard, _)| shard.number);
    let lacks = unfinished.or_else(|| missing_of(&shards));
    Ok((shards.into_iter().map(|(_, written)| written).collect(), lacks))
}

/// What is said of the shards that are not among these; `None` if these are all.
fn missing_of(shards: &[(Shard, Written)]) -> Option<Failure> {
    let &(Shard { count, .. }, _) = shards.first()?;
    // A count may be any number, so only the first that are missing are looked for.
    let number = count - shards.len() as u64;
    let missing = (1..=count).filter(|number| shards.iter().all(|(s, _)| s.number != *number));
    let missing: Vec<_> = missing.take(NAMED).map(|number| format!("{number}/{count}")).collect();
    let told = match missing.as_slice() {
        [] => return None,
        [one] => format!("shard {one} is missing"),
        named if number > named.len() as u64 => {
            let more = number - named.len() as u64;
            format!("shards {} and {more} more are missing", named.join(", "))
        }
        [some @ .., last] => format!("shards {} and {last} are missing", some.join(", ")),
    };
    Some(anyhow!(told).into())
}

/// Which shard a folder holds; or what is said of a shard that is not finished.
///
/// # Errors
/// If the folder holds no shard, or not what the shard wrote.
fn finished_shard(dir: &Path, written: &Written) -> Result<Result<Shard, Failure>, Failure> {
    let shard = shard_of(written)?;
    if written.finished().is_none() {
        let told = anyhow!("{}: shard {shard} is not finished", dir.display());
        return Ok(Err(Failure::from(told).resumable(dir, &[])));
    }
    written.expect_results(&results(), &[])?;
    Ok(Ok(shard))
}
