//! What has been played of a calibration so far.

use std::mem::replace;
use std::path::Path;

use indicatif::HumanCount;
use serde::{Deserialize, Serialize};

use super::outcome::CalibrateOutcome;
use super::trial::{Calibration, Trial, Underway};
use super::{Calibrate, LEAST_SPREAD, plan};
use crate::experiment::contract::{Block, Fold, Outcome, Plan, Probe, Stop, json_of};
use crate::folder::note::{Checkpoint, Noted};
use crate::play::duel::DuelBlock;
use crate::stats::{Failures, Mergeable};
use crate::terminal::number::plural;

/// What is noted of what has been played. The run that is being played is made again from the
/// differences of its blocks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Blocks a run.
    each: u64,
    pub(super) runs: Calibration,
    differences: Vec<i64>,
    pub(super) hands: u64,
    pub(super) forfeits: u64,
    /// Those whose kind of failure is known.
    #[serde(default, skip_serializing_if = "Failures::is_none")]
    pub(super) failures: Failures,
}

impl Progress {
    /// Blocks so far.
    pub(super) fn blocks(&self) -> u64 {
        let whole = (self.runs.trials.len() as u64).saturating_mul(self.each);
        whole.saturating_add(self.differences.len() as u64)
    }
}

/// The runs of a calibration so far.
pub(super) struct CalibrateFold<'a> {
    pub(super) of: &'a Calibrate<'a>,
    pub(super) underway: Underway,
    pub(super) note: Progress,
}

impl<'a> CalibrateFold<'a> {
    pub(super) fn new(of: &'a Calibrate<'a>) -> Self {
        let note = Progress { each: of.settings.blocks, ..Progress::default() };
        Self { of, underway: Underway::new(of.hypotheses), note }
    }

    fn add_difference(&mut self, difference: i64) {
        self.underway.add(difference);
        self.note.differences.push(difference);
        if self.note.differences.len() as u64 == self.note.each {
            let whole = replace(&mut self.underway, Underway::new(self.of.hypotheses));
            self.note.differences.clear();
            self.note.runs.trials.push(whole.trial());
        }
    }
}

impl Checkpoint for CalibrateFold<'_> {
    fn blocks(&self) -> u64 {
        self.note.blocks()
    }

    fn to_json(&self, pretty: bool) -> String {
        json_of(&self.note, pretty)
    }

    fn read(&self, json: &str) -> serde_json::Result<Option<Noted>> {
        let noted: Progress = serde_json::from_str(json)?;
        let each = self.note.each;
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
        let block: &DuelBlock = block.rows();
        self.note.hands += block.hands;
        self.note.forfeits += block.forfeits.iter().sum::<u64>();
        block.failures.iter().for_each(|failures| self.note.failures.merge(failures));
        self.add_difference(block.difference());
    }

    fn restore(&mut self, noted: Noted, _: &Path) -> anyhow::Result<()> {
        let noted: Progress = noted.sums();
        self.note.hands += noted.hands;
        self.note.forfeits += noted.forfeits;
        self.note.failures.merge(&noted.failures);
        self.note.runs.trials.extend(noted.runs.trials);
        noted.differences.into_iter().for_each(|difference| self.add_difference(difference));
        Ok(())
    }

    /// The first run of all tells how the bot plays; later runs differ from the first by chance.
    fn stop(&self) -> Option<Stop> {
        let [first] = self.note.runs.trials[..] else { return None };
        let even = self.of.runs.start == 0 && first.steps() < LEAST_SPREAD;
        even.then(|| Stop::Refused(self.of.too_even(first.steps(), self.note.forfeits)))
    }

    fn standing(&self) -> String {
        let missed = self.note.runs.share(Trial::misses);
        format!("{} of {} intervals miss 0", missed.count, missed.of)
    }

    fn reached(&self, _: u64, _: &str) -> String {
        let done = HumanCount(self.note.runs.trials.len() as u64);
        format!("{done} of {}", plural(self.of.runs.end - self.of.runs.start, "run"))
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        Box::new(CalibrateOutcome { of: self.of, note: &self.note })
    }

    fn plan(&self, probe: &Probe) -> Plan {
        plan::of_calibration(self, probe)
    }
}
