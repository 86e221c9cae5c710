//! Sequential tests of two bots, each with a bound that is the truth of the pool: what such a test says is then
//! wrong as often as it may be.

use threehand_engine::{BySeat, Seat};

use super::pool::Shown;
use super::promise::{Figure, Promise};
use crate::play::duel::DuelBlock;
use crate::sprt::rule::{Quantity, Question, Rule, TestKind};
use crate::stats::{Block, Bounds, ConfidenceSequence, Hypotheses, Moments, TestDecision};

/// How often a test may be wrong to either side, as by default.
const ERRORS: f64 = 0.05;
/// How far the other bound lies from the truth: the defaults of `sprt`, in t and in share.
const T_STEP: f64 = 0.1;
const SHARE_STEP: f64 = 0.02;

/// A test that is run until it says something.
struct Test {
    promise: Promise,
    on: Quantity,
    rule: Rule,
    /// What would be wrong.
    wrong: TestDecision,
    said: Option<TestDecision>,
}

/// The tests of a run, and the interval that may be watched.
pub(super) struct Duels {
    lineups: Vec<BySeat<usize>>,
    tests: Vec<Test>,
    sequence: ConfidenceSequence,
    /// The true difference of shares.
    truth: f64,
}

impl Duels {
    /// No blocks yet, of two bots whose true differences are those of this pool.
    pub(super) fn new<'p>(
        lineups: &[BySeat<usize>],
        pool: impl Iterator<Item = &'p Block>,
    ) -> Self {
        let (mut shares, mut scores) = (Moments::default(), Moments::default());
        for block in pool {
            let block = duel(lineups, block);
            shares.add(block.difference());
            scores.add(block.score_difference());
        }
        let mut tests = Vec::new();
        let truth = shares.mean(DuelBlock::UNIT);
        for (wrong, [share, score, e], [below, above]) in [
            (
                TestDecision::Better,
                [Promise::SprtBetter, Promise::ScoreBetter, Promise::EBetter],
                [0.0, 1.0],
            ),
            (
                TestDecision::NotBetter,
                [Promise::SprtNotBetter, Promise::ScoreNotBetter, Promise::ENotBetter],
                [-1.0, 0.0],
            ),
        ] {
            let of_t = |moments: &Moments| {
                let t = moments.mean(1.0) / (moments.se(1.0)? * (moments.n() as f64).sqrt());
                Some(Bounds::T(t + below * T_STEP, t + above * T_STEP))
            };
            let of_share = Bounds::Mean(truth + below * SHARE_STEP, truth + above * SHARE_STEP);
            for (promise, test, on, bounds) in [
                (share, TestKind::Sprt, Quantity::Share, of_t(&shares)),
                (score, TestKind::Sprt, Quantity::Score, of_t(&scores)),
                (e, TestKind::E, Quantity::Share, Some(of_share)),
            ] {
                let asked = |bounds| Hypotheses { bounds, alpha: ERRORS, beta: ERRORS };
                let checked = bounds.and_then(|bounds| asked(bounds).checked(DuelBlock::MOST).ok());
                if let Some(hypotheses) = checked {
                    let rule = Rule::new(Question { test, on, hypotheses });
                    tests.push(Test { promise, on, rule, wrong, said: None });
                }
            }
        }
        let sequence = ConfidenceSequence::new(-DuelBlock::MOST, DuelBlock::MOST);
        Self { lineups: lineups.to_vec(), tests, sequence, truth }
    }

    /// Adds a block.
    pub(super) fn add(&mut self, block: &Block) {
        let block = duel(&self.lineups, block);
        for test in self.tests.iter_mut().filter(|test| test.said.is_none()) {
            test.said = test.rule.add(test.on, &block);
        }
        self.sequence.add(block.difference() as f64 / DuelBlock::UNIT);
    }

    /// Shows what has been said so far.
    pub(super) fn show(&self, each: &mut dyn FnMut(Figure, Shown)) {
        for Test { promise, wrong, said, .. } in &self.tests {
            each(promise.of([]), Shown::Claim(*said == Some(*wrong)));
        }
        let strays = self.sequence.excludes(self.truth);
        each(Promise::DifferenceAtAnyStop.of([]), Shown::Claim(strays));
    }
}

/// A block of two bots as a sequential test sees it.
fn duel(lineups: &[BySeat<usize>], block: &Block) -> DuelBlock {
    let mut duel = DuelBlock::default();
    for result in block {
        for seat in Seat::ALL {
            let bot = lineups[result.lineup][seat];
            duel.won[bot] += result.won_sixths[seat];
            duel.score[bot] += i64::from(result.scores[seat]);
        }
    }
    duel
}
