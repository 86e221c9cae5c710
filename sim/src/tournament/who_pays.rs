//! `who_pays.csv`: at whose cost bots win.

use super::standings::Standings;
use crate::stats::{Trio, TrioShares};
use crate::tables::{Rows, Table, row};

row! {
    /// A row for each two bots and each third that sat with them.
    SplitRow<'a> {
        game: &'a str,
        variant: &'a str,
        third: &'a str,
        bot: &'a str,
        opponent: &'a str,
        blocks: u64,
        ahead_share: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        change: Option<f64>,
        change_se: Option<f64>,
        change_lo: Option<f64>,
        change_hi: Option<f64>,
        share_if_first: Option<f64>,
        share_if_last: Option<f64>,
        kingmaking: Option<f64>,
        kingmaking_se: Option<f64>,
        kingmaking_lo: Option<f64>,
        kingmaking_hi: Option<f64>,
    }
}

/// Who pays in a tournament.
pub(super) struct WhoPays<'a>(pub(super) &'a Standings<'a>);

impl Table for WhoPays<'_> {
    fn file(&self) -> &'static str {
        "who_pays.csv"
    }

    fn columns(&self) -> Vec<String> {
        SplitRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        for (Trio { third, bot, opponent }, split) in self.0.tally.kingmaking().splits() {
            let TrioShares { share, change, first, last, kingmaking } = split;
            let row = SplitRow {
                game: self.0.game,
                variant: self.0.variant,
                third: self.0.label(third),
                bot: self.0.label(bot),
                opponent: self.0.label(opponent),
                blocks: self.0.tally.blocks(),
                ahead_share: share.mean,
                se: share.se,
                lo: share.lo,
                hi: share.hi,
                change: change.map(|e| e.mean),
                change_se: change.and_then(|e| e.se),
                change_lo: change.and_then(|e| e.lo),
                change_hi: change.and_then(|e| e.hi),
                share_if_first: first.map(|e| e.mean),
                share_if_last: last.map(|e| e.mean),
                kingmaking: kingmaking.map(|e| e.mean),
                kingmaking_se: kingmaking.and_then(|e| e.se),
                kingmaking_lo: kingmaking.and_then(|e| e.lo),
                kingmaking_hi: kingmaking.and_then(|e| e.hi),
            };
            rows.put(row);
        }
    }
}
