//! `manifest.json`: what was run, by what, and what came out.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, anyhow, bail};
use serde_json::{Map, Value};
use threehand_engine::json;

use super::absent::no_manifest;
use super::hash::{hash_of_folder, hashes_beside, sha256};
use super::locked_folder::{FORFEITS, GAME, MANIFEST, SUMS, to_json};
use crate::io::bounded_read::read_file;
use crate::settings::config::to_toml;
use crate::settings::fields::{Fields, Flag};
use crate::settings::run_options::RunOptions;
use crate::settings::{manifest_key, of_manifest};

/// The keys that stand first, whether they are settings or what the settings came to. The other
/// settings follow in their own order.
const FIRST: [&str; 11] = [
    "game",
    "variant",
    "rules_version",
    "rules",
    "variants",
    "options",
    "bots",
    "specs",
    "stands_for",
    "format",
    "lineups",
];

/// The longest manifest, in bytes: the line-ups of the largest tournament take a small part of it.
const LONGEST: u64 = 1 << 24;

/// The number of blocks.
pub const BLOCKS: &str = "blocks";

/// Keys of numbers that had another name once: the older name, and the name of today.
const RENAMED: [(&str, &str); 1] = [("matches", BLOCKS)];

/// What may differ between two sittings of one run.
const HOW: [&str; 9] =
    ["command", "threads", "started", "finished", "results_hash", FILES, FAILURES, PROGRAMS, TIMES];

/// The SHA-256 of the files of a finished run that are no results, but that results are read by.
pub const FILES: &str = "files_sha256";

/// How often bots failed, by bot and kind of failure.
pub const FAILURES: &str = "failures";

/// The programs that play, by bot: who they say that they are, and their files. They are compared by what plays them.
pub const PROGRAMS: &str = "programs";

/// The SHA-256 of the file of the game, if it was read from one.
pub const GAME_SHA256: &str = "game_sha256";

/// What the programs' decisions took in the last sitting, by bot.
pub const TIMES: &str = "times";

/// All that is needed to repeat a run, and what came out. What decides the results goes by the names
/// of the flags; only the bots' specs are in `specs`, and their labels in `bots`.
#[derive(Clone, Debug)]
pub struct Manifest {
    map: Map<String, Value>,
    /// The content of `config.toml`, which repeats the run.
    pub config: String,
    /// The content of `game.toml`, if the game was read from a file.
    pub game: Option<String>,
}

fn now() -> String {
    date(SystemTime::now())
}

/// The date of a time; of one before 1970 or after the year 9999, as of a wrong clock, the nearest within.
fn date(time: SystemTime) -> String {
    let last = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799);
    humantime::format_rfc3339(time.clamp(SystemTime::UNIX_EPOCH, last)).to_string()
}

impl Manifest {
    /// The manifest of a run that now starts, or that is carried on: its settings, what they came
    /// to in the game, and the command as typed.
    pub fn new(
        (run, fields): (&str, &Fields),
        mut settings: Map<String, Value>,
        mut facts: Map<String, Value>,
        command: String,
        threads: usize,
        resumed: Option<&SavedManifest>,
    ) -> Self {
        let mut held: Map<String, Value> = Map::new();
        let mut config: Map<String, Value> = Map::new();
        for name in fields.names() {
            let key = manifest_key(name);
            if let Some(value) = facts.shift_remove(&key).or_else(|| settings.shift_remove(name)) {
                config.insert(name.to_owned(), value.clone());
                held.insert(key, value);
            }
        }
        let config = String::from_utf8(to_toml(run, config));
        let config = config.expect("TOML is UTF-8");
        let before = |key| resumed.map(|written| written.text(key).to_owned());
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        put("version", env!("CARGO_PKG_VERSION").into());
        put("command", before("command").unwrap_or(command).into());
        put("run", run.into());
        for key in FIRST {
            if let Some(value) = held.shift_remove(key).or_else(|| facts.shift_remove(key)) {
                put(key, value);
            }
        }
        for (key, value) in held.into_iter().chain(facts) {
            put(&key, value);
        }
        put("threads", threads.into());
        put("started", before("started").unwrap_or_else(now).into());
        put("finished", Value::Null);
        put("results_hash", Value::Null);
        Self { map, config, game: None }
    }

    /// The content of `manifest.json`.
    pub fn json(&self) -> Vec<u8> {
        to_json(&self.map)
    }

