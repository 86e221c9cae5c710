//! `runs.csv`: what each run of a calibration came to.

use super::findings::Findings;
use super::trial::Trial;
use crate::stats::{Estimate, TestDecision};
use crate::tables::{Rows, Table, row};

row! {
    /// A row a run.
    RunRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        run: u64,
        blocks: u64,
        difference: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        p: Option<f64>,
        missed: bool,
        sprt: &'a str,
        sprt_blocks: u64,
        anytime_missed: bool,
    }
}

/// Runs, of which the first has this number.
pub(super) struct Runs<'a> {
    pub(super) findings: &'a Findings<'a>,
    pub(super) first: u64,
    pub(super) trials: &'a [Trial],
}

impl Table for Runs<'_> {
    fn file(&self) -> &'static str {
        "runs.csv"
    }

    fn columns(&self) -> Vec<String> {
        RunRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        let Findings { game, variant, bot, .. } = *self.findings;
        for (run, trial) in (self.first..).zip(self.trials) {
            let Estimate { mean, se, lo, hi } = trial.difference();
            rows.put(RunRow {
                game,
                variant,
                bot,
                run,
                blocks: trial.blocks(),
                difference: mean,
                se,
                lo,
                hi,
                p: trial.p(),
                missed: trial.misses(),
                sprt: TestDecision::word(trial.decision()),
                sprt_blocks: trial.tested(),
                anytime_missed: trial.strays(),
            });
        }
    }
}
