//! `merge --missing`: the shards of a run that are still to be played, each as the command that plays it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use serde_json::json;
use threehand_play::Catalog;

use super::kinds::experiment_of;
use super::merge::MergeArgs;
use super::shards::{FoundShard, Shards, State, decided, find, needless};
use crate::experiment::contract::Settings;
use crate::files::locked_folder::{MANIFEST, holds_run};
use crate::io::bounded_read::is_missing;
use crate::terminal::failure::{Failure, to_go_on};
use crate::terminal::shown::{shell_path, shell_quoted};
use crate::terminal::stream::{print_bytes, print_json, say};

/// More shards than this are not listed.
const MOST: u64 = 1 << 20;

/// Prints the commands that play what is missing.
///
/// # Errors
/// If the folders hold shards of different runs, or none; if a folder can't be read.
pub(super) fn run(catalog: &Catalog<'_>, args: &MergeArgs) -> Result<(), Failure> {
    let say = |text: &str| {
        if !args.quiet {
            say(text);
        }
    };
    let (shards, mut unread) = find(&args.dirs)?;
    let Some(first) = shards.values().next() else {
        // What run it is, nothing says.
        let (_, error) = unread.swap_remove(0);
        return Err(error.into());
    };
    let mut live = Vec::new();
    for FoundShard { shard, written, state } in shards.values() {
        match state {
            State::Live => {
                live.push(shard.to_string());
                say(&format!("{}: shard {shard} is being played", written.dir.display()));
            }
            State::Broken(error) => say(&format!("{error:#}")),
            State::Finished | State::Unfinished => {}
        }
    }
    unread.iter().for_each(|(_, error)| say(&format!("{error:#}")));
    let count = first.shard.count;
    if count > MOST {
        return Err(anyhow!("{count} shards are too many to list").into());
    }
    let experiment = experiment_of(catalog, &first.written.of_whole())?;
    let finished = shards.values().filter(|shard| matches!(shard.state, State::Finished)).count();
    let needed = match finished as u64 == count {
        true => None,
        false => decided(&experiment, &shards)?,
    };
    let mut due = Vec::new();
    if needed.is_none() {
        let unread: Vec<_> = unread.into_iter().map(|(dir, _)| dir).collect();
        let start = command(&*experiment.settings)?;
        let to_play = |number: u64| {
            let play = |dir: &Path, force: bool| {
                let (dir, force) = (shell_path(dir), if force { " --force" } else { "" });
                format!("{start} --shard {number}/{count} --out {dir}{force}")
            };
            let (why, command) = match shards.get(&number) {
                None => {
                    let dir = place(&shards, &unread, number);
                    // Such as what is left where only the manifest is gone.
                    ("missing", play(&dir, unread.contains(&dir) || holds_run(&dir)))
                }
                Some(FoundShard { written, state, .. }) => match state {
                    State::Finished | State::Live => return None,
                    State::Unfinished => ("unfinished", to_go_on(&written.dir, &[])),
                    State::Broken(_) => ("broken", play(&written.dir, true)),
                },
            };
            Some((format!("{number}/{count}"), why, command))
        };
        due = (1..=count).filter_map(to_play).collect();
    }
    if args.json {
        let missing = due
            .iter()
            .map(|(shard, why, command)| json!({ "shard": shard, "why": why, "command": command }));
        return print_json(&json!({ "missing": missing.collect::<Vec<_>>(), "running": live }));
    }
    if let Some(needed) = needed {
        say(&needless(needed, count));
    } else if due.is_empty() && live.is_empty() {
        say(&format!("all {count} shards are there and finished"));
    }
    // As they are: a command that is broken to fit a screen is none.
    let lines: String = due.into_iter().map(|(_, _, command)| command + "\n").collect();
    print_bytes(lines.as_bytes())
}

/// The command that plays a run with these settings.
fn command(settings: &dyn Settings) -> anyhow::Result<String> {
    let kind = settings.kind();
    let mut words = format!("threehand {}", kind.command);
    for (name, value) in kind.flags(settings).map_err(|wrong| anyhow!(wrong.reason))? {
        words += &format!(" --{name}");
        if let Some(value) = value {
            words += &format!(" {}", shell_quoted(OsStr::new(&value)));
        }
    }
    Ok(words)
}

/// The folder for a shard that no folder holds: beside the others, and named as they are where their names end in
/// their numbers.
fn place(shards: &Shards, unread: &[PathBuf], number: u64) -> PathBuf {
    let dirs = || shards.iter().map(|(of, found)| (*of, found.written.dir.as_path()));
    let named = dirs().find_map(|(of, dir)| {
        let name = dir.file_name()?.to_str()?;
        let start = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = name.len() - start.len();
        (name[start.len()..].parse() == Ok(of)).then(|| format!("{start}{number:0digits$}"))
    });
    let beside = dirs().find_map(|(_, dir)| dir.parent()).unwrap_or(Path::new(""));
    let place = beside.join(named.unwrap_or_else(|| number.to_string()));
    let is_other = !is_missing(&place.join(MANIFEST)) && !unread.contains(&place);
    if is_other || dirs().any(|(_, dir)| dir == place) {
        let count = shards.values().next().map_or(0, |found| found.shard.count);
        return beside.join(format!("shard-{number}-of-{count}"));
    }
    place
}
