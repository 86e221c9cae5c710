//! How a folder is held against the experiment that it should hold.

use super::contract::Fold;
use super::ending::by_bot;
use super::files::Files;
use super::interrupt::heed_interrupts;
use super::run::{Ending, Run};
use crate::audit::course::{Audit, Due};
use crate::audit::fault::Fault;
use crate::audit::held::{AGAIN, Held};
use crate::audit::recount::Recount;
use crate::folder::manifest::FAILURES;
use crate::folder::place::TALLY;
use crate::terminal::failure::Failure;

impl Run<'_> {
    /// Holds a folder against the experiment. `same` says whether two specs are of the same bot, and
    /// `is_same` whether the text of a `config.toml` has the settings of the experiment.
    pub(super) fn audit(
        self,
        audit: &Audit<'_>,
        same: &dyn Fn(&str, &str) -> bool,
        is_same: impl FnOnce(&str) -> bool,
    ) -> Result<(), Failure> {
        let growing = self.experiment.growing();
        let names = growing.iter().flatten().map(|file| file.name.clone()).collect();
        let mut held = audit.open(&self.manifest, same, is_same, growing, self.all())?;
        held.hold_note(&*self.experiment.fold())?;
        let unit = self.experiment.settings().kind().unit;
        let recount = if audit.again {
            let (fold, played) = self.again(held)?;
            held = played;
            Recount::of(Some(fold), AGAIN)
        } else {
            self.experiment.recount(&mut held)?
        };
        let due = match &recount.fold {
            None => {
                let nothing = self.experiment.fold();
                let outcome = nothing.outcome();
                let tables: Vec<_> = outcome.tables().iter().map(|table| table.file()).collect();
                let tables = tables.into_iter();
                let tables =
                    tables.chain(self.is_shard.then_some(TALLY)).map(|name| (name, None)).collect();
                Due { growing: names, tables, note: None, blocks: held.blocks, unit: unit }
            }
            Some(fold) => {
                let outcome = fold.outcome();
                if held.finished() && !recount.unknown.keys.contains(&FAILURES) {
                    audit.hold_failures(by_bot(&*outcome), recount.by)?;
                }
                let tables =
                    if held.finished() { self.tables(&*outcome, &**fold) } else { Vec::new() };
                let tables = tables.into_iter().map(|(name, bytes)| (name, Some(bytes))).collect();
                let note = fold.to_json(false).into_bytes();
                Due { growing: names, tables, note: Some(note), blocks: fold.blocks(), unit: unit }
            }
        };
        let report = audit.close(held, recount, &due, self.results)?;
        if self.how.quiet && !self.how.json {
            return Ok(());
        }
        report.print(self.how.json)
    }

    /// Plays the blocks that a folder holds again, and holds the folder against them.
    fn again(&self, held: Held) -> Result<(Box<dyn Fold + '_>, Held), Failure> {
        heed_interrupts()?;
        let mut fold = self.experiment.fold();
        let (all, mut files) = (held.blocks, Files::Held(held));
        let ended = self.play(&mut files, &mut *fold, all)??;
        let Files::Held(held) = files else { unreachable!("an audit begins no folder") };
        match ended {
            Ending::Refused(failure) => Err(failure),
            Ending::Stopped(_) if held.finished() => {
                let told = "a bot fails, so a run with --strict is not finished";
                Err(Fault::of(&held.dir, told).into())
            }
            Ending::Done | Ending::Stopped(_) => Ok((fold, held)),
        }
    }
}
