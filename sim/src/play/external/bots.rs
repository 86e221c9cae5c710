//! The external bots of a run: their entry in the manifest, and their times.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Map, Value, json};
use threehand_bots::BotFailure;

use super::bot::{ExternalBot, Times};
use super::protocol::Hello;
use crate::files::locked_folder::EXTERNAL_LOG;
use crate::files::manifest::{PROGRAMS, SavedManifest};
use crate::play::players::{Player, programs};
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;
use crate::terminal::stream::say;

/// The external bots of a run with their labels.
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

    /// The manifest's entry for the bots of a new run: their commands, names, versions and files.
    ///
    /// # Errors
    /// If there is no such program, if a file can't be read, or why a program can't play.
    pub fn introduce(&self, game: &str, rules: &Map<String, Value>) -> Result<Value, Failure> {
        let entry = |(label, bot): &(&str, &ExternalBot)| {
            bot.expect_program().map_err(|why| anyhow!("{label}: {why}"))?;
            let (files, command) = (files(bot)?, &bot.external().command);
            let hello = bot.introduce(game, rules);
            self.expect_fit()?;
            let Hello { name, version, .. } = hello.map_err(|failure| {
                let (did, said) = (shown(did(&failure)), bot.log().last_words());
                Failure::BotFailed(format!("{label} can't play: {did}{said}"))
            })?;
            let entry =
                json!({ "command": command, "name": name, "version": version, "sha256": files });
            Ok(((*label).to_owned(), entry))
        };
        self.0.iter().map(entry).collect::<Result<Map<_, _>, _>>().map(Value::Object)
    }

    /// Checks that the files of the bots have not changed since the run began.
    ///
    /// # Errors
    /// The first file that has changed.
    pub fn expect(&self, written: &SavedManifest) -> anyhow::Result<()> {
        for (label, bot) in &self.0 {
            let began = written.value(PROGRAMS).and_then(|all| all.get(*label)?.get("sha256"));
            let began = began.and_then(Value::as_object).ok_or_else(|| {
                anyhow!("{}: `{PROGRAMS}` does not say what {label} was", written.place())
            })?;
            let now = files(bot)?;
            let mut names = began.keys().chain(now.keys());
            let changed = names.find(|file| began.get(*file) != now.get(*file));
            let Some(file) = changed else { continue };
            let how = match now.get(file) {
                None => "is missing",
                Some(_) => "has changed since the run began (another SHA-256)",
            };
            bail!("{label}: {} {how}: restore it, or start again with --force", shown(file));
        }
        Ok(())
    }

    /// Notes how a bot's matches went before the run was resumed: of so many it failed in `failed`.
    pub fn recall(&self, bot: &str, failed: u64, matches: u64) {
        let bots = self.0.iter().filter(|(label, _)| *label == bot);
        bots.for_each(|(_, bot)| bot.recall(failed, matches));
    }

    /// Checks that nothing keeps the bots from playing.
    ///
    /// # Errors
    /// What the machine lacks for their processes, or which bot has done nothing but fail.
    pub fn expect_fit(&self) -> anyhow::Result<()> {
        let end = self.0.iter().find_map(|(_, bot)| bot.end());
        end.map_or(Ok(()), |end| bail!("{end}"))
    }

    /// Keeps what is said with the bots in files of this folder.
    ///
    /// # Errors
    /// If there is none that can be traced, or the folder can't be made.
    pub fn trace_to(&self, dir: &Path) -> Result<(), Failure> {
        if self.is_empty() {
            return Err(Failure::setting("trace", "no program plays: see --external"));
        }
        Ok(self.0.iter().try_for_each(|(_, bot)| bot.log().trace_to(dir))?)
    }

    /// Keeps standard error of the bots in the run's folder.
    pub fn log_to(&self, dir: &Path) {
        self.0.iter().for_each(|(_, bot)| bot.log().keep_in(&dir.join(EXTERNAL_LOG)));
    }

    /// The times of the bots that have decided.
    fn timed(&self) -> impl Iterator<Item = (&str, Times)> {
        let times = self.0.iter().map(|(label, bot)| (*label, bot.times()));
        times.filter(|(_, times)| times.decisions > 0)
    }

    /// The times of the bots' decisions by label; `None` if there were none.
    pub fn times(&self) -> Option<Value> {
        let times = self.timed().map(|(label, times)| (label.to_owned(), json!(times)));
        Some(times.collect::<Map<_, _>>()).filter(|times| !times.is_empty()).map(Value::Object)
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

/// A failure as a sentence about what the program did.
pub(crate) fn did(failure: &BotFailure) -> String {
    match failure {
        BotFailure::Illegal { action, why } => {
            format!("it answered {{\"action\":\"{action}\"}}: {why}")
        }
        BotFailure::GaveUp(error) => format!("it answered {{\"error\":\"{error}\"}}"),
        BotFailure::Garbage(answer) => format!("its answer was not understood: {answer}"),
        failure => format!("it {failure}"),
    }
}
