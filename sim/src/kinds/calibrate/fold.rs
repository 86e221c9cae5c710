//! The runs so far, and what is noted of them.

use std::mem::replace;
use std::path::Path;

use anyhow::anyhow;
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};

use super::cells::{Cell, Counts};
use super::outcome::CalibrateOutcome;
use super::sequential::Sequential;
use super::trial::{Trial, Trials, underway};
use super::{Calibrate, LEAST_SPREAD, Source, plan};
use crate::experiment::contract::{Block, Fold, Outcome, Plan, Probe, Stop, json_of};
use crate::files::note::{Checkpoint, Noted};
use crate::play::duel::DuelBlock;
use crate::stats::{Failures, Mergeable};
use crate::terminal::failure::Failure;
use crate::terminal::number::{percent, plural};

/// What is noted of runs on fresh cards. The run that is being played is made again from the differences of its
/// blocks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Blocks per run.
    each: u64,
    pub(super) runs: Trials,
    differences: Vec<i64>,
    pub(super) hands: u64,
    pub(super) forfeits: u64,
    /// The failures whose kind is known.
    #[serde(default, skip_serializing_if = "Failures::is_none")]
    pub(super) failures: Failures,
}

impl Progress {
    /// Blocks so far.
    pub(super) fn blocks(&self) -> u64 {
        let finished = self.runs.runs().saturating_mul(self.each);
        finished.saturating_add(self.differences.len() as u64)
    }
}

/// The runs of a calibration so far: on fresh cards those of `note`, and from a pool those of `counts`.
pub(super) struct CalibrateFold<'a> {
    pub(super) of: &'a Calibrate<'a>,
    pub(super) note: Progress,
    pub(super) underway: Sequential,
    pub(super) counts: Counts,
}

impl<'a> CalibrateFold<'a> {
    pub(super) fn new(of: &'a Calibrate<'a>) -> Self {
        let note = Progress { each: of.after[0], ..Progress::default() };
        Self { of, note, underway: underway(of.hypotheses), counts: Counts::default() }
    }

    /// Finished runs.
    pub(super) fn runs(&self) -> u64 {
        if self.of.is_fresh() { self.note.runs.runs() } else { self.counts.runs }
    }

    /// The counts of each promise.
    pub(super) fn cells(&self) -> Vec<Cell> {
        match self.of.source {
            Source::Fresh(..) => self.note.runs.cells(self.note.each).to_vec(),
            Source::Pool(..) => self.counts.cells.clone(),
        }
    }

    fn add_difference(&mut self, difference: i64) {
        self.underway.add(&DuelBlock { won: [difference, 0], ..DuelBlock::default() });
        self.note.differences.push(difference);
        if self.note.differences.len() as u64 == self.note.each {
            let run = replace(&mut self.underway, underway(self.of.hypotheses));
            self.note.differences.clear();
            self.note.runs.trials.push(Trial::of(&run));
        }
    }
}

impl Checkpoint for CalibrateFold<'_> {
    fn blocks(&self) -> u64 {
        if self.of.is_fresh() { self.note.blocks() } else { self.counts.runs }
    }

    fn to_json(&self, pretty: bool) -> String {
        if self.of.is_fresh() { json_of(&self.note, pretty) } else { json_of(&self.counts, pretty) }
    }

    fn read(&self, json: &str) -> serde_json::Result<Option<Noted>> {
        if !self.of.is_fresh() {
            let noted: Counts = serde_json::from_str(json)?;
            let fits = noted.is_like(&self.counts);
            return Ok(fits.then(|| Noted::new(noted.runs, noted)));
        }
        let (noted, each): (Progress, _) = (serde_json::from_str(json)?, self.note.each);
        let fits = noted.each == each
            && (noted.differences.len() as u64) < each
            && noted.runs.trials.iter().all(|trial| trial.blocks() == each);
        Ok(fits.then(|| Noted::new(noted.blocks(), noted)))
    }
}

impl Fold for CalibrateFold<'_> {
    fn hands(&self) -> u64 {
        self.note.hands
    }

    fn add(&mut self, block: &Block) {
        if !self.of.is_fresh() {
            return self.counts.merge(block.rows());
        }
        let block: &DuelBlock = block.rows();
        self.note.hands += block.hands;
        self.note.forfeits += block.forfeits.iter().sum::<u64>();
        block.failures.iter().for_each(|failures| self.note.failures.merge(failures));
        self.add_difference(block.difference());
    }

    fn restore(&mut self, noted: Noted, dir: &Path) -> anyhow::Result<()> {
        if !self.of.is_fresh() {
            let noted: Counts = noted.sums();
            if !noted.is_like(&self.counts) || !noted.can_be(&self.of.after) {
                let why = "its counts are not those of such runs";
                return Err(anyhow!("{}: {why}", dir.display()));
            }
            self.counts.merge(&noted);
            return Ok(());
        }
        let noted: Progress = noted.sums();
        self.note.hands += noted.hands;
        self.note.forfeits += noted.forfeits;
        self.note.failures.merge(&noted.failures);
        self.note.runs.trials.extend(noted.runs.trials);
        noted.differences.into_iter().for_each(|difference| self.add_difference(difference));
        Ok(())
    }

    /// The first run shows how the bot plays, or whether the pool can be used; later runs differ by chance.
    fn stop(&self) -> Option<Stop> {
        if self.runs() != 1 {
            return None;
        }
        let failure = match &self.of.source {
            Source::Fresh(..) => {
                let steps = self.note.runs.trials[0].steps();
                let even = self.of.runs.start == 0 && steps < LEAST_SPREAD;
                even.then(|| self.of.too_even(steps, self.note.forfeits))?
            }
            Source::Pool(pool, _) => {
                let why = format!(
                    "{} failed in the pool: take bots that play to the end",
                    pool.failed()?
                );
                Failure::setting("bots", why)
            }
        };
        Some(Stop::Refused(failure))
    }

    fn standing(&self) -> String {
        let cells = self.cells();
        let rates: Vec<_> = cells.iter().filter(|cell| !cell.promise.is_bound()).collect();
        let missed: u64 = rates.iter().map(|cell| cell.missed()).sum();
        let all = self.runs() * rates.len() as u64;
        format!("{} % of intervals miss the truth", percent(missed as f64 / all.max(1) as f64))
    }

    fn reached(&self, _: u64, _: &str) -> String {
        let all = self.of.runs.end - self.of.runs.start;
        format!("{} of {}", HumanCount(self.runs()), plural(all, "run"))
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        Box::new(CalibrateOutcome::new(self))
    }

    fn plan(&self, probe: &Probe) -> Plan {
        plan::of_calibration(self, probe)
    }
}