    /// The content of the manifest of the finished run, with how often bots failed, and what the decisions of
    /// programs took.
    pub fn finished(
        mut self,
        results_hash: &str,
        files: Value,
        failures: Option<Value>,
        times: Option<Value>,
    ) -> Vec<u8> {
        // A clock may have been set back, or be that of another machine.
        let started = self.map["started"].as_str().unwrap_or_default().to_owned();
        self.map.insert("finished".to_owned(), now().max(started).into());
        self.map.insert("results_hash".to_owned(), results_hash.into());
        self.map.insert(FILES.to_owned(), files);
        self.map.extend(failures.map(|failures| (FAILURES.to_owned(), failures)));
        self.map.extend(times.map(|times| (TIMES.to_owned(), times)));
        to_json(&self.map)
    }
}

/// The manifest of a folder, as found there.
#[derive(Clone, Debug)]
pub struct SavedManifest {
    /// The folder.
    pub dir: PathBuf,
    map: Map<String, Value>,
    /// The hash of the file.
    pub(super) sha256: String,
}

impl SavedManifest {
    /// Reads the manifest of a folder, which must have been written by this version.
    ///
    /// # Errors
    /// If there is none, or if another version wrote the manifest.
    pub fn read(dir: &Path) -> anyhow::Result<Self> {
        let written = Self::of_any_version(dir)?;
        if !written.is_of_this_version() {
            let (this, version) = (env!("CARGO_PKG_VERSION"), written.text("version"));
            bail!(
                "{}: the run was begun by threehand {version}, and this is {this}: go on with \
                 that version, or start again with this one",
                written.place()
            );
        }
        Ok(written)
    }

