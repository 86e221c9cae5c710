//! `merge --missing`: the shards of a run that are still to be played, each as the command that plays it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use serde_json::json;
use threehand_play::Catalog;

use super::decided;
use super::kinds::{kind, results};
use super::merge::MergeArgs;
use super::resume::no_run;
use super::shards::{folders, same_run, shard_of, twice};
use crate::experiment::life::settings_of;
use crate::folder::error::FolderError;
use crate::folder::manifest::Written;
use crate::folder::place::{MANIFEST, holds_run, keep_still};
use crate::settings::shard::Shard;
use crate::terminal::failure::{Failure, to_go_on};
use crate::terminal::shown::{shell_path, shell_quoted};
use crate::terminal::stream::{print_bytes, print_json, say};

/// More shards than this are not listed.
const MOST: u64 = 1 << 20;

/// Why a shard is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// No folder holds it.
    Missing,
    /// It was begun, and nobody plays it now.
    Unfinished,
    /// Its files are not those that the run wrote.
    Broken,
}

impl Why {
    const fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unfinished => "unfinished",
            Self::Broken => "broken",
        }
    }
}

/// A shard in a folder.
struct Found {
    written: Written,
    /// Why the shard is to be played, if it is.
    why: Option<Why>,
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
    let (mut found, mut unread, mut live) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut count = 0;
    for dir in folders(&args.dirs)? {
        let written = match Written::read(&dir) {
            Ok(written) => written,
            Err(error) => {
                unread.push((dir, error));
                continue;
            }
        };
        let shard = shard_of(&written)?;
        if let Some(Found { written: first, .. }) = found.values().next() {
            same_run(first, &written)?;
        }
        let (why, told) = judge(&written, shard)?;
        if why.is_none() && written.finished().is_none() {
            live.push(shard.to_string());
        }
        if let Some(told) = told {
            say(&told);
        }
        if let Some(twin) = found.get(&shard.number) {
            return Err(twice(shard, &twin.written, &written).into());
        }
        count = shard.count;
        found.insert(shard.number, Found { written, why });
    }
    let Some(first) = found.values().next() else {
        // What run it is, nothing says.
        let (_, error) = unread.swap_remove(0);
        return Err(error.into());
    };
    unread.iter().for_each(|(_, error)| say(&format!("{error:#}")));
    let unread: Vec<_> = unread.into_iter().map(|(dir, _)| dir).collect();
    if count > MOST {
        return Err(anyhow!("{count} shards are too many to list").into());
    }
    let commands = Commands { catalog, found: &found, unread: &unread, count };
    let (due, needed) = commands.due(first)?;
    if args.json {
        let missing = due.iter().map(|(number, why, command)| {
            json!({ "shard": format!("{number}/{count}"), "why": why.word(), "command": command })
        });
        return print_json(&json!({ "missing": missing.collect::<Vec<_>>(), "running": live }));
    }
    if let Some(needed) = needed {
        say(&decided::told(needed, count));
    } else if due.is_empty() && live.is_empty() {
        say(&format!("all {count} shards are there and finished"));
    }
    // As they are: a command that is broken to fit a screen is none.
    print_bytes(
        due.into_iter().map(|(_, _, command)| command + "\n").collect::<String>().as_bytes(),
    )
}

/// Why a shard that a folder holds is to be played, and what is said of that or of why it is not.
fn judge(written: &Written, shard: Shard) -> Result<(Option<Why>, Option<String>), Failure> {
    match keep_still(&written.dir) {
        Ok(_) => {}
        Err(FolderError::Busy { .. }) => {
            let told = format!("{}: shard {shard} is being played", written.dir.display());
            return Ok((None, Some(told)));
        }
        Err(error) => return Err(error.into()),
    }
    if written.finished().is_none() {
        return Ok((Some(Why::Unfinished), None));
    }
    Ok(match written.expect_results(&results(), &[]) {
        Ok(()) => (None, None),
        Err(error) => (Some(Why::Broken), Some(format!("{error:#}"))),
    })
}

/// Makes the commands, in the order of the shards.
struct Commands<'a> {
    catalog: &'a Catalog<'a>,
    found: &'a BTreeMap<u64, Found>,
    unread: &'a [PathBuf],
    count: u64,
}

/// A shard that is to be played, why, and by which command.
type Due = (u64, Why, String);

impl Commands<'_> {
    /// The shards to play, or how many suffice where the first decide.
    fn due(&self, first: &Found) -> Result<(Vec<Due>, Option<usize>), Failure> {
        let &Self { catalog, found, unread, count } = self;
        let kind = kind(first.written.run()).ok_or_else(|| no_run(&first.written))?;
        let settings = settings_of(kind, &first.written.of_whole())?;
        let is_done = |shard: &Found| shard.why.is_none() && shard.written.finished().is_some();
        let in_order =
            (1..).zip(found).take_while(|(due, (number, shard))| due == *number && is_done(shard));
        let in_order: Vec<_> = in_order.map(|(_, (_, shard))| &shard.written).collect();
        if (in_order.len() as u64) < count
            && let Some(needed) = decided::decided(catalog, &*settings, &in_order)?
        {
            return Ok((Vec::new(), Some(needed)));
        }
        let mut words = format!("threehand {}", kind.command);
        let flags = kind.flags(&*settings).map_err(|wrong| anyhow!(wrong.told))?;
        for (name, value) in flags {
            words += &format!(" --{name}");
            if let Some(value) = value {
                words += &format!(" {}", shell_quoted(OsStr::new(&value)));
            }
        }
        let play = |number: u64, dir: &Path, force: bool| {
            let (dir, force) = (shell_path(dir), if force { " --force" } else { "" });
            format!("{words} --shard {number}/{count} --out {dir}{force}")
        };
        let due = (1..=count).filter_map(|number| {
            let (why, command) = match found.get(&number) {
                None => {
                    let dir = self.place(number);
                    // Such as what is left where only the manifest is gone.
                    let is_taken = unread.contains(&dir) || holds_run(&dir, &results());
                    (Why::Missing, play(number, &dir, is_taken))
                }
                Some(Found { why: None, .. }) => return None,
                Some(Found { written, why: Some(Why::Unfinished) }) => {
                    (Why::Unfinished, to_go_on(&written.dir, &[]))
                }
                Some(Found { written, why: Some(why) }) => (*why, play(number, &written.dir, true)),
            };
            Some((number, why, command))
        });
        Ok((due.collect(), None))
    }
}

impl Commands<'_> {
    /// The folder for a shard that no folder holds: beside the others, and named as they are where their names end in
    /// their numbers.
    fn place(&self, number: u64) -> PathBuf {
        let dirs = || self.found.iter().map(|(of, shard)| (*of, shard.written.dir.as_path()));
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
