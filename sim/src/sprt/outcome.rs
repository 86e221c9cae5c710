//! What came out of a sequential test: `test.csv` and its summary on the terminal.

use serde_json::{Value, json};

use super::evidence::Evidence;
use super::rule::{Quantity, Question, Rule, points, told};
use super::{SprtSettings, Test};
use crate::experiment::contract::{Failed, Outcome, settings_map};
use crate::experiment::sitting::Sitting;
use crate::play::duel::{Duel, DuelBlock};
use crate::stats::{Bounds, Sprt, TestDecision};
use crate::tables::{Rows, Table, row};
use crate::terminal::number::{percent, plural, signed};

row! {
    /// The only row, which says what came out.
    TestRow<'a> {
        game: &'a str,
        variant: &'a str,
        a: &'a str,
        b: &'a str,
        decision: &'a str,
        blocks: u64,
        llr: Option<f64>,
        lower: f64,
        upper: f64,
        t: Option<f64>,
        win_share: f64,
        difference: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        anytime_lo: f64,
        anytime_hi: f64,
        test: String,
        on: String,
        share_lo: Option<f64>,
        share_hi: Option<f64>,
        llr_doubted: Option<f64>,
        capital_better: Option<f64>,
        capital_not_better: Option<f64>,
        score_difference: f64,
        score_se: Option<f64>,
    }
}

/// What came out of a sequential test.
#[derive(Clone, Copy)]
pub(super) struct SprtOutcome<'a> {
    pub(super) test: &'a Test<'a>,
    pub(super) evidence: &'a Evidence,
}

/// `test.csv`: one row.
impl Table for SprtOutcome<'_> {
    fn file(&self) -> &'static str {
        "test.csv"
    }

    fn columns(&self) -> Vec<String> {
        TestRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        rows.put(self.row());
    }
}

impl Outcome for SprtOutcome<'_> {
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        vec![Box::new(*self)]
    }

    fn headline(&self) -> &'static str {
        "test.csv"
    }

    fn json(&self, _: &Sitting) -> Value {
        let mut json = settings_map(&self.row());
        json.shift_remove("game");
        json.insert("hands".to_owned(), self.evidence.hands.into());
        json.insert("forfeits".to_owned(), json!(self.evidence.forfeits));
        json.into()
    }

    fn text(&self, _: &Sitting) -> String {
        let blocks = self.evidence.blocks();
        let Question { test, hypotheses, .. } = self.test.question;
        let [lo, hi] = self.test.question.bounds_in_words();
        let [a, b] = self.bots();
        let SprtSettings { shard, ref stage, .. } = self.test.settings;
        let shard = shard.map(|shard| format!(" · shard {shard}"));
        format!(
            "{} · is {} better than {}? · {test}: {lo} against {hi}, α {}, β {} · {} = {}, {} · seed {}{}\n\n\
             {}\n{}",
            self.test.variant,
            a,
            b,
            hypotheses.alpha,
            hypotheses.beta,
            plural(blocks, "block"),
            plural(Duel::matches(blocks), "match"),
            plural(self.evidence.hands, "hand"),
            stage.seed,
            shard.unwrap_or_default(),
            self.decision(),
            self.figures(),
        )
    }

    fn answer(&self) -> String {
        format!("{}\n{}", self.decision(), self.figures())
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Evidence { forfeits, ref note, .. } = *self.evidence;
        let failed = |bot: usize| Failed {
            bot: self.bots()[bot],
            matches: forfeits[bot],
            failures: note.failures[bot],
        };
        vec![failed(0), failed(1)]
    }
}

