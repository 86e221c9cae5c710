//! The programs of a run together: who they are when the run begins, and what there is to say of them at its end.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Map, Value, json};

use super::check::did;
use super::program::Program;
use crate::folder::manifest::{PROGRAMS, Written};
use crate::folder::place::EXTERNAL_LOG;
use crate::play::players::{Player, programs};
use crate::terminal::shown::shown;
use crate::terminal::stream::say;

/// The programs of a run, with the names that they go by.
pub struct Cast<'a>(Vec<(&'a str, &'a Program)>);

impl<'a> Cast<'a> {
    /// The programs among the bots of a run.
    pub fn of(players: &'a [Player]) -> Self {
        Self(programs(players).map(|(label, program)| (label, &**program)).collect())
    }

    /// Whether no program plays.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a manifest says of the programs of a run that now begins: who each says that it is, and its files. A
    /// program that does not say who it is will forfeit its matches, which is said unless it is to be `quiet`.
    ///
    /// # Errors
    /// If there is no such program, or if a file can't be read.
    pub fn introduce(
        &self,
        game: &str,
        rules: &Map<String, Value>,
        quiet: bool,
    ) -> anyhow::Result<Value> {
        let mut all = Map::new();
        for (label, program) in &self.0 {
            let files = files(program)?;
            if files.is_empty() {
                let command = &program.external().command[0];
                bail!("{label}: there is no program `{command}`: see --external");
            }
            let introduced = program.introduce(game, rules);
            if let Err(failure) = &introduced
                && !quiet
            {
                say(&format!("{label} will forfeit its matches: {}", shown(did(failure))));
            }
            let introduced = introduced.ok();
            let entry = json!({
                "command": program.external().command,
                "name": introduced.as_ref().map(|it| &it.name),
                "version": introduced.as_ref().map(|it| &it.version),
                "sha256": files,
            });
            all.insert((*label).to_owned(), entry);
        }
        Ok(all.into())
    }

    /// Sees to it that the files of the programs are those with which a run began.
    ///
    /// # Errors
    /// The first file that has changed.
    pub fn expect(&self, written: &Written) -> anyhow::Result<()> {
        for (label, program) in &self.0 {
            let began = written.value(PROGRAMS).and_then(|all| all.get(*label));
            let began = began.and_then(|entry| entry.get("sha256")).and_then(Value::as_object);
            let began = began.ok_or_else(|| {
                anyhow!("{}: `{PROGRAMS}` does not say what {label} was", written.place())
            })?;
            let now = files(program)?;
            let all = began.keys().chain(now.keys());
            let mut changed = all.filter(|file| began.get(*file) != now.get(*file));
            if let Some(file) = changed.next() {
                if !now.contains_key(file) {
                    bail!("{label}: {} is not there any more", shown(file));
                }
                bail!(
                    "{label}: {} is not the file with which the run began (its SHA-256 is another): put that file \
                     back, or start again with --force",
                    shown(file)
                );
            }
        }
        Ok(())
    }

    /// Keeps in the folder of the run what the programs write to standard error.
    pub fn log_to(&self, dir: &Path) {
        self.0.iter().for_each(|(_, program)| program.log_to(&dir.join(EXTERNAL_LOG)));
    }

    /// What the programs' decisions took so far, by name; `None` if there were none.
    pub fn times(&self) -> Option<Value> {
        let asked = self.0.iter().filter(|(_, program)| program.times().decisions > 0);
        let times: Map<String, Value> =
            asked.map(|(label, program)| ((*label).to_owned(), program.times().json())).collect();
        (!times.is_empty()).then_some(Value::Object(times))
    }

    /// Says what the programs' decisions took.
    pub fn say_times(&self) {
        for (label, program) in &self.0 {
            if program.times().decisions > 0 {
                say(&format!("{label}: {}", program.times()));
            }
        }
    }
}

/// The files of a program with their hashes.
fn files(program: &Program) -> anyhow::Result<Map<String, Value>> {
    program.files().with_context(|| program.external().label.clone())
}
