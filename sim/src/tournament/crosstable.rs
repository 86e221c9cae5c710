//! `crosstable.csv`: how often each bot finished ahead of each other.

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
        let Summary { players, tally, .. } = *self.0;
        for (bot, player) in players.iter().enumerate() {
            for (other, opponent) in players.iter().enumerate().filter(|(o, _)| *o != bot) {
                let Some((blocks, Estimate { mean, se, lo, hi })) = tally.ahead(bot, other) else {
                    continue;
                };
                let (bot, opponent) = (&player.label, &opponent.label);
                rows.put(CrossRow { bot, opponent, blocks, score_share: mean, se, lo, hi });
            }
        }
    }
}
