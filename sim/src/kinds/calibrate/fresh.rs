//! Runs on fresh cards: a bot plays itself, so that every difference is chance.

use std::cmp::Ordering;
use std::mem::replace;

use serde::{Deserialize, Serialize};
use threehand_engine::BySeat;
use threehand_play::referee::Watch;
use threehand_play::{Arena, Seeds};
use threehand_stats::{
    Estimate, Failures, Hypotheses, Mergeable, Moments, TestDecision, UniformityTest,
};

use super::cells::{Cell, claim, place};
use super::outcome::CalibrateOutcome;
use super::promise::Promise;
use super::sequential::{Sequential, Test};
use super::{Calibrate, LEAST_SPREAD, plan};
use crate::experiment::contract::{
    Block, Fold, Outcome, Plan, Play, Probe, SavedSums, Stop, json_of,
};
use crate::kinds::sprt::rule::{Quantity, Question, TestKind};
use crate::play::duel::{DuelBlock, lineups};

/// A run without blocks.
fn underway(hypotheses: Hypotheses) -> Sequential {
    let question = Question { test: TestKind::Sprt, on: Quantity::Share, hypotheses };
    let test = Test::new(Promise::SprtFalsePositives, question, TestDecision::Better);
    Sequential::new(vec![test], 0.0)
}

/// A run at its end.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Trial {
    moments: Moments,
    /// The decision of the sequential test, if it came to one.
    pub(super) decision: Option<TestDecision>,
    /// The blocks that the sequential test looked at.
    pub(super) tested: u64,
    /// Whether the confidence sequence excluded 0 after some block.
    pub(super) strays: bool,
}

impl Trial {
    /// What a run has come to.
    pub(super) fn of(run: &Sequential) -> Self {
        let Test { decision, blocks, .. } = run.tests[0];
        Self { moments: run.shares, decision, tested: blocks, strays: run.misses() }
    }

    /// Its blocks.
    pub(super) const fn blocks(&self) -> u64 {
        self.moments.n()
    }

    /// The mean difference of win shares.
    pub(super) fn difference(&self) -> Estimate {
        self.moments.estimate(DuelBlock::UNIT)
    }

    /// The p-value of the difference; `None` without a spread.
    pub(super) fn p(&self) -> Option<f64> {
        self.difference().p_value(self.blocks())
    }

    /// Where the interval lies from 0, which is the truth.
    pub(super) fn place(&self) -> Ordering {
        place(self.difference(), 0.0).unwrap_or(Ordering::Equal)
    }

    /// The standard deviation of the sum of all differences, in the steps of a difference.
    pub(super) fn steps(&self) -> f64 {
        let n = self.blocks() as f64;
        self.moments.se(DuelBlock::SHARES.step).map_or(0.0, |se| se * n)
    }
}

/// All runs, in their order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Trials {
    pub(super) trials: Vec<Trial>,
}

impl Trials {
    /// How many.
    pub(super) fn runs(&self) -> u64 {
        self.trials.len() as u64
    }

    /// The counts of the three promises, of runs with so many blocks.
    pub(super) fn cells(&self, blocks: u64) -> [Cell; 3] {
        let promises =
            [Promise::IntervalMisses, Promise::SprtFalsePositives, Promise::AnytimeMisses];
        let mut cells = promises.map(|promise| Cell::new(promise, String::new(), blocks));
        for trial in &self.trials {
            cells[0].add(Some(trial.place()));
            cells[1].add(place(claim(trial.decision == Some(TestDecision::Better)), 0.0));
            cells[2].add(place(claim(trial.strays), 0.0));
        }
        cells
    }

    /// How many runs the sequential test decided so, or not at all.
    pub(super) fn decided(&self, decision: Option<TestDecision>) -> u64 {
        self.trials.iter().filter(|trial| trial.decision == decision).count() as u64
    }

    /// The mean number of blocks that the sequential test looked at.
    pub(super) fn tested(&self) -> f64 {
        let mut tested = Moments::default();
        self.trials.iter().for_each(|trial| tested.add(trial.tested as i64));
        tested.mean(1.0)
    }

    /// Whether the p-values are uniform.
    pub(super) fn evenness(&self) -> Option<UniformityTest> {
        UniformityTest::of(self.trials.iter().filter_map(Trial::p).collect())
    }

    /// The distance from uniformity that the steps of differences cause: a sum of differences with a standard
    /// deviation of s steps is 0, where p is 1, with a probability of 1 / (s √2π).
    pub(super) fn lattice(&self) -> f64 {
        let steps: f64 = self.trials.iter().map(Trial::steps).sum();
        self.trials.len() as f64 / (steps * std::f64::consts::TAU.sqrt())
    }
}

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

/// A bot plays itself: run r has the blocks from r times their number on.
pub(super) struct Fresh<'a> {
    pub(super) of: Calibrate,
    pub(super) arena: Box<dyn Arena + 'a>,
}

