//! What may be looked at after every block of two bots: sequential tests, and the confidence sequence of the
//! difference of their win shares.

use threehand_stats::{Bounds, ConfidenceSequence, Estimate, Hypotheses, Moments, TestDecision};

use super::cells::claim;
use super::promise::{Promise, Subject};
use crate::kinds::sprt::rule::{Quantity, Question, Rule, TestKind};
use crate::play::duel::DuelBlock;

/// The error rates of a test in a pool: the defaults of `sprt`.
const ERRORS: f64 = 0.05;
/// The distance of the other bound from the truth, in t and in share: the defaults of `sprt`.
const T_STEP: f64 = 0.1;
const SHARE_STEP: f64 = 0.02;

/// A test that runs until it decides.
pub(super) struct Test {
    promise: Promise,
    on: Quantity,
    rule: Rule,
    /// The decision that would be wrong.
    wrong: TestDecision,
    pub(super) decision: Option<TestDecision>,
    /// The blocks that the test looked at.
    pub(super) blocks: u64,
}

impl Test {
    /// A test that has seen no block.
    pub(super) fn new(promise: Promise, question: Question, wrong: TestDecision) -> Self {
        let rule = Rule::new(question);
        Self { promise, on: question.on, rule, wrong, decision: None, blocks: 0 }
    }
}

/// The tests, the confidence sequence, and the differences so far.
pub(super) struct Sequential {
    pub(super) tests: Vec<Test>,
    pub(super) shares: Moments,
    sequence: ConfidenceSequence,
    /// The true difference of win shares.
    truth: f64,
}

impl Sequential {
    /// No blocks yet.
    pub(super) fn new(tests: Vec<Test>, truth: f64) -> Self {
        let sequence = ConfidenceSequence::new(-DuelBlock::MOST, DuelBlock::MOST);
        Self { tests, shares: Moments::default(), sequence, truth }
    }

    /// The tests of two bots whose true differences are those of a pool. One bound of each test is the truth, so that
    /// the test errs at its rate.
    pub(super) fn of_pool(pool: impl Iterator<Item = DuelBlock>) -> Self {
        let (mut shares, mut scores) = (Moments::default(), Moments::default());
        for block in pool {
            shares.add(block.difference());
            scores.add(block.score_difference());
        }
        let truth = shares.mean(DuelBlock::UNIT);
        let t = |moments: &Moments| {
            Some(moments.mean(1.0) / (moments.se(1.0)? * (moments.n() as f64).sqrt()))
        };
        let (on_share, on_score) = ((Quantity::Share, t(&shares)), (Quantity::Score, t(&scores)));
        let (sprt, e) = (TestKind::Sprt, TestKind::E);
        let mut tests = Vec::new();
        for (better, not_better, test, (on, truth)) in [
            (Promise::SprtBetter, Promise::SprtNotBetter, sprt, on_share),
            (Promise::ScoreBetter, Promise::ScoreNotBetter, sprt, on_score),
            (Promise::EBetter, Promise::ENotBetter, e, (Quantity::Share, Some(truth))),
        ] {
            let Some(truth) = truth else { continue };
            for (promise, wrong, lo, hi) in [
                (better, TestDecision::Better, 0.0, 1.0),
                (not_better, TestDecision::NotBetter, -1.0, 0.0),
            ] {
                let bounds = match test {
                    TestKind::Sprt => Bounds::T(truth + lo * T_STEP, truth + hi * T_STEP),
                    TestKind::E => Bounds::Mean(truth + lo * SHARE_STEP, truth + hi * SHARE_STEP),
                };
                let hypotheses = Hypotheses { bounds, alpha: ERRORS, beta: ERRORS };
                if let Ok(hypotheses) = hypotheses.checked(DuelBlock::MOST) {
                    tests.push(Test::new(promise, Question { test, on, hypotheses }, wrong));
                }
            }
        }
        Self::new(tests, truth)
    }

    /// Adds a block.
    pub(super) fn add(&mut self, block: &DuelBlock) {
        for test in self.tests.iter_mut().filter(|test| test.decision.is_none()) {
            test.decision = test.rule.add(test.on, block);
            test.blocks += 1;
        }
        self.shares.add(block.difference());
        self.sequence.add(block.difference() as f64 / DuelBlock::UNIT);
    }

    /// Whether the confidence sequence excludes the true difference.
    pub(super) fn misses(&self) -> bool {
        self.sequence.excludes(self.truth)
    }

    /// The false claims, made or not.
    pub(super) fn claims(&self) -> impl Iterator<Item = (Subject, Option<Estimate>)> {
        let tests = self.tests.iter().map(|test| (test.promise, test.decision == Some(test.wrong)));
        let claims = tests.chain([(Promise::DifferenceAtAnyStop, self.misses())]);
        claims.map(|(promise, is_made)| (promise.of([]), Some(claim(is_made))))
    }
}
