//! Sequential tests of two bots, each with a bound that is the truth of the pool: what such a test says is then
//! wrong as often as it may be.

use threehand_engine::{BySeat, Seat};

use super::pool::Shown;
use super::promise::{Figure, Promise};
use crate::play::duel::DuelBlock;
use crate::stats::{
    Block, Bounds, ConfidenceSequence, Decision, ETest, Hypotheses, Moments, Scale, Sprt,
};

/// How often a test may be wrong to either side, as by default.
const ERRORS: f64 = 0.05;
/// How far the other bound lies from the truth: the defaults of `sprt`, in t and in share.
const T_STEP: f64 = 0.1;
/// The largest t that a bound is set to.
const LARGEST_T: f64 = 1.0;
const SHARE_STEP: f64 = 0.02;

/// A test that is run until it says something.
struct Test {
    promise: Promise,
    rule: Rule,
    /// What would be wrong.
    wrong: Decision,
    said: Option<Decision>,
}

enum Rule {
    Share(Sprt),
    Score(Sprt),
    E(ETest),
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
        let mut add = |promise, wrong, rule| tests.push(Test { promise, rule, wrong, said: None });
        let truth = shares.mean(DuelBlock::UNIT);
        for (wrong, [share, score, e], [below, above]) in [
            (
                Decision::Better,
                [Promise::SprtBetter, Promise::ScoreBetter, Promise::EBetter],
                [0.0, 1.0],
            ),
            (
                Decision::NotBetter,
                [Promise::SprtNotBetter, Promise::ScoreNotBetter, Promise::ENotBetter],
                [-1.0, 0.0],
            ),
        ] {
            let checked = |bounds| {
                let asked = Hypotheses { bounds, alpha: ERRORS, beta: ERRORS };
                asked.checked(DuelBlock::MOST).ok()
            };
            let of_t = |moments: &Moments| {
                let t = moments.mean(1.0) / (moments.se(1.0)? * (moments.n() as f64).sqrt());
                if t.abs() > LARGEST_T {
                    return None;
                }
                checked(Bounds::T(t + below * T_STEP, t + above * T_STEP))
            };
            if let Some(asked) = of_t(&shares) {
                add(share, wrong, Rule::Share(Sprt::new(asked, DuelBlock::SHARES)));
            }
            if let Some(asked) = of_t(&scores) {
                let scale = Scale { step: 1.0, most: 0.0, unit: DuelBlock::SEATS };
                add(score, wrong, Rule::Score(Sprt::new(asked, scale)));
            }
            let (lo, hi) = (truth + below * SHARE_STEP, truth + above * SHARE_STEP);
            if let Some(asked) = checked(Bounds::Mean(lo, hi)) {
                let range = (-DuelBlock::MOST, DuelBlock::MOST);
                add(e, wrong, Rule::E(ETest::new((lo, hi), range, asked)));
            }
        }
        let sequence = ConfidenceSequence::new(-DuelBlock::MOST, DuelBlock::MOST);
        Self { lineups: lineups.to_vec(), tests, sequence, truth }
    }

    /// Adds a block.
    pub(super) fn add(&mut self, block: &Block) {
        let block = duel(&self.lineups, block);
        let difference = block.difference() as f64 / DuelBlock::UNIT;
        for test in self.tests.iter_mut().filter(|test| test.said.is_none()) {
            test.said = match &mut test.rule {
                Rule::Share(sprt) => sprt.add(block.difference()),
                Rule::Score(sprt) => sprt.add(block.score_difference()),
                Rule::E(e_test) => e_test.add(difference),
            };
        }
        self.sequence.add(difference);
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
