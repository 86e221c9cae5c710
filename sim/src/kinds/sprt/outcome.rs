//! What came out of a sequential test: `test.csv` and its summary on the terminal.

use std::path::Path;

use serde_json::Value;
use threehand_stats::{Bounds, MIN_BLOCKS, TestDecision};

use super::evidence::Evidence;
use super::rule::{Quantity, Question, Rule, capitals, points, shown};
use super::{SprtSettings, TestFold};
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::status::RunStatus;
use crate::play::duel::DuelBlock;
use crate::tables::column::{Columns, Documented};
use crate::tables::page::PageContent;
use crate::terminal::listener::TableRows;
use crate::terminal::number::{plural, signed};
use crate::terminal::unit::Unit;

/// The name of the table.
const TEST: &str = "test.csv";

/// The columns of `test.csv`, which has one row, and the keys of `--json`.
pub(super) fn columns<'a>() -> Columns<'a, &'a TestFold<'a>> {
    let sprt = |of: &&'a TestFold<'a>| match of.evidence.rule {
        Rule::Sprt(sprt) => Some(sprt),
        Rule::E(_) => None,
    };
    let capital = |of: &&'a TestFold<'a>, of_answer: usize| match of.evidence.rule {
        Rule::Sprt(_) => None,
        Rule::E(e_test) => Some(e_test.capitals()[of_answer]),
    };
    let bounds = |of: &&'a TestFold<'a>| match of.test.question.hypotheses.bounds {
        Bounds::Mean(lo, hi) => Some((lo, hi)),
        Bounds::T(..) => None,
    };
    Columns::<&'a TestFold<'a>>::of(TEST)
        .column("game", |of| of.test.game.name())
        .only_csv()
        .column("variant", |of| of.test.variant.as_str())
        .column("a", |of| of.bots()[0])
        .column("b", |of| of.bots()[1])
        .column("decision", |of| TestDecision::word(of.evidence.decision))
        .column("blocks", |of| of.evidence.blocks())
        .shown(Unit::Whole.column("blocks"))
        .column("llr", move |of| sprt(of).and_then(|sprt| sprt.llr()))
        .shown(Unit::Signed.column("evidence (log-likelihood ratio)"))
        .column("lower", |of| of.test.question.hypotheses.lower())
        .shown_as(Unit::Signed.column("bound for \"not better\""), move |of| {
            Unit::Signed.cell(sprt(of).map(|_| of.test.question.hypotheses.lower()))
        })
        .column("upper", |of| of.test.question.hypotheses.upper())
        .shown_as(Unit::Signed.column("bound for \"better\""), move |of| {
            Unit::Signed.cell(sprt(of).map(|_| of.test.question.hypotheses.upper()))
        })
        .column("t", |of| of.evidence.t())
        .shown(Unit::Signed.column("t"))
        .column("win_share", |of| of.evidence.won.mean(DuelBlock::UNIT))
        .shown(Unit::Share.column("win share of the first bot"))
        .column("difference", |of| of.evidence.share())
        .shown(Unit::ShareDifference.column("difference of win shares, blocks settled"))
        .column("anytime_lo", |of| of.evidence.sequence.interval().0)
        .shown_as(Unit::ShareDifference.column("difference of win shares, at any stop"), |of| {
            Unit::ShareDifference.cell(Some(of.evidence.share_at_any_stop()))
        })
        .column("anytime_hi", |of| of.evidence.sequence.interval().1)
        .column("test", |of| of.test.question.test.word())
        .column("on", |of| of.test.question.on.word())
        .column("share_lo", move |of| bounds(of).map(|(lo, _)| lo))
        .column("share_hi", move |of| bounds(of).map(|(_, hi)| hi))
        .column("llr_doubted", move |of| sprt(of).and_then(|sprt| sprt.llr_doubted()))
        .column("capital_better", move |of| capital(of, 0))
        .shown(Unit::Plain.column("capital of 1 bet on \"better\""))
        .column("capital_not_better", move |of| capital(of, 1))
        .shown(Unit::Plain.column("capital of 1 bet on \"not better\""))
        .column("score_difference", |of| of.evidence.score().mean)
        .column("score_se", |of| of.evidence.score().se)
        .column("blocks_won", |of| of.evidence.tally[0])
        .only_json()
        .column("blocks_drawn", |of| of.evidence.tally[1])
        .only_json()
        .column("blocks_lost", |of| of.evidence.tally[2])
        .only_json()
        .column("rating", |of| {
            Some(DuelBlock::rating_of(of.evidence.share().mean)).filter(|rating| rating.is_finite())
        })
        .only_json()
        .column("hands", |of| of.evidence.hands)
        .only_json()
        .column("forfeits", |of| of.evidence.forfeits.to_vec())
        .only_json()
}

/// The figures of the tables.
pub(super) fn figures() -> Vec<(&'static str, Documented)> {
    vec![columns().documented()]
}

