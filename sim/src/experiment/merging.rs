//! Shards of an experiment, put together.

use std::ops::Range;

use anyhow::anyhow;

use super::again::finished_sums;
use super::contract::Fold;
use super::rulings::{read_rulings, write_rulings};
use super::run::{Run, tables};
use crate::files::manifest::Written;
use crate::files::place::{MANIFEST, Place, TALLY};
use crate::files::run_folder::{RunFolder, kept_sums};
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::{heed_interrupts, interrupted};
use crate::terminal::number::plural;

impl Run<'_> {
    /// Puts shards together, each with the blocks that it has to hold. `there` is the same run in the folder to be
    /// written, if it was begun there.
    pub(super) fn merge(
        self,
        shards: &[(&Written, Range<u64>)],
        there: Option<Written>,
    ) -> Result<(), Failure> {
        heed_interrupts()?;
        let mut fold = self.experiment.play.fold();
        let unit = self.experiment.settings.kind().unit;
        // The hash of the sums of each shard, and how many blocks of the shard are kept if not all are needed.
        let mut looked_at = Vec::new();
        for (shard, blocks) in shards {
            let kept = kept_sums(&shard.dir, true, &*self.experiment.play.fold())?;
            let (due, held) = (blocks.end - blocks.start, kept.sums.blocks);
            if held != due {
                let path = shard.dir.join(TALLY);
                let reason = format!("it counts {}, and the shard has {due}", plural(held, unit));
                return Err(anyhow!("{}: {reason}", path.display()).into());
            }
            let before = fold.blocks();
            fold.join(kept.sums, &shard.dir)?;
            let added = fold.blocks() - before;
            looked_at.push(((TALLY.to_owned(), kept.sha256), (added < due).then_some(added)));
        }
        if let Some(there) = there
            && let Some((finished, hash)) = there.finished()
            && let Some(fold_there) = finished_sums(self.experiment, &there)?
        {
            let [here, made] = [&fold, &fold_there].map(|fold| tables(&*fold.outcome(), None));
            if here == made {
                return self.print_again("the shards were merged", &there, finished, hash);
            }
        }
        let out = self.how.out.as_deref().expect("a merger has a folder to write");
        let place = Place::take(out, self.how.force)?;
        let growing = self.experiment.growing.clone();
        let mut folder = RunFolder::begin(place, growing, &self.manifest, true)?;
        let appended = self.append(&mut folder, shards, looked_at, &*fold);
        let done = appended.and_then(|()| self.end(Some(&mut folder), &*fold));
        // Its manifest comes last: without one, what was written is of no use.
        if done.is_err() && !folder.holds(MANIFEST)? {
            folder.discard()?;
        }
        done
    }

    /// Appends what grows of each shard, and what was ruled in it. `looked_at` is the hash of the sums of each, and how
    /// many of its blocks are kept if not all are.
    fn append(
        &self,
        folder: &mut RunFolder,
        shards: &[(&Written, Range<u64>)],
        looked_at: Vec<((String, String), Option<u64>)>,
        fold: &dyn Fold,
    ) -> Result<(), Failure> {
        for ((shard, _), (hash, kept)) in shards.iter().zip(looked_at) {
            // What is decided before its last block has a line for each block.
            let mut read = folder.append(&shard.dir, kept)?;
            read.push(hash);
            // What was looked at before may have been changed since.
            shard.expect_results(&read)?;
            if let Some(signal) = interrupted() {
                let reason = "interrupted; nothing was written; the same command starts again";
                return Err(Failure::Interrupted(signal, reason.to_owned()));
            }
        }
        let rulings = shards.iter().map(|(shard, _)| read_rulings(&shard.dir));
        let mut rulings = rulings.collect::<Result<Vec<_>, _>>()?.concat();
        let end = self.experiment.blocks.start + fold.blocks();
        rulings.retain(|ruling| ruling.block < end);
        if !rulings.is_empty() {
            write_rulings(folder, &rulings)?;
        }
        Ok(())
    }
}
