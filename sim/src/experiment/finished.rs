//! A run that has finished, made again from the sums that its folder holds.

use anyhow::{Context as _, anyhow, bail};

use super::contract::{Experiment, Fold};
use super::run::{Run, manifest, noted_sums, tables};
use super::status::RunStatus;
use crate::files::hash::sha256;
use crate::files::locked_folder::{SUMS, tidy};
use crate::files::manifest::{Manifest, PROGRAMS, SavedManifest};
use crate::files::progress::ProgressNote;
use crate::files::run_folder::{kept_in, kept_sums, note_of};
use crate::play::players::PlayedBy;
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;

/// Checks that a run of this version was played by the rules and bots that the experiment of its settings has here.
///
/// # Errors
/// The first key of the manifest in which it was another.
pub fn expect_same(experiment: &Experiment<'_>, written: &SavedManifest) -> anyhow::Result<()> {
    if !written.is_of_this_version() {
        return Ok(());
    }
    written.expect(&manifest_here(experiment, written), &[])
}

/// The manifest that this version writes for a run, with the programs that play by the folder.
pub fn manifest_here(experiment: &Experiment<'_>, written: &SavedManifest) -> Manifest {
    let programs = written.value(PROGRAMS).cloned();
    manifest(experiment, &RunOptions::default(), Some(written), programs)
}

/// How far a run of this version that is not finished has got, also while it goes on; `None` if no block is noted.
///
/// # Errors
/// If the note is not of this run.
pub fn noted(
    experiment: &Experiment<'_>,
    written: &SavedManifest,
) -> anyhow::Result<Option<ProgressNote>> {
    let here = manifest_here(experiment, written);
    written.expect(&here, &[])?;
    Ok(note_of(&written.dir, &experiment.growing, &here)?)
}

/// The sums that the folder of a run holds so far, and how far that is if it is not all.
///
/// # Errors
/// If the folder holds none, or too few blocks to say anything, or was changed.
pub fn sums_so_far<'e>(
    experiment: &'e Experiment<'_>,
    written: &SavedManifest,
) -> Result<(Box<dyn Fold + 'e>, Option<String>), Failure> {
    let dir = written.dir.display();
    if written.finished().is_some() {
        let fold = finished_sums(experiment, written)?;
        let fold = fold.ok_or_else(|| anyhow!("{dir}: its sums are not those of its tables"))?;
        return Ok((fold, None));
    }
    let unit = experiment.unit();
    let none = || anyhow!("{dir}: no {unit} of the run is noted yet");
    let note = noted(experiment, written)?.ok_or_else(none)?;
    let mut fold = experiment.play.fold();
    fold.restore(&noted_sums(&written.dir, &note))?;
    let reached = reached(experiment, &*fold)?;
    Ok((fold, Some(reached)))
}

/// How far a run has got that is not finished.
///
/// # Errors
/// If there is nothing to say of so few blocks.
pub fn reached(experiment: &Experiment<'_>, fold: &dyn Fold) -> anyhow::Result<String> {
    let all = experiment.blocks.end - experiment.blocks.start;
    let reached = fold.reached(all, experiment.unit());
    match fold.outcome().can_be_told() {
        true => Ok(reached),
        false => bail!("{reached} are too few to say anything"),
    }
}

/// The sums that the folder of a finished run holds, whose files have the hash of its results; `None` if the tables
/// that the sums come to have another, so that these are not the sums of the run.
pub fn finished_sums<'e>(
    experiment: &'e Experiment<'_>,
    written: &SavedManifest,
) -> Result<Option<Box<dyn Fold + 'e>>, Failure> {
    expect_same(experiment, written)?;
    let is_shard = experiment.is_shard();
    let kept = kept_sums(&written.dir, is_shard)?;
    written.expect_beside(&[(kept_in(is_shard).to_owned(), kept.sha256.clone())])?;
    let mut fold = experiment.play.fold();
    fold.restore(&experiment.kept_sums(&written.dir, &kept))?;
    let tables = tables(&*fold.outcome(), is_shard.then_some(&*fold));
    let digest = |(name, table): &(&str, Vec<u8>)| ((*name).to_owned(), sha256(table));
    let digests: Vec<_> = tables.iter().map(digest).collect();
    // The last digits of an earlier version were others.
    let nearly = |(name, table): &(&str, Vec<u8>)| {
        std::fs::read(written.dir.join(name)).is_ok_and(|there| is_nearly(&there, table))
    };
    let is_same = written.has_results(&digests)?
        || !written.is_of_this_version() && tables.iter().all(nearly);
    Ok(is_same.then_some(fold))
}

/// Whether two tables have the same cells, but for the last digits of numbers.
fn is_nearly(one: &[u8], other: &[u8]) -> bool {
    let cells = |table| -> Vec<_> { <[u8]>::split(table, |byte| b",\n".contains(byte)).collect() };
    let number = |cell| str::from_utf8(cell).ok()?.parse::<f64>().ok();
    let (one, other) = (cells(one), cells(other));
    one.len() == other.len()
        && one.into_iter().zip(other).all(|(a, b)| {
            let near = |(a, b): (f64, f64)| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()) + 1e-12;
            a == b || number(a).zip(number(b)).is_some_and(near)
        })
}

impl Experiment<'_> {
    /// Checks that the bots are here, and that the files that they name are still those that the run began with: reading
    /// a run needs neither.
    ///
    /// # Errors
    /// The bot that only Python has; or whose file is missing or another, with the SHA-256 that the file must have.
    pub fn expect_bots(&self) -> anyhow::Result<()> {
        const WHY: &str = "its matches can't be played again";
        for player in &self.players {
            match &player.who {
                PlayedBy::BuiltIn(spec) => {
                    self.game.spec(&spec.stands_for().to_string()).context(WHY)?;
                }
                PlayedBy::Absent { spec, .. } => {
                    let run = self.settings.kind().command;
                    let how = format!(
                        "the call of threehand.{run} that began the run plays it, and goes on with it"
                    );
                    bail!("{WHY}: {spec} is a function of Python, and {how}");
                }
                PlayedBy::External(_) => {}
            }
        }
        Ok(())
    }
}

impl Run<'_> {
    /// Prints why nothing is left to do, and the summary of a run that has finished, from the sums that its folder
    /// holds.
    pub(super) fn print_again(
        &self,
        why: &str,
        written: &SavedManifest,
        finished: &str,
        hash: &str,
    ) -> Result<(), Failure> {
        let dir = &written.dir;
        written.expect_results(&[])?;
        tidy(dir)?;
        if !self.options.quiet && !self.options.json {
            let (dir, finished, hash) = (dir.display(), shown(finished), shown(hash));
            let reason = format!("nothing is left to do: {why} at {finished}, results_hash {hash}");
            self.options.output.say(&format!("{dir}: {reason}"));
        }
        let Some(fold) = finished_sums(&self.experiment, written)? else {
            let path = dir.join(SUMS);
            let reason = "the tables beside it are not what it comes to, so one of them was changed: play the run \
                        again (--force)";
            return Err(anyhow!("{}: {reason}", path.display()).into());
        };
        let outcome = fold.outcome();
        let finished = Some(finished.to_owned());
        self.summary(&*outcome, &RunStatus { finished, ..self.status(hash.to_owned()) })
    }
}
