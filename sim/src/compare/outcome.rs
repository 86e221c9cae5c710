//! The results of a comparison: its tables, the JSON summary made of the same rows, and the summary as text.

use std::cmp::Ordering;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::findings::{Comparison, Pair};
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::play::players::Player;
use crate::stats::{Estimate, Verdict};
use crate::tables::{Rows, Table, row};
use crate::terminal::number::plural;

row! {
    /// The value of a figure under a variant, played by a bot.
    CharacterRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        blocks: u64,
        measure: &'a str,
        value: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
    }
}

row! {
    /// How often a quantity had a value under a variant, played by a bot.
    DistributionRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        blocks: u64,
        quantity: &'a str,
        value: usize,
        count: i64,
        share: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
    }
}

row! {
    /// The difference of a figure between two variants, played by a bot.
    DifferenceRow<'a> {
        game: &'a str,
        a: &'a str,
        b: &'a str,
        bot: &'a str,
        blocks: u64,
        measure: &'a str,
        difference: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        p: Option<f64>,
        p_adjusted: Option<f64>,
        rho: Option<f64>,
        variance_ratio: Option<f64>,
        no_more_than: Option<f64>,
        margin: Option<f64>,
        p_same: Option<f64>,
        p_same_adjusted: Option<f64>,
        adjusted: Option<f64>,
        adjusted_se: Option<f64>,
        adjusted_lo: Option<f64>,
        adjusted_hi: Option<f64>,
        worth: Option<f64>,
    }
}

row! {
    /// The verdict of all bots on a figure of two variants.
    VerdictRow<'a> {
        game: &'a str,
        a: &'a str,
        b: &'a str,
        measure: &'a str,
        verdict: &'a str,
        rungs: usize,
        higher_on: String,
        lower_on: String,
        smallest: Option<f64>,
        largest: Option<f64>,
        heterogeneity_q: Option<f64>,
        heterogeneity_p: Option<f64>,
        heterogeneity_p_adjusted: Option<f64>,
    }
}

/// A table of a comparison.
struct CompareTable<'a> {
    comparison: &'a Comparison<'a>,
    file: &'static str,
    columns: fn() -> Vec<String>,
    put: fn(&Comparison<'_>, &mut Rows),
}

impl Table for CompareTable<'_> {
    fn file(&self) -> &'static str {
        self.file
    }

    fn columns(&self) -> Vec<String> {
        (self.columns)()
    }

    fn rows(&self, rows: &mut Rows) {
        (self.put)(self.comparison, rows);
    }
}

/// A row as an object of the summary, which says once what all rows share.
fn object(row: impl Serialize) -> Map<String, Value> {
    const SHARED: [&str; 3] = ["game", "blocks", "margin"];
    let Ok(Value::Object(row)) = serde_json::to_value(row) else {
        unreachable!("rows are structs")
    };
    let own = row.into_iter().filter(|(key, _)| !SHARED.contains(&&**key));
    own.map(|(key, value)| (if key == "measure" { "metric".to_owned() } else { key }, value))
        .collect()
}

