//! How a folder is held against the experiment that it should hold.

use anyhow::Context as _;

use super::contract::{Design, Sums as _};
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

impl<D: Design> Run<'_, D> {
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
        held.hold_note(self.experiment.start().note())?;
        let recount = if audit.again {
            let (sums, played) = self.again(held)?;
            held = played;
            Recount::of(Some(sums), AGAIN)
        } else {
            self.experiment.recount(&mut held)?
        };
        let due = match &recount.sums {
            None => {
                let nothing = self.experiment.start();
                let outcome = self.experiment.outcome(&nothing);
                let tables: Vec<_> = outcome.tables().iter().map(|table| table.file()).collect();
                let tables = tables.into_iter();
                let sums = self.is_shard.then_some(TALLY);
                let tables = tables.chain(sums).map(|name| (name, None)).collect();
                Due { growing: names, tables, note: None, blocks: held.blocks, unit: D::UNIT }
            }
            Some(sums) => {
                let outcome = self.experiment.outcome(sums);
                if held.finished() && !recount.unknown.keys.contains(&FAILURES) {
                    audit.hold_failures(by_bot(&*outcome), recount.by)?;
                }
                let tables =
                    if held.finished() { self.tables(&*outcome, sums) } else { Vec::new() };
                let tables = tables.into_iter().map(|(name, bytes)| (name, Some(bytes))).collect();
                let note = serde_json::to_vec(sums.note()).context("sums can't be written")?;
                Due {
                    growing: names,
                    tables,
                    note: Some(note),
                    blocks: sums.blocks(),
                    unit: D::UNIT,
                }
            }
        };
        let report = audit.close(held, recount, &due, self.results)?;
        if self.how.quiet && !self.how.json {
            return Ok(());
        }
        report.print(self.how.json)
    }

    /// Plays the blocks that a folder holds again, and holds the folder against them.
    fn again(&self, held: Held) -> Result<(D::Sums, Held), Failure> {
        heed_interrupts()?;
        let mut sums = self.experiment.start();
        let (all, mut files) = (held.blocks, Files::Held(held));
        let ended = self.play(&mut files, &mut sums, all)??;
        let Files::Held(held) = files else { unreachable!("an audit begins no folder") };
        match ended {
            Ending::Refused(failure) => Err(failure),
            Ending::Stopped(_) if held.finished() => {
                let told = "a bot fails, so a run with --strict is not finished";
                Err(Fault::of(&held.dir, told).into())
            }
            Ending::Done | Ending::Stopped(_) => Ok((sums, held)),
        }
    }
}