impl SprtOutcome<'_> {
    /// The names that the two bots go by.
    pub(super) fn bots(&self) -> [&str; 2] {
        [&self.test.players[0].label, &self.test.players[1].label]
    }

    fn row(&self) -> TestRow<'_> {
        let Self { evidence, test: of } = self;
        let Question { test, on, hypotheses } = of.question;
        let [a, b] = self.bots();
        let (plain, score) = (evidence.share(), evidence.score());
        let (anytime_lo, anytime_hi) = evidence.sequence.interval();
        let (share_lo, share_hi) = match hypotheses.bounds {
            Bounds::Mean(lo, hi) => (Some(lo), Some(hi)),
            Bounds::T(..) => (None, None),
        };
        let (sprt, capitals) = match &evidence.rule {
            Rule::Sprt(sprt) => (Some(sprt), None),
            Rule::E(e_test) => (None, Some(e_test.capitals())),
        };
        TestRow {
            game: of.game.name(),
            variant: &of.variant,
            a,
            b,
            decision: TestDecision::word(evidence.decision),
            blocks: evidence.blocks(),
            llr: sprt.and_then(Sprt::llr),
            lower: hypotheses.lower(),
            upper: hypotheses.upper(),
            t: evidence.t(),
            win_share: evidence.won.mean(DuelBlock::UNIT),
            difference: plain.mean,
            se: plain.se,
            lo: plain.lo,
            hi: plain.hi,
            anytime_lo,
            anytime_hi,
            test: test.to_string(),
            on: on.to_string(),
            share_lo,
            share_hi,
            llr_doubted: sprt.and_then(Sprt::llr_doubted),
            capital_better: capitals.map(|[better, _]| better),
            capital_not_better: capitals.map(|[_, not]| not),
            score_difference: score.mean,
            score_se: score.se,
        }
    }

    /// The answer.
    fn decision(&self) -> String {
        let [a, b] = self.bots();
        match self.evidence.decision {
            Some(TestDecision::Better) => match self.test.question.hypotheses.bounds {
                Bounds::T(t0, _) if t0 != 0.0 => format!("{a} is better than {b} by t > {t0}."),
                Bounds::Mean(lo, _) if lo != 0.0 => {
                    format!("{a} is better than {b} by more than {} points of share.", points(lo))
                }
                _ => format!("{a} is better than {b}."),
            },
            Some(TestDecision::NotBetter) => {
                format!("{a} is not better than {b} by {}.", self.least_effect())
            }
            None if self.evidence.is_shard => {
                "A shard decides nothing: merge the shards of the test.".to_owned()
            }
            None => format!("Undecided whether {a} is better than {b}."),
        }
    }

    /// What decides, or does not.
    fn why(&self) -> String {
        let hypotheses = self.test.question.hypotheses;
        match &self.evidence.rule {
            Rule::E(e_test) => {
                let ([better, not], [enough, enough_not]) = (e_test.capitals(), e_test.enough());
                format!(
                    "a capital of 1 has become {better:.2} of {enough:.0} on \"better\", {not:.2} of \
                     {enough_not:.0} on \"not better\""
                )
            }
            Rule::Sprt(sprt) => {
                let (lower, upper) = (hypotheses.lower(), hypotheses.upper());
                let beyond = sprt.llr().is_some_and(|llr| llr <= lower || llr >= upper);
                format!(
                    "{}, {} {} … {}; {} if two more blocks had gone the other way",
                    told(sprt.llr()),
                    if beyond { "beyond" } else { "within" },
                    signed(lower, 2),
                    signed(upper, 2),
                    told(sprt.llr_doubted()),
                )
            }
        }
    }

    /// What "better" means, in points as far as the blocks have a spread.
    fn least_effect(&self) -> String {
        let (t1, of) = match (self.test.question.hypotheses.bounds, self.test.question.on) {
            (Bounds::Mean(_, hi), _) => return format!("{} points of share", points(hi)),
            (Bounds::T(_, t1), Quantity::Share) => (t1, "points of share"),
            (Bounds::T(_, t1), Quantity::Score) => (t1, "points a match"),
        };
        let scale = if self.test.question.on == Quantity::Share { 100.0 } else { 1.0 };
        let points = self.evidence.deviation().map(|deviation| scale * t1 * deviation);
        points.map_or(format!("t ≥ {t1}"), |points| {
            format!("t ≥ {t1}, about {} {of}", signed(points, 1).trim_start_matches(['+', ' ']))
        })
    }

    /// The figures, a line each.
    fn figures(&self) -> String {
        let (evidence, blocks) = (self.evidence, self.evidence.blocks());
        let difference = evidence.share();
        let points = |share: f64| signed(100.0 * share, 1).trim().to_owned();
        let (lo, hi) = evidence.sequence.interval();
        let share = percent(evidence.won.mean(DuelBlock::UNIT));
        let mut told = format!(
            "  evidence    {}\n  win share   {share} %, parity 33.3 %\n  \
             difference  {} points of share; {} to {} whenever one stops (95 %)\n",
            self.why(),
            points(difference.mean),
            points(lo),
            points(hi),
        );
        if self.test.question.on == Quantity::Score {
            let score = evidence.score();
            let half = score.half_width().map_or_else(String::new, |half| format!(" ± {half:.2}"));
            let mean = signed(score.mean, 2);
            told += &format!("  score       {}{half} points a match\n", mean.trim());
        }
        told + &match difference.lo.zip(difference.hi) {
            Some((lo, hi)) => format!(
                "  beforehand  {} to {}, had {} been settled; after a stop it is too far from 0\n",
                points(lo),
                points(hi),
                plural(blocks, "block"),
            ),
            None if blocks > 1 => {
                "  beforehand  every block was the same: no spread to take an error from\n"
                    .to_owned()
            }
            None => "  beforehand  one block has no spread to take an error from\n".to_owned(),
        }
    }
}
