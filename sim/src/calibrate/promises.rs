//! `calibration.csv`: what was promised, and what became of it.

use super::findings::Findings;
use crate::tables::{Rows, Table, row};

row! {
    /// A row a promise.
    PromiseRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        runs: u64,
        blocks: u64,
        promise: &'a str,
        due: f64,
        count: Option<u64>,
        found: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        kept: Option<bool>,
    }
}

/// The promises of a calibration.
pub(super) struct Promises<'a>(pub(super) &'a Findings<'a>);

impl Table for Promises<'_> {
    fn file(&self) -> &'static str {
        "calibration.csv"
    }

    fn columns(&self) -> Vec<String> {
        PromiseRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        let row = |promise, due| PromiseRow {
            game: self.0.game,
            variant: self.0.variant,
            bot: self.0.bot,
            runs: self.0.runs(),
            blocks: self.0.blocks,
            promise,
            due,
            count: None,
            found: None,
            lo: None,
            hi: None,
            kept: None,
        };
        for promise in self.0.promises() {
            let (lo, hi) = promise.share.interval();
            let shares = PromiseRow {
                count: Some(promise.share.count),
                found: Some(promise.share.mean()),
                lo: Some(lo),
                hi: Some(hi),
                kept: Some(promise.is_kept()),
                ..row(promise.name, promise.due)
            };
            rows.put(shares);
        }
        let ks = self.0.calibration.evenness();
        let p = PromiseRow {
            found: ks.map(|ks| ks.p),
            kept: ks.map(|ks| ks.p >= 0.05),
            ..row("ks_p", 0.05)
        };
        rows.put(p);
    }
}
