//! `differences.csv`: every difference between two variants.

use super::findings::Comparison;
use crate::stats::Estimate;
use crate::tables::{Rows, Table, row};

row! {
    /// A row for each figure of each two variants, played by a rung.
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

/// The table `differences.csv` of a comparison.
pub(super) struct Differences<'a>(pub(super) &'a Comparison<'a>);

impl Table for Differences<'_> {
    fn file(&self) -> &'static str {
        "differences.csv"
    }

    fn columns(&self) -> Vec<String> {
        DifferenceRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        self.0.each_test(|pair, figure, rung, test| {
            let Estimate { mean, se, lo, hi } = test.paired.estimate;
            let adjusted = test.paired.adjusted.map(|adjusted| adjusted.estimate);
            let row = DifferenceRow {
                game: self.0.game,
                a: &self.0.variants[pair.a],
                b: &self.0.variants[pair.b],
                bot: &self.0.rungs[rung].label,
                blocks: self.0.blocks,
                measure: &self.0.study.figures[figure].name,
                difference: mean,
                se,
                lo,
                hi,
                p: test.paired.p,
                p_adjusted: test.p_adjusted,
                rho: test.paired.rho,
                variance_ratio: test.paired.variance_ratio,
                no_more_than: test.paired.estimate.no_more_than(),
                margin: self.0.margins[figure],
                p_same: test.p_same,
                p_same_adjusted: test.p_same_adjusted,
                adjusted: adjusted.map(|adjusted| adjusted.mean),
                adjusted_se: adjusted.and_then(|adjusted| adjusted.se),
                adjusted_lo: adjusted.and_then(|adjusted| adjusted.lo),
                adjusted_hi: adjusted.and_then(|adjusted| adjusted.hi),
                worth: test.paired.adjusted.map(|adjusted| adjusted.worth),
            };
            rows.put(row);
        });
    }
}