impl Comparison<'_> {
    /// Each variant with each bot, numbered.
    fn cells(&self) -> impl Iterator<Item = ((usize, &String), (usize, &Player))> {
        let rungs = || self.rungs.iter().enumerate();
        self.variants.iter().enumerate().flat_map(move |v| rungs().map(move |rung| (v, rung)))
    }

    fn characters(&self) -> impl Iterator<Item = CharacterRow<'_>> {
        self.cells().flat_map(move |((v, variant), (rung, player))| {
            let values = self.study.figures.iter().zip(&self.values[v][rung]);
            values.filter_map(move |(figure, value)| {
                let Estimate { mean: value, se, lo, hi } = (*value)?;
                let (game, blocks) = (self.game, self.blocks);
                let (bot, measure) = (&player.label, &figure.name);
                Some(CharacterRow { game, variant, bot, blocks, measure, value, se, lo, hi })
            })
        })
    }

    fn distributions(&self) -> impl Iterator<Item = DistributionRow<'_>> {
        self.cells().flat_map(move |((v, variant), (rung, player))| {
            let counted = self.study.distributions.iter().zip(&self.shares[v][rung]);
            counted.flat_map(move |(quantity, shares)| {
                shares.iter().map(move |&(value, count, share)| DistributionRow {
                    game: self.game,
                    variant,
                    bot: &player.label,
                    blocks: self.blocks,
                    quantity,
                    value,
                    count,
                    share: share.mean,
                    se: share.se,
                    lo: share.lo,
                    hi: share.hi,
                })
            })
        })
    }

    fn differences(&self) -> impl Iterator<Item = DifferenceRow<'_>> {
        self.pairs.iter().flat_map(move |pair| {
            let rungs = self.rungs.iter().enumerate();
            let figures = 0..self.study.figures.len();
            let cells =
                figures.flat_map(move |figure| rungs.clone().map(move |rung| (figure, rung)));
            cells.filter_map(move |(figure, (rung, player))| {
                let test = pair.tests[figure][rung].as_ref()?;
                let Estimate { mean, se, lo, hi } = test.paired.estimate;
                let adjusted = test.paired.adjusted.map(|adjusted| adjusted.estimate);
                Some(DifferenceRow {
                    game: self.game,
                    a: &self.variants[pair.a],
                    b: &self.variants[pair.b],
                    bot: &player.label,
                    blocks: self.blocks,
                    measure: &self.study.figures[figure].name,
                    difference: mean,
                    se,
                    lo,
                    hi,
                    p: test.paired.p,
                    p_adjusted: test.p_adjusted,
                    rho: test.paired.rho,
                    variance_ratio: test.paired.variance_ratio,
                    no_more_than: test.paired.estimate.no_more_than(),
                    margin: self.margins[figure],
                    p_same: test.p_same,
                    p_same_adjusted: test.p_same_adjusted,
                    adjusted: adjusted.map(|adjusted| adjusted.mean),
                    adjusted_se: adjusted.and_then(|adjusted| adjusted.se),
                    adjusted_lo: adjusted.and_then(|adjusted| adjusted.lo),
                    adjusted_hi: adjusted.and_then(|adjusted| adjusted.hi),
                    worth: test.paired.adjusted.map(|adjusted| adjusted.worth),
                })
            })
        })
    }

    fn verdict_row(&self, (pair, figure, verdict): (&Pair, usize, Verdict)) -> VerdictRow<'_> {
        let range = pair.range(figure, |sign| sign.is_some());
        let differing = pair.differing[figure];
        VerdictRow {
            game: self.game,
            a: &self.variants[pair.a],
            b: &self.variants[pair.b],
            measure: &self.study.figures[figure].name,
            verdict: Self::words(verdict),
            rungs: pair.signs(figure).iter().flatten().count(),
            higher_on: self.went(pair, figure, Ordering::Greater).join(" "),
            lower_on: self.went(pair, figure, Ordering::Less).join(" "),
            smallest: range.map(|(smallest, _)| smallest),
            largest: range.map(|(_, largest)| largest),
            heterogeneity_q: differing.map(|differing| differing.found.q),
            heterogeneity_p: differing.map(|differing| differing.found.p),
            heterogeneity_p_adjusted: differing.and_then(|differing| differing.p_adjusted),
        }
    }

    /// The summary as one JSON object.
    fn json(&self) -> Value {
        let variants = self.cells().map(|((v, variant), (rung, player))| {
            let values = self.study.figures.iter().zip(&self.values[v][rung]);
            let metrics = values.filter_map(|(f, value)| Some((f.name.clone(), json!((*value)?))));
            let metrics: Map<String, Value> = metrics.collect();
            let (bot, blocks) = (&player.label, self.blocks);
            json!({ "variant": variant, "bot": bot, "blocks": blocks, "metrics": metrics })
        });
        let verdicts = self.verdicts().map(|(pair, figure, verdict)| {
            let mut row = object(self.verdict_row((pair, figure, verdict)));
            row["higher_on"] = json!(self.went(pair, figure, Ordering::Greater));
            row["lower_on"] = json!(self.went(pair, figure, Ordering::Less));
            row.insert("no_more_than".to_owned(), json!(pair.no_more_than(figure)));
            row.insert("margin".to_owned(), json!(self.margins[figure]));
            row
        });
        json!({
            "game": self.game,
            "matches": self.study.matches,
            "hands": self.study.hands,
            "truncated": self.study.truncated,
            "variants": variants.collect::<Vec<_>>(),
            "verdicts": verdicts.collect::<Vec<_>>(),
            "pairs": self.differences().map(object).collect::<Vec<_>>(),
        })
    }
}

/// The results of a comparison.
pub(super) struct CompareOutcome<'a> {
    pub(super) comparison: Comparison<'a>,
    pub(super) seed: u64,
}

impl Outcome for CompareOutcome<'_> {
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        let comparison = &self.comparison;
        let table = |file, columns, put| -> Box<dyn Table + '_> {
            Box::new(CompareTable { comparison, file, columns, put })
        };
        vec![
            table("characters.csv", CharacterRow::columns, |of, rows| {
                of.characters().for_each(|row| rows.put(row));
            }),
            table("distributions.csv", DistributionRow::columns, |of, rows| {
                of.distributions().for_each(|row| rows.put(row));
            }),
            table("differences.csv", DifferenceRow::columns, |of, rows| {
                of.differences().for_each(|row| rows.put(row));
            }),
            table("verdicts.csv", VerdictRow::columns, |of, rows| {
                of.verdicts().for_each(|verdict| rows.put(of.verdict_row(verdict)));
            }),
        ]
    }

    fn headline(&self) -> &'static str {
        "differences.csv"
    }

    fn json(&self, _: &Sitting) -> Value {
        self.comparison.json()
    }

    fn text(&self, sitting: &Sitting) -> String {
        let Comparison { game, variants, rungs, study, .. } = &self.comparison;
        format!(
            "{game} · {} · {} · {}: {}, {} · {}{}",
            plural(variants.len() as u64, "variant"),
            plural(rungs.len() as u64, "rung"),
            plural(study.blocks, "block"),
            plural(study.matches, "match"),
            plural(study.hands, "hand"),
            sitting.end_of_line(self.seed),
            self.comparison.text(),
        )
    }

    fn answer(&self) -> String {
        self.comparison.conclusion()
    }

    fn notes(&self) -> String {
        self.comparison.remarks()
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Comparison { rungs, study, .. } = &self.comparison;
        let failed = rungs.iter().zip(&study.forfeits).zip(&study.failures);
        let failed = failed.map(|((player, &matches), &failures)| Failed {
            bot: &player.label,
            matches,
            failures,
        });
        failed.collect()
    }
}