    /// Reads the manifest of a folder, whichever version has written it.
    ///
    /// # Errors
    /// If there is none, or if it can't be read.
    pub fn of_any_version(dir: &Path) -> anyhow::Result<Self> {
        let path = dir.join(MANIFEST);
        let said = path.display();
        let bytes = match read_file(&path, "manifest", LONGEST) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(no_manifest(dir));
            }
            read => read.with_context(|| said.to_string())?,
        };
        let mut from = serde_json::Deserializer::from_slice(&bytes);
        let map = json::object(&mut from).and_then(|map| from.end().map(|()| map));
        let map = map.with_context(|| said.to_string())?;
        let is_number = |key: &str| map.get(key).is_some_and(Value::is_number);
        let both = RENAMED.iter().find(|(old, today)| is_number(old) && map.contains_key(*today));
        if let Some((old, today)) = both {
            bail!("{said}: `{old}` is the older name of `{today}`: it can't say both");
        }
        let today = |(key, value): (String, Value)| {
            let renamed = RENAMED.iter().find(|(old, _)| *old == key && value.is_number());
            (renamed.map_or(key, |(_, today)| (*today).to_owned()), value)
        };
        let map = map.into_iter().map(today).collect();
        Ok(Self { dir: dir.to_owned(), map, sha256: sha256(&bytes) })
    }

    /// Whether this version began the run.
    pub fn is_of_this_version(&self) -> bool {
        self.text("version") == env!("CARGO_PKG_VERSION")
    }

    /// The text of a key; nothing where there is none.
    pub fn text(&self, key: &str) -> &str {
        self.map.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// The texts of a list; none where there is no list.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let texts = self.map.get(key).and_then(Value::as_array).into_iter().flatten();
        texts.filter_map(|text| text.as_str().map(str::to_owned)).collect()
    }

    /// The value of a key; `None` where there is none.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.map.get(key)
    }

    /// The subcommand.
    pub fn run(&self) -> &str {
        self.text("run")
    }

    /// When the run finished, and the hash of its results; `None` if the run has not finished.
    pub fn finished(&self) -> Option<(&str, &str)> {
        Some((self.map.get("finished")?.as_str()?, self.map.get("results_hash")?.as_str()?))
    }

    /// Checks that the files of a finished run are those that the run wrote. `read` has the hashes of those
    /// that were read already.
    ///
    /// # Errors
    /// If they are not, or if one of them can't be read.
    pub fn expect_results(&self, read: &[(String, String)]) -> anyhow::Result<()> {
        self.expect_beside(read)?;
        if self.has_results(read)? {
            return Ok(());
        }
        bail!(
            "{dir}: the files are not those that the run wrote (they do not have its results_hash): \
             `threehand verify` says where; to replace the run, play it again with --force",
            dir = self.dir.display()
        );
    }

    /// Whether the files have the hash of the run's results; `read` is as in [`Self::expect_results`].
    ///
    /// # Errors
    /// If one of them can't be read.
    pub fn has_results(&self, read: &[(String, String)]) -> anyhow::Result<bool> {
        let hash = self.finished().map(|(_, hash)| hash);
        Ok(hash == Some(hash_of_folder(&self.dir, read)?.as_str()))
    }

    /// Checks that the other files that results are read by are those that the run wrote. The manifest of an older
    /// version does not say. `read` is as in [`Self::expect_results`].
    ///
    /// # Errors
    /// The first that is not.
    pub fn expect_beside(&self, read: &[(String, String)]) -> anyhow::Result<()> {
        let Some(due) = self.value(FILES) else { return Ok(()) };
        let there = hashes_beside(&self.dir, read)?;
        let named = due.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let mut names = named.chain([FORFEITS, SUMS]);
        if let Some(name) = names.find(|name| due.get(name) != there.get(name)) {
            let path = self.dir.join(name);
            bail!("{}: by {FILES} in manifest.json it is not as the run left it", path.display());
        }
        Ok(())
    }

    /// Whether the manifest says that the run has not finished.
    pub fn is_unfinished(&self) -> bool {
        ["finished", "results_hash"].iter().all(|key| self.map.get(*key) == Some(&Value::Null))
    }

    /// The flags that give the settings of the run.
    ///
    /// # Errors
    /// What is missing from the manifest or wrong in it, or is no setting of a run.
    pub fn settings(&self, fields: &Fields) -> anyhow::Result<Vec<Flag>> {
        let no_setting =
            RunOptions::no_settings().into_iter().find(|name| self.map.contains_key(name));
        if let Some(name) = no_setting {
            bail!("{}: `{name}` is no setting of a run", self.place());
        }
        of_manifest(fields, &self.map).map_err(|error| anyhow!("{}: {error}", self.place()))
    }

    /// The text of the folder's file of the game, if the game was read from one.
    ///
    /// # Errors
    /// If the file can't be read, or is not the one that the run was begun with.
    pub fn game_text(&self) -> anyhow::Result<Option<String>> {
        let Some(due) = self.value(GAME_SHA256) else { return Ok(None) };
        let path = self.dir.join(GAME);
        let said = || path.display().to_string();
        let bytes = read_file(&path, "game", LONGEST).with_context(said)?;
        if due.as_str() != Some(&sha256(&bytes)) {
            bail!("{}: it is not the file that the run was begun with", said());
        }
        String::from_utf8(bytes).map(Some).with_context(said)
    }

    /// The manifest of the whole run that this one is a shard of, as far as its settings go.
    #[must_use]
    pub fn of_whole(&self) -> Self {
        self.changed(|map| drop(map.remove("shard")))
    }

    /// The manifest with other content.
    #[must_use]
    pub fn changed(&self, change: impl FnOnce(&mut Map<String, Value>)) -> Self {
        let mut changed = self.clone();
        change(&mut changed.map);
        changed
    }

    /// What the manifest is called in messages.
    pub fn place(&self) -> String {
        self.dir.join(MANIFEST).display().to_string()
    }

    /// The first key in which another manifest is of another run, with what this one holds and the other; keys that
    /// are left out may differ.
    pub fn difference(&self, other: &Self, but: &[&str]) -> Option<(String, Value, Value)> {
        difference(&self.map, &other.map, but)
    }

    /// The same for the run that is now to be played.
    pub fn unlike(&self, manifest: &Manifest, but: &[&str]) -> Option<(String, Value, Value)> {
        difference(&self.map, &manifest.map, but)
    }

    /// Checks that the run now to be played is the one that this manifest was written for; keys that are left out
    /// may differ.
    ///
    /// # Errors
    /// The first key in which the run is another.
    pub fn expect(&self, manifest: &Manifest, but: &[&str]) -> anyhow::Result<()> {
        if let Some((key, here, there)) = self.unlike(manifest, but) {
            bail!(
                "{}: `{key}` is {here}, but with these settings this version plays {there}: start \
                 again with --force",
                self.place()
            );
        }
        Ok(())
    }
}

/// The first key in which two manifests are of different runs, with the value of each.
fn difference(
    one: &Map<String, Value>,
    other: &Map<String, Value>,
    but: &[&str],
) -> Option<(String, Value, Value)> {
    let mut keys = one.keys().chain(other.keys());
    let is_other = |key: &&String| {
        !HOW.contains(&key.as_str())
            && !but.contains(&key.as_str())
            && one.get(*key) != other.get(*key)
    };
    let key = keys.find(is_other)?;
    let value = |map: &Map<String, Value>| map.get(key).cloned().unwrap_or_default();
    Some((key.clone(), value(one), value(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_outside_of_the_years_of_a_date_stops_no_run() {
        let epoch = SystemTime::UNIX_EPOCH;
        assert_eq!(date(epoch - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
        assert_eq!(date(epoch + Duration::from_secs(1_796_083_200)), "2026-12-01T00:00:00Z");
        assert_eq!(date(epoch + Duration::from_secs(1 << 40)), "9999-12-31T23:59:59Z");
    }
}
