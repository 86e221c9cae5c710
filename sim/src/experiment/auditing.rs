//! How a folder is held against the experiment that it should hold.

use super::contract::Fold;
use super::ending::by_bot;
use super::files::Files;
use super::interrupt::heed_interrupts;
use super::run::{Ending, Run};
use crate::audit::course::Audit;
use crate::audit::fault::Fault;
use crate::audit::held::{AGAIN, Held};
use crate::audit::recount::Recount;
use crate::audit::tables;
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
        let mut names: Vec<_> = growing.iter().flatten().map(|file| file.name.clone()).collect();
        let mut held = audit.open(&self.manifest, same, is_same, growing, self.all())?;
        held.hold_note(&*self.experiment.fold())?;
        let recount = if audit.again {
            let (fold, played) = self.again(held)?;
            held = played;
            Recount::of(fold, AGAIN)
        } else {
            self.experiment.recount(&mut held)?
        };
        held.end()?;
        let mut tables = Vec::new();
        if held.finished() {
            let kept = audit.kept_sums(&*self.experiment.fold(), &recount, self.is_shard)?;
            let mut fold = self.experiment.fold();
            fold.restore(kept, audit.dir())?;
            let outcome = fold.outcome();
            audit.hold_failures(by_bot(&*outcome), recount.by)?;
            for (name, due) in self.tables(&*outcome, &*fold) {
                // The sums of a shard are what these tables were made from.
                if name != TALLY {
                    tables::hold(audit.dir(), (name, &due), recount.by)?;
                }
                tables.push(name);
            }
            names.extend(tables.iter().map(|name| (*name).to_owned()));
            audit.no_more(&names, self.results)?;
            audit.hash(self.results)?;
        } else if let Some(fold) = &recount.fold {
            audit.hold_progress(&held, &**fold, &recount)?;
        }
        let unit = self.experiment.settings().kind().unit;
        let report = audit.report(&held, recount, &tables, unit);
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
