//! `merge`: the shards of a run put together, to what the whole run would have written.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use threehand_play::Catalog;

use super::kinds::experiment_of;
use super::missing;
use super::shards::{FoundShard, Shards, State, add_finished, decided, find, needless};
use crate::experiment::contract::{Experiment, SavedSums};
use crate::experiment::ending::print_so_far;
use crate::experiment::finished::noted;
use crate::experiment::run::{Run, noted_sums};
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;
use crate::terminal::number::list;
use crate::terminal::shown::shell_path;
use crate::terminal::stream::say;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand merge runs/part1 runs/part2 runs/part3 runs/part4 --out runs/a
  threehand merge runs/parts --out runs/a
  threehand merge --so-far runs/parts
  threehand merge --missing runs/parts | bash";

/// A merger as typed.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of all shards of a run, in any order, or a folder that holds them
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// The folder to write
    #[arg(long, short, value_name = "DIR", required_unless_present_any = ["missing", "so_far"])]
    pub out: Option<PathBuf>,
    /// Merge nothing: print the commands that play the shards that are missing, unfinished or broken, a
    /// line each
    #[arg(long, conflicts_with_all = ["out", "force"])]
    pub missing: bool,
    /// Write nothing: print the summary of the blocks that the shards have so far, also while they go on
    #[arg(long, conflicts_with_all = ["out", "force", "missing"])]
    pub so_far: bool,
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
    if args.missing {
        return missing::run(catalog, args);
    }
    let (shards, unread) = find(&args.dirs)?;
    if let Some((_, error)) = unread.into_iter().next() {
        return Err(error.into());
    }
    let Some(first) = shards.values().next() else {
        return Err(anyhow!("there is nothing to merge").into());
    };
    let (count, place) = (first.shard.count, first.written.place());
    let experiment = experiment_of(catalog, &first.written.of_whole())?;
    let Some(out) = args.out.as_deref() else {
        return so_far(catalog, &experiment, &shards, args.json);
    };
    let refused =
        |reason: String| Err(Failure::setting("out", format!("{} {reason}", out.display())));
    let is_out = |dir: &Path| {
        dir.canonicalize().ok().is_some_and(|dir| out.canonicalize().is_ok_and(|out| out == dir))
    };
    let is_in = |dir: &Path| {
        std::path::absolute(dir).is_ok_and(|dir| {
            std::path::absolute(out).is_ok_and(|out| out != dir && out.starts_with(dir))
        })
    };
    let dirs = || shards.values().map(|shard| &*shard.written.dir);
    if dirs().any(is_out) {
        return refused("is one of the shards".to_owned());
    }
    if dirs().any(is_in) {
        return refused("is in the folder of a shard".to_owned());
    }
    if args.dirs.iter().any(|dir| is_out(dir)) {
        let inside = shell_path(&out.join("whole"));
        return refused(format!("holds the shards: name a folder of its own, such as {inside}"));
    }
    let mut needed = shards.len();
    if let Some(lacks) = lacks(&shards, count)? {
        // Shards may be missing where the first decide.
        needed = decided(&experiment, &shards)?.ok_or(lacks)?;
        if !args.quiet {
            say(&needless(needed, count));
        }
    }
    let shards = shards.into_values().take(needed).map(|found| (found.shard, found.written));
    let MergeArgs { out, force, json, quiet, .. } = args;
    let options = RunOptions {
        out: out.clone(),
        force: *force,
        json: *json,
        quiet: *quiet,
        ..RunOptions::default()
    };
    Run::merge(experiment, &options, &shards.collect::<Vec<_>>())
        .map_err(|failure| failure.of_file(&place))
}

/// Prints what the shards that are there come to; of a run that may be decided before its last block only those without
/// a gap before them.
fn so_far(
    catalog: &Catalog<'_>,
    whole: &Experiment<'_>,
    shards: &Shards,
    is_json: bool,
) -> Result<(), Failure> {
    let mut fold = whole.play.fold();
    let mut due = 1;
    for (&number, FoundShard { written, state, .. }) in shards {
        if whole.settings.kind().may_decide && number != due {
            break;
        }
        match state {
            State::Broken(error) => return Err(anyhow!("{error:#}").into()),
            State::Finished => {
                add_finished(&mut *fold, written)?;
                due = number + 1;
            }
            State::Live | State::Unfinished => {
                let shard = experiment_of(catalog, written)?;
                if let Some(note) = noted(&shard, written)? {
                    let sums = noted_sums(&written.dir, &note);
                    fold.restore(&SavedSums { of_shard: true, ..sums })?;
                }
            }
        }
    }
    print_so_far(whole, &*fold, is_json)
}

/// What is said of the shards that are not finished or not there; `None` if all are.
fn lacks(shards: &Shards, count: u64) -> Result<Option<Failure>, Failure> {
    let mut unfinished = None;
    for FoundShard { shard, written, state } in shards.values() {
        match state {
            State::Finished => {}
            State::Broken(error) => return Err(anyhow!("{error:#}").into()),
            State::Live | State::Unfinished => {
                let reason = anyhow!("{}: shard {shard} is not finished", written.dir.display());
                unfinished
                    .get_or_insert_with(|| Failure::from(reason).resumable(&written.dir, &[]));
            }
        }
    }
    // A count may be any number, so only the first that are missing are looked for.
    let all = (count - shards.len() as u64) as usize;
    let missing = (1..=count).filter(|number| !shards.contains_key(number)).take(NAMED);
    let mut names: Vec<_> = missing.map(|number| format!("{number}/{count}")).collect();
    if all > NAMED {
        names.push(format!("{} more", all - NAMED));
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let missing = match all {
        0 => None,
        1 => Some(format!("shard {} is missing", names[0])),
        _ => Some(format!("shards {} are missing", list(&names))),
    };
    Ok(unfinished.or_else(|| missing.map(|reason| anyhow!(reason).into())))
}
