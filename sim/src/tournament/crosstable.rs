//! `crosstable.csv`: how often each bot finished ahead of each other, and how much more it won.

use super::summary::Summary;
use crate::stats::Estimate;
use crate::tables::{Rows, Table, row};

row! {
    /// A row for each bot and opponent that sat together.
    CrossRow<'a> {
        bot: &'a str,
        opponent: &'a str,
        blocks: u64,
        score_share: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        difference: f64,
        difference_se: Option<f64>,
        difference_lo: Option<f64>,
        difference_hi: Option<f64>,
        naive_se: Option<f64>,
        variance_ratio: Option<f64>,
        rho: Option<f64>,
        alone: Option<f64>,
        alone_se: Option<f64>,
        alone_lo: Option<f64>,
        alone_hi: Option<f64>,
        p: Option<f64>,
        game: &'a str,
        variant: &'a str,
    }
}

/// The cross-table of a tournament.
pub(super) struct Crosstable<'a, 's>(pub(super) &'s Summary<'a>);

impl Table for Crosstable<'_, '_> {
    fn file(&self) -> &'static str {
        "crosstable.csv"
    }

    fn columns(&self) -> Vec<String> {
        CrossRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        let Summary { game, variant, players, tally, .. } = *self.0;
        for (bot, player) in players.iter().enumerate() {
            for (other, opponent) in players.iter().enumerate().filter(|(o, _)| *o != bot) {
                let Some((blocks, Estimate { mean, se, lo, hi })) = tally.ahead(bot, other) else {
                    continue;
                };
                let (difference, alone) = (tally.difference(bot, other), tally.alone(bot, other));
                let row = CrossRow {
                    bot: &player.label,
                    opponent: &opponent.label,
                    blocks,
                    score_share: mean,
                    se,
                    lo,
                    hi,
                    difference: difference.estimate.mean,
                    difference_se: difference.estimate.se,
                    difference_lo: difference.estimate.lo,
                    difference_hi: difference.estimate.hi,
                    naive_se: difference.naive_se,
                    variance_ratio: difference.variance_ratio(),
                    rho: difference.rho,
                    alone: alone.map(|alone| alone.mean),
                    alone_se: alone.and_then(|alone| alone.se),
                    alone_lo: alone.and_then(|alone| alone.lo),
                    alone_hi: alone.and_then(|alone| alone.hi),
                    p: difference.p,
                    game,
                    variant,
                };
                rows.put(row);
            }
        }
    }
}