impl Outcome for &TestFold<'_> {
    fn tables(&self) -> Vec<TableRows> {
        vec![columns().table([*self])]
    }

    fn headline(&self) -> &'static str {
        TEST
    }

    fn json(&self, _: &RunStatus) -> Value {
        columns().object(self).into()
    }

    fn text(&self, _: &RunStatus) -> String {
        let blocks = self.evidence.blocks();
        let Question { test, hypotheses, .. } = self.test.question;
        let [lo, hi] = self.test.question.bounds_in_words();
        let [a, b] = self.bots();
        let SprtSettings { shard, ref common, .. } = self.test.settings;
        let shard = shard.map(|shard| format!(" · shard {shard}"));
        format!(
            "{} · is {} better than {}? · {}: {lo} against {hi}, α {}, β {} · {} = {}, {} · seed {}{}\n\n\
             {}\n{}",
            self.test.variant,
            a,
            b,
            test.word(),
            hypotheses.alpha,
            hypotheses.beta,
            plural(blocks, "block"),
            plural(DuelBlock::matches(blocks), "match"),
            plural(self.evidence.hands, "hand"),
            common.seed,
            shard.unwrap_or_default(),
            self.decision(),
            self.figures(),
        )
    }

    fn answer(&self) -> String {
        format!("{}\n{}", self.decision(), self.figures())
    }

    fn page(&self, dir: &Path) -> anyhow::Result<PageContent> {
        self.page_content(dir)
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Evidence { forfeits, ref note, .. } = self.evidence;
        let failed = |bot: usize| Failed {
            bot: self.bots()[bot],
            matches: forfeits[bot],
            of: DuelBlock::matches(self.evidence.blocks()),
            failures: note.failures[bot],
        };
        vec![failed(0), failed(1)]
    }
}

impl<'a> TestFold<'a> {
    /// The names of the two bots.
    pub(super) fn bots(&self) -> [&'a str; 2] {
        [&self.test.players[0].label, &self.test.players[1].label]
    }

    /// The decision in words.
    fn decision(&self) -> String {
        let [a, b] = self.bots();
        match self.evidence.decision {
            Some(TestDecision::Better) => match self.test.question.hypotheses.bounds {
                Bounds::T(t0, _) if t0 != 0.0 => format!("{a} is better than {b} by t > {t0}."),
                Bounds::Mean(lo, _) if lo != 0.0 => {
                    format!("{a} is better than {b} by more than {} percentage points.", points(lo))
                }
                _ => format!("{a} is better than {b}."),
            },
            // An interval that holds at any stop is an answer, too.
            Some(TestDecision::NotBetter) if self.evidence.sequence.interval().1 < 0.0 => {
                format!("{a} is not better than {b}: {b} wins more matches.")
            }
            Some(TestDecision::NotBetter) => {
                format!("{a} is not better than {b} by {}.", self.least_effect())
            }
            None if self.evidence.is_shard => {
                "A shard decides nothing: merge the shards of the test.".to_owned()
            }
            None => format!("Undecided whether {a} is better than {b}."),
        }
    }

    /// The evidence and its bounds, with its name.
    fn evidence(&self) -> String {
        let hypotheses = self.test.question.hypotheses;
        let (lower, upper) = (hypotheses.lower(), hypotheses.upper());
        match &self.evidence.rule {
            Rule::E(e_test) => format!("evidence      {}", capitals(e_test)),
            Rule::Sprt(sprt) => {
                let bounds = format!("{} … {}", signed(lower, 2), signed(upper, 2));
                let Some(llr) = sprt.llr() else {
                    return format!("LLR           none yet, for the bounds {bounds}");
                };
                let is_beyond = llr <= lower || llr >= upper;
                let few = is_beyond && self.evidence.blocks() < MIN_BLOCKS;
                format!(
                    "LLR           {}, {} {bounds}; {} after two hypothetical {}{}",
                    shown(Some(llr)),
                    if is_beyond { "beyond" } else { "within" },
                    shown(sprt.llr_doubted()),
                    if llr < 0.0 { "wins" } else { "losses" },
                    if few {
                        format!("; {MIN_BLOCKS} blocks are the fewest")
                    } else {
                        String::new()
                    },
                )
            }
        }
    }

    /// What "better" means, in points as far as the blocks have a spread.
    fn least_effect(&self) -> String {
        let (t1, of) = match (self.test.question.hypotheses.bounds, self.test.question.on) {
            (Bounds::Mean(_, hi), _) => return format!("{} percentage points", points(hi)),
            (Bounds::T(_, t1), Quantity::Share) => (t1, "percentage points"),
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
        let (evidence, blocks) = (&self.evidence, self.evidence.blocks());
        let difference = evidence.share();
        let points = |share: f64| Unit::ShareDifference.bare(share);
        let rating = |difference: f64| match DuelBlock::rating_of(difference) {
            rating if rating.is_finite() => Unit::Rating.bare(rating),
            rating => if rating > 0.0 { "∞" } else { "−∞" }.to_owned(),
        };
        let [won, drawn, lost] = evidence.tally.map(|count| Unit::Whole.bare(count as f64));
        let (lo, hi) = evidence.sequence.interval();
        let is_wide = evidence.decision == Some(TestDecision::Better) && lo <= 0.0;
        let wide = if is_wide { ", wider than the test needs" } else { "" };
        let share = Unit::Share.value(evidence.won.mean(DuelBlock::UNIT));
        let fixed = match difference.lo.zip(difference.hi) {
            Some((lo, hi)) => {
                format!("{} to {}; stopping early biases it away from 0", points(lo), points(hi))
            }
            None if blocks > 1 => {
                "every block was the same: no spread to take an error from".to_owned()
            }
            None => "one block has no spread to take an error from".to_owned(),
        };
        let score = (self.test.question.on == Quantity::Score).then(|| {
            let score = Unit::Signed.text(&evidence.score());
            format!("  score         {score} points a match\n")
        });
        format!(
            "  {}\n  blocks        {won} won, {drawn} drawn, {lost} lost, by matches won\n  win share     {share} (even: 33.3 %)\n  \
             difference    {} percentage points; {} to {} at any stop (95 %){wide}\n  \
             rating        {}; {} to {}\n{}  fixed length  {fixed}\n",
            self.evidence(),
            points(difference.mean),
            points(lo),
            points(hi),
            rating(difference.mean),
            rating(lo),
            rating(hi),
            score.unwrap_or_default(),
        )
    }
}
