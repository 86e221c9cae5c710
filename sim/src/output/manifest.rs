//! `manifest.json`: what was run, by what, and what came out.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Map, Value};

use super::folder::{FolderError, RunFolder, to_json};
use crate::settings;

/// All that is needed to run it again, and how it went. What decides the results goes by the names
/// of the flags; only the bots' specs are in `specs`, and their labels in `bots`.
#[derive(Clone, Debug)]
pub struct Manifest {
    run: &'static str,
    map: Map<String, Value>,
}

impl Manifest {
    /// The manifest of a run that now starts, or that is carried on: the subcommand, the command as
    /// typed, and its settings, an object.
    pub fn new(
        run: &'static str,
        command: String,
        settings: Value,
        threads: usize,
        resumed: Option<&Written>,
    ) -> Self {
        let before = |key| resumed.map(|written| written.text(key).to_owned());
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        put("version", env!("CARGO_PKG_VERSION").into());
        put("command", before("command").unwrap_or(command).into());
        put("run", run.into());
        if let Value::Object(settings) = settings {
            for (key, value) in settings {
                put(&key, value);
            }
        }
        put("threads", threads.into());
        let now = || jiff::Timestamp::now().to_string();
        put("started", before("started").unwrap_or_else(now).into());
        put("finished", Value::Null);
        put("results_hash", Value::Null);
        Self { run, map }
    }

    /// Whether it is of a part of a run.
    pub fn is_shard(&self) -> bool {
        self.map.get("shard").is_some_and(Value::is_string)
    }

    /// The files with which a folder starts: itself, and the `config.toml` that repeats the run.
    pub fn documents(&self) -> [(&'static str, Vec<u8>); 2] {
        let config = settings::to_toml(self.run, &self.map);
        [("manifest.json", to_json(&self.map)), ("config.toml", config)]
    }

    /// Adds the tables to a run's folder, and last the manifest with the hash of all results.
    pub fn finish(
        mut self,
        folder: &mut RunFolder,
        tables: &[(&str, Vec<u8>)],
    ) -> Result<String, FolderError> {
        let hash = folder.finish(tables)?;
        let now = jiff::Timestamp::now().to_string();
        self.map.insert("finished".to_owned(), now.into());
        self.map.insert("results_hash".to_owned(), hash.clone().into());
        folder.write_whole("manifest.json", &to_json(&self.map))?;
        folder.close()?;
        Ok(hash)
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
        let now = Self { dir: self.dir.clone(), map: manifest.map.clone() };
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
