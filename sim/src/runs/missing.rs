//! `merge --missing`: the shards of a run that are still to be played, each as the command that plays it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use serde_json::json;
use threehand_play::Catalog;

use super::kinds::kind;
use super::merge::MergeArgs;
use super::resume::no_run;
use super::shards::{Shards, State, decided, find, needless};
use crate::experiment::life::settings_of;
use crate::files::place::{MANIFEST, holds_run};
use crate::terminal::failure::{Failure, to_go_on};
use crate::terminal::shown::{shell_path, shell_quoted};
use crate::terminal::stream::{print_bytes, print_json, say};

/// More shards than this are not listed.
const MOST: u64 = 1 << 20;

/// A shard that is to be played.
struct Due {
    number: u64,
    why: &'static str,
    command: String,
}

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
    for shard in shards.values() {
        match &shard.state {
            State::Live => {
                live.push(shard.shard.to_string());
                let dir = shard.written.dir.display();
                say(&format!("{dir}: shard {} is being played", shard.shard));
            }
            State::Broken(error) => say(&format!("{error:#}")),
            State::Finished | State::Unfinished => {}
        }
    }
    unread.iter().for_each(|(_, error)| say(&format!("{error:#}")));
    let unread: Vec<_> = unread.into_iter().map(|(dir, _)| dir).collect();
    let count = first.shard.count;
    if count > MOST {
        return Err(anyhow!("{count} shards are too many to list").into());
    }
    let kind = kind(first.written.run()).ok_or_else(|| no_run(&first.written))?;
    let settings = settings_of(kind, &first.written.of_whole())?;
    let finished = shards.values().filter(|shard| matches!(shard.state, State::Finished)).count();
    let needed = match finished as u64 == count {
        true => None,
        false => decided(catalog, &*settings, &shards)?,
    };
    let mut due = Vec::new();
    if needed.is_none() {
        let mut words = format!("threehand {}", kind.command);
        let flags = kind.flags(&*settings).map_err(|wrong| anyhow!(wrong.reason))?;
        for (name, value) in flags {
            words += &format!(" --{name}");
            if let Some(value) = value {
                words += &format!(" {}", shell_quoted(OsStr::new(&value)));
            }
        }
        due = Commands { words, shards: &shards, unread: &unread, count }.due();
    }
    if args.json {
        let missing = due.iter().map(|Due { number, why, command }| {
            json!({ "shard": format!("{number}/{count}"), "why": why, "command": command })
        });
        return print_json(&json!({ "missing": missing.collect::<Vec<_>>(), "running": live }));
    }
    if let Some(needed) = needed {
        say(&needless(needed, count));
    } else if due.is_empty() && live.is_empty() {
        say(&format!("all {count} shards are there and finished"));
    }
    // As they are: a command that is broken to fit a screen is none.
    print_bytes(due.into_iter().map(|due| due.command + "\n").collect::<String>().as_bytes())
}

/// Makes the commands, in the order of the shards.
struct Commands<'a> {
    /// How each begins.
    words: String,
    shards: &'a Shards,
    unread: &'a [PathBuf],
    count: u64,
}

impl Commands<'_> {
    fn due(&self) -> Vec<Due> {
        let due = (1..=self.count).filter_map(|number| {
            let found = self.shards.get(&number);
            let (why, command) = match found.map(|shard| (&shard.written.dir, &shard.state)) {
                Some((_, State::Finished | State::Live)) => return None,
                Some((dir, State::Unfinished)) => ("unfinished", to_go_on(dir, &[])),
                Some((dir, State::Broken(_))) => ("broken", self.play(number, dir, true)),
                None => {
                    let dir = self.place(number);
                    // Such as what is left where only the manifest is gone.
                    let is_taken = self.unread.contains(&dir) || holds_run(&dir);
                    ("missing", self.play(number, &dir, is_taken))
                }
            };
            Some(Due { number, why, command })
        });
        due.collect()
    }

    fn play(&self, number: u64, dir: &Path, force: bool) -> String {
        let (dir, force) = (shell_path(dir), if force { " --force" } else { "" });
        format!("{} --shard {number}/{} --out {dir}{force}", self.words, self.count)
    }

    /// The folder for a shard that no folder holds: beside the others, and named as they are where their names end in
    /// their numbers.
    fn place(&self, number: u64) -> PathBuf {
        let dirs = || self.shards.iter().map(|(of, shard)| (*of, shard.written.dir.as_path()));
        let named = dirs().find_map(|(of, dir)| {
            let name = dir.file_name()?.to_str()?;
            let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let (start, end) = name.split_at(name.len() - digits);
            (end.parse() == Ok(of)).then(|| format!("{start}{number:0digits$}"))
        });
        let beside = dirs().find_map(|(_, dir)| dir.parent()).unwrap_or(Path::new(""));
        let place = beside.join(named.unwrap_or_else(|| number.to_string()));
        let is_other = place.join(MANIFEST).exists() && !self.unread.contains(&place);
        if is_other || dirs().any(|(_, dir)| dir == place) {
            return beside.join(format!("shard-{number}-of-{}", self.count));
        }
        place
    }
}
