//! The external bots of a run: who they are when it begins, and the time they took at its end.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Map, Value, json};

use super::bot::{ExternalBot, Times};
use super::check::did;
use crate::folder::manifest::{PROGRAMS, Written};
use crate::folder::place::EXTERNAL_LOG;
use crate::play::players::{Player, programs};
use crate::terminal::shown::shown;
use crate::terminal::stream::say;

/// The external bots of a run, with the names that they go by.
pub struct ExternalBots<'a>(Vec<(&'a str, &'a ExternalBot)>);

impl<'a> ExternalBots<'a> {
    /// The external bots among the bots of a run.
    pub fn of(players: &'a [Player]) -> Self {
        Self(programs(players).collect())
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entry of a manifest for the bots of a run that now begins: who each says that it is, and its files. Says
    /// which of them will forfeit their matches, unless it is to be `quiet`.
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
        for (label, bot) in &self.0 {
            let (files, command) = (files(bot)?, &bot.external().command);
            if files.is_empty() {
                bail!("{label}: there is no program `{}`: see --external", command[0]);
            }
            let introduced = bot.introduce(game, rules);
            if let Err(failure) = &introduced
                && !quiet
            {
                say(&format!("{label} will forfeit its matches: {}", shown(did(failure))));
            }
            let introduced = introduced.ok();
            let entry = json!({
                "command": command,
                "name": introduced.as_ref().map(|it| &it.name),
                "version": introduced.as_ref().map(|it| &it.version),
                "sha256": files,
            });
            all.insert((*label).to_owned(), entry);
        }
        Ok(all.into())
    }

    /// Checks that the files of the bots are those with which a run began.
    ///
    /// # Errors
    /// The first file that has changed.
    pub fn expect(&self, written: &Written) -> anyhow::Result<()> {
        for (label, bot) in &self.0 {
            let began = written.value(PROGRAMS).and_then(|all| all.get(*label)?.get("sha256"));
            let began = began.and_then(Value::as_object).ok_or_else(|| {
                anyhow!("{}: `{PROGRAMS}` does not say what {label} was", written.place())
            })?;
            let now = files(bot)?;
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

    /// Keeps standard error of the bots in the folder of the run.
    pub fn log_to(&self, dir: &Path) {
        self.0.iter().for_each(|(_, bot)| bot.log_to(&dir.join(EXTERNAL_LOG)));
    }

    /// The bots that have decided, with the time that they took.
    fn timed(&self) -> impl Iterator<Item = (&str, Times)> {
        let times = self.0.iter().map(|(label, bot)| (*label, bot.times()));
        times.filter(|(_, times)| times.decisions > 0)
    }

    /// The time of the bots' decisions so far, by name; `None` if there were none.
    pub fn times(&self) -> Option<Value> {
        let times: Map<_, _> =
            self.timed().map(|(label, times)| (label.to_owned(), times.json())).collect();
        (!times.is_empty()).then_some(Value::Object(times))
    }

    /// Says how long the bots' decisions took.
    pub fn say_times(&self) {
        self.timed().for_each(|(label, times)| say(&format!("{label}: {times}")));
    }
}

/// The files of a bot with their hashes.
fn files(bot: &ExternalBot) -> anyhow::Result<Map<String, Value>> {
    bot.files().with_context(|| bot.external().label.clone())
}
