//! `verdicts.csv`: what the rungs say together of a figure.

use std::cmp::Ordering;

use super::findings::Comparison;
use crate::tables::{Rows, Table, row};

row! {
    /// A row for each figure of each two variants.
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

/// The table `verdicts.csv` of a comparison.
pub(super) struct Verdicts<'a>(pub(super) &'a Comparison<'a>);

impl Table for Verdicts<'_> {
    fn file(&self) -> &'static str {
        "verdicts.csv"
    }

    fn columns(&self) -> Vec<String> {
        VerdictRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        self.0.each_verdict(|pair, figure, verdict| {
            let range = pair.range(figure, |sign| sign.is_some());
            let differing = pair.differing[figure];
            let row = VerdictRow {
                game: self.0.game,
                a: &self.0.variants[pair.a],
                b: &self.0.variants[pair.b],
                measure: &self.0.study.figures[figure].name,
                verdict: Comparison::words(verdict),
                rungs: pair.signs(figure).iter().flatten().count(),
                higher_on: self.0.went(pair, figure, Ordering::Greater).join(" "),
                lower_on: self.0.went(pair, figure, Ordering::Less).join(" "),
                smallest: range.map(|(smallest, _)| smallest),
                largest: range.map(|(_, largest)| largest),
                heterogeneity_q: differing.map(|differing| differing.found.q),
                heterogeneity_p: differing.map(|differing| differing.found.p),
                heterogeneity_p_adjusted: differing.and_then(|differing| differing.p_adjusted),
            };
            rows.put(row);
        });
    }
}
