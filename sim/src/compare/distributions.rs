//! `distributions.csv`: what is counted value by value.

use super::findings::Comparison;
use crate::tables::{Rows, Table, row};

row! {
    /// A row for each value that came up on a variant, played by a rung.
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

/// The table `distributions.csv` of a comparison.
pub(super) struct Distributions<'a>(pub(super) &'a Comparison<'a>);

impl Table for Distributions<'_> {
    fn file(&self) -> &'static str {
        "distributions.csv"
    }

    fn columns(&self) -> Vec<String> {
        DistributionRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        for (v, variant) in self.0.variants.iter().enumerate() {
            for (rung, player) in self.0.rungs.iter().enumerate() {
                for (number, quantity) in self.0.study.distributions.iter().enumerate() {
                    for &(value, count, share) in &self.0.shares[v][rung][number] {
                        let row = DistributionRow {
                            game: self.0.game,
                            variant,
                            bot: &player.label,
                            blocks: self.0.blocks,
                            quantity,
                            value,
                            count,
                            share: share.mean,
                            se: share.se,
                            lo: share.lo,
                            hi: share.hi,
                        };
                        rows.put(row);
                    }
                }
            }
        }
    }
}