impl Play for Fresh<'_> {
    fn block(&self, number: u64, _: bool, watch: Option<&Watch<'_>>) -> Block {
        let seeds = Seeds(self.of.settings.common.seed);
        Block::new(Vec::new(), DuelBlock::play(&*self.arena, seeds, number, watch))
    }

    /// The one bot in all seats.
    fn lineups(&self) -> Vec<BySeat<usize>> {
        lineups().map(|_| BySeat([0; 3])).collect()
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        let of = &self.of;
        let note = Progress { each: of.after[0], ..Progress::default() };
        Box::new(FreshFold { of, note, underway: underway(of.hypotheses) })
    }
}

/// Runs on fresh cards so far.
pub(super) struct FreshFold<'a> {
    pub(super) of: &'a Calibrate,
    pub(super) note: Progress,
    pub(super) underway: Sequential,
}

impl FreshFold<'_> {
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

impl Fold for FreshFold<'_> {
    fn blocks(&self) -> u64 {
        self.note.blocks()
    }

    fn to_json(&self, pretty: bool) -> String {
        json_of(&self.note, pretty)
    }

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

    fn restore(&mut self, saved: &SavedSums<'_>) -> anyhow::Result<()> {
        let each = self.note.each;
        let fit = |noted: &Progress| {
            noted.each == each
                && (noted.differences.len() as u64) < each
                && noted.runs.trials.iter().all(|trial| trial.blocks() == each)
        };
        let noted = saved.read(Progress::blocks, fit)?;
        self.note.hands += noted.hands;
        self.note.forfeits += noted.forfeits;
        self.note.failures.merge(&noted.failures);
        self.note.runs.trials.extend(noted.runs.trials);
        noted.differences.into_iter().for_each(|difference| self.add_difference(difference));
        Ok(())
    }

    /// The first run shows how the bot plays; later runs differ by chance.
    fn stop(&self) -> Option<Stop> {
        let [trial] = &self.note.runs.trials[..] else { return None };
        let is_even = self.of.runs.start == 0 && trial.steps() < LEAST_SPREAD;
        is_even.then(|| Stop::Refused(self.of.too_even(trial.steps(), self.note.forfeits)))
    }

    fn standing(&self) -> String {
        self.of.standing(self.note.runs.runs(), &self.note.runs.cells(self.note.each))
    }

    fn reached(&self, _: u64, _: &str) -> String {
        self.of.reached(self.note.runs.runs())
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        let runs = &self.note.runs;
        let cells = runs.cells(self.note.each).to_vec();
        Box::new(CalibrateOutcome::new(self.of, runs.runs(), cells, Some(&self.note)))
    }

    fn plan(&self, probe: &Probe) -> Plan {
        plan::of_fresh(self, probe)
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::{Stream, below};
    use threehand_stats::Bounds;

    use super::*;
    use crate::kinds::calibrate::MISSES;

    const USUAL: Hypotheses = Hypotheses { bounds: Bounds::T(0.0, 0.1), alpha: 0.05, beta: 0.05 };

    /// Runs of 500 blocks in which either bot wins each of the six matches as often; each block
    /// counts so many times.
    fn calibration(times: usize) -> Trials {
        let mut calibration = Trials::default();
        for run in 0..600 {
            let mut stream = Stream::new([run, 2, 5, 9]);
            let mut trial = underway(USUAL);
            for _ in 0..500 {
                let won = (0..6).filter(|_| below(&mut stream, 2) == 0).count() as i64;
                let block = DuelBlock { won: [12 * (won - 3), 0], ..DuelBlock::default() };
                (0..times).for_each(|_| trial.add(&block));
            }
            calibration.trials.push(Trial::of(&trial));
        }
        calibration
    }

    fn ends(cell: &Cell) -> (f64, f64) {
        let share = cell.share(600).unwrap();
        share.lo.zip(share.hi).unwrap()
    }

    #[test]
    fn true_promises_are_seen_to_be_kept() {
        let calibration = calibration(1);
        let [interval, test, sequence] = calibration.cells(500);
        let (lo, hi) = ends(&interval);
        assert!((lo..=hi).contains(&MISSES), "{interval:?}");
        assert!(ends(&test).0 <= USUAL.alpha && ends(&sequence).0 <= MISSES);
        assert!(calibration.evenness().unwrap().p > 0.05, "{:?}", calibration.evenness());
        // 1.2247 steps a block: 27.4 in 500 of them.
        assert!((calibration.lattice() - 0.398_942_3 / 27.386).abs() < 1e-4);
    }

    #[test]
    fn blocks_that_are_counted_twice_are_found_out() {
        let calibration = calibration(2);
        let [interval, test, _] = calibration.cells(500);
        // Intervals are too narrow by √2: SciPy 1.17: 2 * stats.norm.sf(1.959964 / 2 ** 0.5) = 0.1658.
        let (lo, hi) = ends(&interval);
        assert!(lo > MISSES && (lo..=hi).contains(&0.1658), "{interval:?}");
        assert!(calibration.evenness().unwrap().p < 1e-6, "{:?}", calibration.evenness());
        assert!(ends(&test).0 > USUAL.alpha);
    }
}
