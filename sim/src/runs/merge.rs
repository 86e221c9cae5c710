//! `merge`: the shards of a run put together, to what the whole run would have written.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use threehand_play::Catalog;

use super::kinds::kind;
use super::missing;
use super::resume::no_run;
use super::shards::{Shards, State, decided, find, needless};
use crate::experiment::life::{Begin, live, settings_of};
use crate::files::manifest::Written;
use crate::settings::how::How;
use crate::terminal::failure::Failure;
use crate::terminal::number::list;
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
    let (shards, unread) = find(&args.dirs)?;
    if let Some((_, error)) = unread.into_iter().next() {
        return Err(error.into());
    }
    let refused =
        |reason: String| Err(Failure::setting("out", format!("{} {reason}", out.display())));
    let is_out = |dir: &Path| {
        dir.canonicalize().ok().is_some_and(|dir| out.canonicalize().is_ok_and(|out| out == dir))
    };
    if shards.values().any(|shard| is_out(&shard.written.dir)) {
        return refused("is one of the shards".to_owned());
    }
    if args.dirs.iter().any(|dir| is_out(dir)) {
        let inside = shell_path(&out.join("whole"));
        return refused(format!("holds the shards: name a folder of its own, such as {inside}"));
    }
    let Some(first) = shards.values().next() else {
        return Err(anyhow!("there is nothing to merge").into());
    };
    let place = first.written.place();
    merge(catalog, args, shards).map_err(|failure| failure.of_file(&place))
}

/// Merges the shards of a run. Shards may be missing where the first decide.
fn merge(catalog: &Catalog<'_>, args: &MergeArgs, shards: Shards) -> Result<(), Failure> {
    let MergeArgs { out, force, json, quiet, .. } = args;
    let first = shards.values().next().expect("there are some");
    let (count, written) = (first.shard.count, &first.written);
    let kind = kind(written.run()).ok_or_else(|| no_run(written))?;
    let settings = settings_of(kind, &written.of_whole())?;
    let mut needed = shards.len();
    if let Some(lacks) = lacks(&shards, count)? {
        needed = decided(catalog, &*settings, &shards)?.ok_or(lacks)?;
        if !quiet {
            say(&needless(needed, count));
        }
    }
    let shards = shards.into_values().take(needed).map(|shard| shard.written);
    let shards: Vec<Written> = shards.collect();
    let how = How { out: out.clone(), force: *force, json: *json, quiet: *quiet, ..How::default() };
    live(catalog, &*settings, &how, Begin::Shards(&shards))
}

/// What is said of the shards that are not finished or not there; `None` if all are.
fn lacks(shards: &Shards, count: u64) -> Result<Option<Failure>, Failure> {
    let mut unfinished = None;
    for shard in shards.values() {
        match &shard.state {
            State::Finished => {}
            State::Broken(error) => return Err(anyhow!("{error:#}").into()),
            State::Live | State::Unfinished => {
                let dir = &shard.written.dir;
                let reason = anyhow!("{}: shard {} is not finished", dir.display(), shard.shard);
                unfinished.get_or_insert_with(|| Failure::from(reason).resumable(dir, &[]));
            }
        }
    }
    // A count may be any number, so only the first that are missing are looked for.
    let number = count - shards.len() as u64;
    let missing = (1..=count).filter(|number| !shards.contains_key(number)).take(NAMED);
    let missing: Vec<_> = missing.map(|number| format!("{number}/{count}")).collect();
    let names: Vec<_> = missing.iter().map(String::as_str).collect();
    let reason = match names.as_slice() {
        [] => return Ok(unfinished),
        [one] => format!("shard {one} is missing"),
        named if number > named.len() as u64 => {
            let more = number - named.len() as u64;
            format!("shards {} and {more} more are missing", named.join(", "))
        }
        named => format!("shards {} are missing", list(named)),
    };
    Ok(unfinished.or_else(|| Some(anyhow!(reason).into())))
}
