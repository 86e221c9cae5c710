//! Shards of an experiment, put together.

use anyhow::bail;
use serde_json::Value;

use super::contract::{Experiment, Fold, SavedSums};
use super::finished::finished_sums;
use super::forfeits::{read_rulings, write_rulings};
use super::run::{Run, tables};
use super::start::begun;
use crate::files::audit::audited_files::AuditedFiles;
use crate::files::locked_folder::{LockedFolder, MANIFEST, TALLY};
use crate::files::manifest::{PROGRAMS, SavedManifest};
use crate::files::run_folder::{RunFolder, kept_sums};
use crate::settings::run_options::RunOptions;
use crate::settings::shard::Shard;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::{heed_interrupts, interrupted};

/// A shard whose sums were added: the hash of these sums, and how many of its blocks are kept if not all are
/// needed.
struct Added<'s> {
    shard: &'s SavedManifest,
    sums: (String, String),
    kept: Option<u64>,
}

impl<'g> Run<'g> {
    /// Puts the shards of a run together, in their order.
    ///
    /// # Errors
    /// What keeps them from making the run; what went wrong; or that somebody interrupted.
    pub fn merge(
        experiment: Experiment<'g>,
        options: &RunOptions,
        shards: &[(Shard, SavedManifest)],
    ) -> Result<(), Failure> {
        let run = Self::new(experiment, options, None, same_programs(shards)?)?;
        let there = begun(&run.experiment, options)?;
        for (_, shard) in shards {
            shard.expect(&run.manifest, &["shard"])?;
        }
        heed_interrupts()?;
        let mut fold = run.experiment.play.fold();
        let mut added = Vec::new();
        for (number, shard) in shards {
            run.expect_own_rows(*number, shard)?;
            let kept = kept_sums(&shard.dir, true)?;
            let part = run.experiment.part_of(*number);
            let (before, due) = (fold.blocks(), part.end - part.start);
            fold.restore(&SavedSums::of_shard(shard, &kept, Some(due)))?;
            let blocks = fold.blocks() - before;
            let sums = (TALLY.to_owned(), kept.sha256);
            added.push(Added { shard, sums, kept: (blocks < due).then_some(blocks) });
        }
        if let Some(there) = there
            && let Some((finished, hash)) = there.finished()
            && let Some(fold_there) = finished_sums(&run.experiment, &there)?
        {
            let [here, made] = [&fold, &fold_there].map(|fold| tables(&*fold.outcome(), None));
            if here == made {
                return run.print_again("the shards were merged", &there, finished, hash);
            }
        }
        let out = run.options.out.as_deref().expect("a merger has a folder to write");
        let place = LockedFolder::take(out, run.options.force)?;
        let growing = run.experiment.growing.clone();
        let mut folder = RunFolder::begin(place, growing, &run.manifest, true)?;
        let appended = run.append(&mut folder, added, &*fold);
        let done = appended.and_then(|()| run.end(Some(&mut folder), &*fold));
        // Its manifest comes last: without one, what was written is of no use.
        if done.is_err() && !folder.holds(MANIFEST)? {
            folder.discard()?;
        }
        done
    }

    /// Checks that the first row in each file of a shard is of a block of the shard.
    fn expect_own_rows(&self, number: Shard, shard: &SavedManifest) -> anyhow::Result<()> {
        let Experiment { growing, blocks, .. } = &self.experiment;
        let own = self.experiment.part_of(number);
        let own = blocks.start + own.start..blocks.start + own.end;
        let held = AuditedFiles::open(&shard.dir, growing.clone(), blocks.end, true, None)?;
        for (file, rows) in growing.iter().zip(held.files) {
            let Some((file, mut rows)) = file.as_ref().zip(rows) else { continue };
            let is_number = |name: &str| ["match", "block"].contains(&name);
            let Some(column) = file.header.trim_end().split(',').position(is_number) else {
                continue;
            };
            let Some(line) = rows.next_line()? else { continue };
            let row = csv::Reader::from_reader(&line.bytes[..]).headers().cloned();
            let block = row.ok().and_then(|row| row.get(column)?.parse().ok());
            if !block.is_some_and(|block| own.contains(&block)) {
                let why = format!("its block is none of shard {number} in manifest.json");
                return Err(rows.fault(line.number, why).into());
            }
        }
        Ok(())
    }

    /// Appends what grows of each shard, and what was ruled in it.
    fn append(
        &self,
        folder: &mut RunFolder,
        added: Vec<Added<'_>>,
        fold: &dyn Fold,
    ) -> Result<(), Failure> {
        let mut rulings = Vec::new();
        for Added { shard, sums, kept } in added {
            // What is decided before its last block has a line for each block.
            let mut read = folder.append(&shard.dir, kept)?;
            read.push(sums);
            // What was looked at before may have been changed since.
            shard.expect_results(&read)?;
            if let Some(signal) = interrupted() {
                let reason = "interrupted; nothing was written; the same command starts again";
                return Err(Failure::Interrupted(signal, reason.to_owned()));
            }
            rulings.extend(read_rulings(&shard.dir)?);
        }
        let end = self.experiment.blocks.start + fold.blocks();
        rulings.retain(|ruling| ruling.block < end);
        if !rulings.is_empty() {
            write_rulings(folder, &rulings)?;
        }
        Ok(())
    }
}

/// The programs that played all shards of a run.
fn same_programs(shards: &[(Shard, SavedManifest)]) -> anyhow::Result<Option<Value>> {
    let ((_, first), others) = shards.split_first().expect("there are shards to merge");
    let programs = first.value(PROGRAMS);
    if let Some((_, other)) = others.iter().find(|(_, other)| other.value(PROGRAMS) != programs) {
        let (here, there) = (first.dir.display(), other.dir.display());
        bail!(
            "{here} and {there} were played by different programs: see `{PROGRAMS}` in their manifests"
        );
    }
    Ok(programs.cloned())
}
