//! What came out of a sequential test: `test.csv` and its summary on the terminal.

use serde_json::{Value, json};

use super::evidence::Evidence;
use crate::experiment::contract::{Outcome, Sums as _, failed};
use crate::experiment::sitting::Sitting;
use crate::play::duel::{Duel, DuelBlock};
use crate::play::players::Player;
use crate::stats::{Decision, Hypotheses};
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
    }
}

/// What came out of a sequential test.
#[derive(Clone, Copy)]
pub(super) struct SprtOutcome<'a> {
    pub(super) game: &'static str,
    pub(super) variant: &'a str,
    pub(super) players: &'a [Player],
    pub(super) seed: u64,
    pub(super) hypotheses: Hypotheses,
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
        let evidence = self.evidence;
        let plain = evidence.sprt.moments().estimate(DuelBlock::UNIT);
        let (anytime_lo, anytime_hi) = evidence.sequence.interval();
        rows.put(TestRow {
            game: self.game,
            variant: self.variant,
            a: &self.players[0].label,
            b: &self.players[1].label,
            decision: Decision::word(evidence.decision),
            blocks: evidence.blocks(),
            llr: evidence.sprt.llr(),
            lower: self.hypotheses.lower(),
            upper: self.hypotheses.upper(),
            t: evidence.sprt.t(),
            win_share: evidence.won.mean(DuelBlock::UNIT),
            difference: plain.mean,
            se: plain.se,
            lo: plain.lo,
            hi: plain.hi,
            anytime_lo,
            anytime_hi,
        });
    }
}

impl Outcome for SprtOutcome<'_> {
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        vec![Box::new(*self)]
    }

    fn json(&self, _: &Sitting) -> Value {
        let evidence = self.evidence;
        let moments = evidence.sprt.moments();
        let plain = moments.estimate(DuelBlock::UNIT);
        let (anytime_lo, anytime_hi) = evidence.sequence.interval();
        json!({
            "a": self.players[0].label,
            "b": self.players[1].label,
            "decision": Decision::word(evidence.decision),
            "llr": evidence.sprt.llr(),
            "lower": self.hypotheses.lower(),
            "upper": self.hypotheses.upper(),
            "blocks": evidence.blocks(),
            "win_share": evidence.won.mean(DuelBlock::UNIT),
            "lo": plain.lo,
            "hi": plain.hi,
            "anytime_lo": anytime_lo,
            "anytime_hi": anytime_hi,
            "variant": self.variant,
            "t": evidence.sprt.t(),
            "difference": plain.mean,
            "se": plain.se,
            "hands": evidence.hands,
            "forfeits": evidence.forfeits,
        })
    }

    fn text(&self, _: &Sitting) -> String {
        let Hypotheses { t0, t1, alpha, beta } = self.hypotheses;
        let (evidence, blocks) = (self.evidence, self.evidence.blocks());
        format!(
            "{} · is {} better than {}? · t ≤ {t0} against t ≥ {t1}, α {alpha}, β {beta} · {} = {}, \
             {} · seed {}\n\n{}\n{}\n",
            self.variant,
            self.players[0].label,
            self.players[1].label,
            plural(blocks, "block"),
            plural(Duel::matches(blocks), "match"),
            plural(evidence.hands, "hand"),
            self.seed,
            self.decision(),
            self.difference(),
        )
    }

    fn failures(&self) -> Option<String> {
        let players = self.players.iter().map(|player| player.label.as_str());
        failed(players.zip(self.evidence.forfeits))
    }
}

impl SprtOutcome<'_> {
    fn decision(&self) -> String {
        let (a, b) = (&self.players[0].label, &self.players[1].label);
        let evidence = self.evidence;
        let llr = evidence.llr();
        let bounds = format!(
            "{} … {}",
            signed(self.hypotheses.lower(), 2),
            signed(self.hypotheses.upper(), 2)
        );
        let share = percent(evidence.won.mean(DuelBlock::UNIT));
        match evidence.decision {
            Some(Decision::Better) => format!(
                "{a} is better than {b}: the evidence is {llr}, beyond {bounds}; win share {share} %, parity 33.3 %."
            ),
            Some(Decision::NotBetter) => format!(
                "{a} is not better than {b} by {}: the evidence is {llr}, beyond {bounds}; win share {share} %, parity 33.3 %.",
                self.least_effect(),
            ),
            None => format!(
                "Undecided: the evidence is {llr}, within {bounds}; win share {share} %, parity 33.3 %."
            ),
        }
    }

    /// What "better" means, in points of share as far as the blocks have a spread.
    fn least_effect(&self) -> String {
        let t1 = self.hypotheses.t1;
        let se = self.evidence.sprt.moments().se(DuelBlock::UNIT);
        let deviation = se.map(|se| se * (self.evidence.blocks() as f64).sqrt());
        let points = deviation.map(|deviation| percent(t1 * deviation));
        points.map_or(format!("t ≥ {t1}"), |points| {
            format!("t ≥ {t1}, about {points} points of share")
        })
    }

    fn difference(&self) -> String {
        let (evidence, blocks) = (self.evidence, self.evidence.blocks());
        let difference = evidence.sprt.moments().estimate(DuelBlock::UNIT);
        let mean = percent(difference.mean);
        let Some((plain_lo, plain_hi)) = difference.lo.zip(difference.hi) else {
            return if blocks > 1 {
                format!(
                    "The difference was {mean} points of share in every block alike: there is no \
                     spread to take an error from."
                )
            } else {
                "One block has no spread to take an error from.".to_owned()
            };
        };
        let (lo, hi) = evidence.sequence.interval();
        format!(
            "Difference {mean} points of share, t = {}; 95 %: {} to {} as if that many blocks had \
             been settled beforehand, {} to {} whenever one stops.",
            signed(evidence.sprt.t().unwrap_or_default(), 3).trim(),
            percent(plain_lo),
            percent(plain_hi),
            percent(lo),
            percent(hi),
        )
    }
}
