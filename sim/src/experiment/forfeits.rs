//! `forfeits.json`: where a referee has ruled that a bot forfeits its match.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use anyhow::Context as _;
use threehand_bots::{BotFailure, FailureKind};
use threehand_play::Forfeit;
use threehand_play::referee::Ruling;

use super::contract::{Fold, Recount};
use super::run::Run;
use crate::files::audit::compare::compare_file;
use crate::files::audit::file_fault::FileFault;
use crate::files::error::FolderError;
use crate::files::locked_folder::{FORFEITS, to_json};
use crate::files::run_folder::RunFolder;
use crate::io::bounded_read::read_file;
use crate::terminal::number::plural;

/// The longest list that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The rulings that a folder holds.
pub(crate) fn read_rulings(dir: &Path) -> anyhow::Result<Vec<Ruling>> {
    let path = dir.join(FORFEITS);
    let said = || path.display().to_string();
    match read_file(&path, "list of forfeits", LONGEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => serde_json::from_slice(&read.with_context(said)?).with_context(said),
    }
}

/// Writes rulings into a folder.
pub(super) fn write_rulings(folder: &RunFolder, rulings: &[Ruling]) -> Result<(), FolderError> {
    folder.write(FORFEITS, &to_json(&rulings))
}

impl Run<'_> {
    /// Compares the rulings of a folder with its settings, and with the forfeits that its rows and sums show.
    pub(super) fn compare_rulings(
        &self,
        dir: &Path,
        fold: &dyn Fold,
        recount: &Recount<'_>,
    ) -> Result<(), FileFault> {
        let path = &dir.join(FORFEITS);
        let fault = |why: String| Err(FileFault::of(path, why));
        let Some(limits) = self.experiment.settings.common().limits() else { return Ok(()) };
        let rulings =
            read_rulings(dir).map_err(|error| FileFault::of(dir, format!("{error:#}")))?;
        if path.exists() {
            compare_file(dir, (FORFEITS, &to_json(&rulings)), "as a run writes it")?;
        }
        let place = |ruling: &Ruling| (ruling.block, ruling.number, ruling.question);
        let failures = limits.failures();
        for (number, ruling) in rulings.iter().enumerate() {
            let Ruling { block, question, seat, failure, .. } = ruling;
            if !self.experiment.blocks.contains(block) {
                return fault(format!("[{number}]: block is {block}, which the run has not"));
            }
            if *question < 3 && *question != seat.number() as u64 {
                return fault(format!(
                    "[{number}]: question {question} is not asked of seat {seat}"
                ));
            }
            if !failures.iter().flatten().any(|due| due == failure) {
                return fault(format!("[{number}]: `{failure}` is no reason by the run's limits"));
            }
        }
        if let Some(late) = rulings.windows(2).position(|two| place(&two[0]) >= place(&two[1])) {
            return fault(format!("[{}]: it is not in the order of play", late + 1));
        }
        let start = self.experiment.blocks.start;
        let counted = start..start.saturating_add(fold.blocks());
        let rulings: Vec<_> = rulings.iter().filter(|it| counted.contains(&it.block)).collect();
        let ruled: BTreeSet<_> = rulings.iter().map(|it| (it.block, it.number)).collect();
        if let Some(forfeits) = &recount.forfeits {
            let there: BTreeSet<_> = forfeits.iter().map(|it| (it.0, it.1)).collect();
            if let Some((block, number)) = ruled.difference(&there).next() {
                let who = "nobody forfeits this match of the other files";
                return fault(format!("block {block}, match {number}: {who}"));
            }
            let is_ruled = |(block, number, forfeit): &&(u64, u64, Forfeit)| {
                let ruled = |it: &&Ruling| {
                    (it.block, it.number, it.seat) == (*block, *number, forfeit.seat)
                };
                let by = |it: &BotFailure| forfeit.reason.starts_with(&it.to_string());
                !failures.iter().flatten().any(by) || rulings.iter().copied().any(|it| ruled(&it))
            };
            if let Some((block, number, Forfeit { seat, reason, .. })) =
                forfeits.iter().find(|forfeit| !is_ruled(forfeit))
            {
                return fault(format!(
                    "block {block}, match {number}: it is not there that seat {seat} {reason}"
                ));
            }
        }
        let outcome = fold.outcome();
        let failed = outcome.failed();
        let all = failed.iter().fold(0, |all: u64, bot| all.saturating_add(bot.matches));
        if (ruled.len() as u64) > all {
            let (here, all) = (plural(ruled.len() as u64, "match"), plural(all, "match"));
            return fault(format!("bots forfeit {here} here, but {} {all}", recount.by));
        }
        // A program has limits of its own.
        if !self.external_bots().is_empty() {
            return Ok(());
        }
        for kind in [FailureKind::TimedOut, FailureKind::TookMemory] {
            let counts = failed.iter().flat_map(|bot| bot.failures.counts());
            let counts = counts.filter(|(other, _)| *other == kind).map(|(_, count)| count);
            let all = counts.fold(0, u64::saturating_add);
            let here = rulings.iter().filter(|it| it.failure.kind() == kind).count() as u64;
            if all > here {
                let words = kind.told();
                return fault(format!("{here} {words} here, but {} {all} {words}", recount.by));
            }
        }
        Ok(())
    }
}
