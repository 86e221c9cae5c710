//! What a tournament says at its end, on standard output and standard error.

use std::io::Write as _;

use indicatif::HumanCount;
use threehand_bots::Knowledge;

use super::plural;
use super::resume::to_go_on;
use crate::cli::TournamentArgs;
use crate::failure::{Failure, is_broken_pipe, say};
use crate::output::folder::RunFolder;
use crate::output::standings::Standings;
use crate::output::summary::Summary;
use crate::runner::Ending;

/// What came of printing, where a reader that went away is as good as one that has read.
pub(super) fn heard(printed: Result<(), Failure>) -> Result<(), Failure> {
    match printed {
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => Ok(()),
        printed => printed,
    }
}

/// What is said at the end.
pub(super) struct Report<'a, G> {
    pub(super) args: &'a TournamentArgs,
    pub(super) summary: Summary<'a, G>,
    pub(super) seconds: f64,
    pub(super) threads: usize,
}

impl<G: Knowledge> Report<'_, G> {
    pub(super) fn print(
        &self,
        standings: &Standings<'_>,
        hash: &str,
        folder: Option<&mut RunFolder>,
    ) -> Result<(), Failure> {
        if self.args.json {
            let mut json = self.summary.json(self.seconds, hash);
            standings.add_json(&mut json);
            writeln!(anstream::stdout(), "{json}")?;
        } else {
            self.print_tables(standings)?;
        }
        if let Some(folder) = folder.filter(|_| !self.args.quiet) {
            let sizes = folder.sizes();
            let files: Vec<_> = sizes
                .into_iter()
                .map(|(name, bytes)| format!("{name} {}", indicatif::DecimalBytes(bytes)))
                .chain(
                    [
                        "summary.csv",
                        "crosstable.csv",
                        "ratings.csv",
                        "who_pays.csv",
                        "manifest.json",
                        "config.toml",
                    ]
                    .map(str::to_owned),
                )
                .collect();
            say(&format!("written to {}: {}", folder.dir().display(), files.join(", ")));
        }
        Ok(())
    }

    pub(super) fn print_tables(&self, standings: &Standings<'_>) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        let tally = self.summary.tally;
        writeln!(
            out,
            "{}{} · {} line-ups a block · {} = {} matches, {} hands · seed {} · {} · {:.1} s\n",
            self.summary.variant,
            self.args.shard.map(|shard| format!(" · shard {shard}")).unwrap_or_default(),
            tally.matches() / tally.blocks().max(1),
            plural(tally.blocks(), "block"),
            HumanCount(tally.matches()),
            HumanCount(tally.hands()),
            self.args.seed,
            plural(self.threads as u64, "thread"),
            self.seconds,
        )?;
        for line in self.summary.table().lines() {
            writeln!(out, " {}", line.trim_end())?;
        }
        write!(out, "\n{}\n{}", self.summary.findings(), standings.text())?;
        Ok(())
    }

    /// A run that did not get to its end: how far it got, and what is left of it.
    pub(super) fn stopped(
        &self,
        ending: Ending,
        all: u64,
        folder: Option<&RunFolder>,
    ) -> Result<(), Failure> {
        let (done, all) = (HumanCount(self.summary.tally.blocks()), HumanCount(all));
        let nothing = || "nothing was to be written".to_owned();
        Err(match ending {
            Ending::StoppedByFailure => Failure::BotFailed(format!(
                "stopped at the first failure of a bot, as --strict asks, after {done} of {all} \
                 blocks; {}",
                folder.map_or_else(nothing, |folder| format!(
                    "{} holds them",
                    folder.dir().display()
                ))
            )),
            _ => Failure::Interrupted(format!(
                "interrupted after {done} of {all} blocks; {}",
                folder.map_or_else(nothing, |folder| to_go_on(folder.dir()))
            )),
        })
    }
}

/// Ends with exit code 3 if a bot failed anywhere.
pub(super) fn forfeits<G: Knowledge>(summary: &Summary<'_, G>) -> Result<(), Failure> {
    let failed = summary.players.iter().enumerate().filter_map(|(bot, player)| {
        let count = summary.tally.forfeits(bot);
        (count > 0).then(|| format!("{} failed in {}", player.label, plural(count, "match")))
    });
    let failed: Vec<_> = failed.collect();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(Failure::BotFailed(format!("{}: forfeited", failed.join(", "))))
    }
}
