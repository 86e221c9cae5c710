//! `manifest.json`: what was run, by what, and what came out.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use serde_json::{Map, Value};
use threehand_engine::BySeat;

use super::folder::to_json;
use crate::settings;

/// All that is needed to run it again, and how it went. What decides the results goes by the names
/// of the flags.
#[derive(Clone, Debug, Serialize)]
pub struct Manifest {
    /// The version of this program.
    pub version: &'static str,
    /// The command as typed.
    pub command: String,
    /// The subcommand whose run it is.
    pub run: &'static str,
    /// The game.
    pub game: &'static str,
    /// What its rules are called.
    pub variant: String,
    /// Goes up when a ruling changes.
    pub rules_version: u32,
    /// The options that differ from the defaults.
    pub rules: Map<String, Value>,
    /// The bots' labels; line-ups hold indices of them by seat.
    pub bots: Vec<String>,
    /// The bots' specs, in the same order.
    pub specs: Vec<String>,
    /// How line-ups are made of the bots.
    pub format: &'static str,
    /// The line-ups, in the order of their numbers.
    pub lineups: Vec<BySeat<usize>>,
    /// Blocks asked for.
    pub matches: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The cap on hands a match.
    pub max_hands: usize,
    /// Which matches go to `hands.csv`.
    pub hands: String,
    /// Which matches go to `records.jsonl`.
    pub records: String,
    /// Whether those two are compressed.
    pub compress: bool,
    /// Whether the first failure of a bot stops the run.
    pub strict: bool,
    /// Which part of the run this is; null for the whole.
    pub shard: Option<String>,
    /// Threads used; they never show in the results.
    pub threads: usize,
    /// When it started, UTC.
    pub started: String,
    /// When it finished; null until then.
    pub finished: Option<String>,
    /// The hash of all result files; null until they are finished.
    pub results_hash: Option<String>,
}

impl Manifest {
    fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => unreachable!("a manifest is a JSON object"),
        }
    }

    /// The files with which a folder starts: itself, and the `config.toml` that repeats the run.
    pub fn documents(&self) -> [(&'static str, Vec<u8>); 2] {
        let config = settings::to_toml(self.run, &self.to_map());
        [("manifest.json", to_json(self)), ("config.toml", config)]
    }
}

/// What may differ between two sittings of one run.
const HOW: [&str; 5] = ["command", "threads", "started", "finished", "results_hash"];

/// The manifest of a folder, as it was found there.
#[derive(Clone, Debug)]
pub struct Written {
    /// The folder.
    pub dir: PathBuf,
    map: Map<String, Value>,
}

impl Written {
    /// Reads the manifest of a folder, which must have been written by this version.
    ///
    /// # Errors
    /// If there is none, or if it is not such a one.
    pub fn read(dir: &Path) -> anyhow::Result<Self> {
        let path = dir.join("manifest.json");
        let said = path.display();
        let bytes = match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && dir.is_dir() => bail!(
                "{}: no manifest.json in this folder, so no run has begun here that could be gone \
                 on with: start it again",
                dir.display()
            ),
            read => read.with_context(|| said.to_string())?,
        };
        let map = serde_json::from_slice(&bytes).with_context(|| said.to_string())?;
        let written = Self { dir: dir.to_owned(), map };
        let (this, version) = (env!("CARGO_PKG_VERSION"), written.text("version"));
        if version != this {
            bail!(
                "{said}: the run was begun by threehand {version}, and this is {this}: go on with \
                 that version, or start again with this one"
            );
        }
        Ok(written)
    }

    /// The text of a key; nothing where there is none.
    pub fn text(&self, key: &str) -> &str {
        self.map.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// When the run finished, and the hash of its results; `None` if it has not.
    pub fn finished(&self) -> Option<(&str, &str)> {
        Some((self.map.get("finished")?.as_str()?, self.map.get("results_hash")?.as_str()?))
    }

    /// The words of the command that makes this run.
    ///
    /// # Errors
    /// If it holds no such command.
    pub fn words(&self) -> anyhow::Result<Vec<String>> {
        settings::words(self.text("run"), &self.map)
            .map_err(|error| anyhow::anyhow!("{}: {error}", self.place()))
    }

    /// The same for the run of which this is a shard.
    ///
    /// # Errors
    /// If it holds no such command.
    pub fn words_of_whole(&self) -> anyhow::Result<Vec<String>> {
        let mut whole = self.clone();
        whole.map.remove("shard");
        whole.words()
    }

    /// What it is called in messages.
    pub fn place(&self) -> String {
        self.dir.join("manifest.json").display().to_string()
    }

    /// The first key in which another manifest is of another run, with what it holds here and
    /// there; keys that are left out may differ.
    pub fn difference(&self, other: &Self, but: &[&str]) -> Option<(String, Value, Value)> {
        let keys = self.map.keys().chain(other.map.keys());
        let mut keys =
            keys.filter(|key| !HOW.contains(&key.as_str()) && !but.contains(&key.as_str()));
        let key = keys.find(|&key| self.map.get(key) != other.map.get(key))?;
        let value = |map: &Map<String, Value>| map.get(key).cloned().unwrap_or_default();
        Some((key.clone(), value(&self.map), value(&other.map)))
    }

    /// Sees to it that the run now to be played is the one that this manifest was written for.
    ///
    /// # Errors
    /// The first key in which it is another.
    pub fn expect(&self, manifest: &Manifest) -> anyhow::Result<()> {
        let now = Self { dir: self.dir.clone(), map: manifest.to_map() };
        if let Some((key, here, there)) = self.difference(&now, &[]) {
            bail!(
                "{}: `{key}` is {here}, but with these settings this version plays {there}: start \
                 again with --force",
                self.place()
            );
        }
        Ok(())
    }
}
