//! What a calibration leaves behind: `runs.csv`, `calibration.csv`, the JSON summary and the table.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table as Grid};
use indicatif::HumanCount;
use serde::Serialize;
use serde_json::{Value, json};

use super::terminal::percent;
use crate::calibration::{Calibration, MISSES, Share, Trial};
use crate::stats::{Decision, Estimate, Hypotheses};

/// What the tables of a calibration are made of.
#[derive(Clone, Copy, Debug)]
pub struct CalibrationTables<'a> {
    /// The game.
    pub game: &'a str,
    /// What its rules are called.
    pub variant: &'a str,
    /// The bot.
    pub bot: &'a str,
    /// Blocks a run.
    pub blocks: u64,
    /// What the sequential test was asked.
    pub hypotheses: Hypotheses,
    /// The runs.
    pub calibration: &'a Calibration,
}

#[derive(Serialize)]
struct RunRow<'a> {
    game: &'a str,
    variant: &'a str,
    bot: &'a str,
    run: usize,
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

#[derive(Serialize)]
struct PromiseRow<'a> {
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

/// A promise about a share, and what became of it.
struct Promise {
    name: &'static str,
    text: &'static str,
    due: f64,
    /// Whether less often is as good.
    at_most: bool,
    share: Share,
}

impl Promise {
    fn is_kept(&self) -> bool {
        let (lo, hi) = self.share.interval();
        lo <= self.due && (self.at_most || self.due <= hi)
    }
}

const IN_MEMORY: &str = "plain rows can be written to memory";

impl CalibrationTables<'_> {
    fn promises(&self) -> [Promise; 3] {
        let calibration = self.calibration;
        [
            Promise {
                name: "interval_misses",
                text: "95 % intervals that miss 0",
                due: MISSES,
                at_most: false,
                share: calibration.misses(),
            },
            Promise {
                name: "sprt_false_positives",
                text: "sprt says \"better\"",
                due: self.hypotheses.alpha,
                at_most: true,
                share: calibration.decided(Some(Decision::Better)),
            },
            Promise {
                name: "anytime_misses",
                text: "intervals for any stop that ever miss 0",
                due: MISSES,
                at_most: true,
                share: calibration.strays(),
            },
        ]
    }

    fn runs(&self) -> u64 {
        self.calibration.trials().len() as u64
    }

    /// The tables, with the names of their files.
    pub fn tables(&self) -> Vec<(&'static str, Vec<u8>)> {
        let rows = self.calibration.trials().iter().enumerate();
        vec![("runs.csv", self.run_rows(rows)), ("calibration.csv", self.promise_rows())]
    }

    /// Rows of `runs.csv`.
    pub fn run_rows<'t>(&self, trials: impl Iterator<Item = (usize, &'t Trial)>) -> Vec<u8> {
        let mut rows = csv::Writer::from_writer(Vec::new());
        for (run, trial) in trials {
            let Estimate { mean, se, lo, hi } = trial.difference();
            let row = RunRow {
                game: self.game,
                variant: self.variant,
                bot: self.bot,
                run,
                blocks: trial.blocks(),
                difference: mean,
                se,
                lo,
                hi,
                p: trial.p(),
                missed: trial.misses(),
                sprt: match trial.decision() {
                    Some(Decision::Better) => "better",
                    Some(Decision::NotBetter) => "not_better",
                    None => "undecided",
                },
                sprt_blocks: trial.tested(),
                anytime_missed: trial.strays(),
            };
            rows.serialize(row).expect(IN_MEMORY);
        }
        rows.into_inner().expect(IN_MEMORY)
    }

    fn promise_rows(&self) -> Vec<u8> {
        let mut rows = csv::Writer::from_writer(Vec::new());
        let row = |promise, due| PromiseRow {
            game: self.game,
            variant: self.variant,
            bot: self.bot,
            runs: self.runs(),
            blocks: self.blocks,
            promise,
            due,
            count: None,
            found: None,
            lo: None,
            hi: None,
            kept: None,
        };
        for promise in self.promises() {
            let (lo, hi) = promise.share.interval();
            let shares = PromiseRow {
                count: Some(promise.share.count),
                found: Some(promise.share.mean()),
                lo: Some(lo),
                hi: Some(hi),
                kept: Some(promise.is_kept()),
                ..row(promise.name, promise.due)
            };
            rows.serialize(shares).expect(IN_MEMORY);
        }
        let ks = self.calibration.evenness();
        let p = PromiseRow {
            found: ks.map(|ks| ks.p),
            kept: ks.map(|ks| ks.p >= 0.05),
            ..row("ks_p", 0.05)
        };
        rows.serialize(p).expect(IN_MEMORY);
        rows.into_inner().expect(IN_MEMORY)
    }

    /// The summary as one JSON object.
    pub fn json(&self) -> Value {
        let calibration = self.calibration;
        let [misses, better, strays] = self.promises();
        let with_interval = |share: Share| {
            let (lo, hi) = share.interval();
            json!({ "mean": share.mean(), "lo": lo, "hi": hi })
        };
        let ks = calibration.evenness();
        let tested = calibration.tested();
        json!({
            "game": self.game,
            "variant": self.variant,
            "bot": self.bot,
            "runs": self.runs(),
            "blocks": self.blocks,
            "interval_misses": misses.share.count,
            "expected_misses": MISSES * self.runs() as f64,
            "miss_share": with_interval(misses.share),
            "sprt_false_positives": better.share.count,
            "sprt_false_positive_share": with_interval(better.share),
            "sprt_not_better": calibration.decided(Some(Decision::NotBetter)).count,
            "sprt_undecided": calibration.decided(None).count,
            "sprt_blocks": tested.mean,
            "t0": self.hypotheses.t0,
            "t1": self.hypotheses.t1,
            "alpha": self.hypotheses.alpha,
            "beta": self.hypotheses.beta,
            "anytime_misses": strays.share.count,
            "ks_d": ks.map(|ks| ks.distance),
            "ks_p": ks.map(|ks| ks.p),
            "lattice_d": calibration.lattice(),
        })
    }

    /// The table, and what it means in words.
    pub fn text(&self) -> String {
        let mut grid = Grid::new();
        grid.load_style(comfy_table::presets::NOTHING);
        grid.set_header(["promise", "due", "found", "95 %", "kept"]);
        let word = |kept| if kept { "yes" } else { "no" };
        for promise in self.promises() {
            let (lo, hi) = promise.share.interval();
            grid.add_row([
                promise.text.to_owned(),
                format!("{}{} %", if promise.at_most { "≤ " } else { "" }, percent(promise.due)),
                format!("{} %", percent(promise.share.mean())),
                format!("{} to {}", percent(lo), percent(hi)),
                word(promise.is_kept()).to_owned(),
            ]);
        }
        let ks = self.calibration.evenness();
        if let Some(ks) = ks {
            grid.add_row([
                "even p-values: the p of Kolmogorov and Smirnov".to_owned(),
                "≥ 0.05".to_owned(),
                format!("{:.3}", ks.p),
                String::new(),
                word(ks.p >= 0.05).to_owned(),
            ]);
        }
        for column in grid.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let mut text = String::new();
        for line in grid.to_string().lines() {
            let _ = writeln!(text, " {}", line.trim_end());
        }
        text.push('\n');
        let Hypotheses { t0, t1, .. } = self.hypotheses;
        let count = |decision| HumanCount(self.calibration.decided(decision).count);
        let _ = writeln!(
            text,
            "sprt, t ≤ {t0} against t ≥ {t1}: better {}, not better {}, undecided after {} blocks \
             {}; it looked at {:.0} blocks on average.",
            count(Some(Decision::Better)),
            count(Some(Decision::NotBetter)),
            HumanCount(self.blocks),
            count(None),
            self.calibration.tested().mean,
        );
        if let Some(ks) = ks {
            let _ = writeln!(
                text,
                "The p-values are {:.4} from even at most; that differences come in steps makes \
                 {:.4} alone{}.",
                ks.distance,
                self.calibration.lattice(),
                if ks.p < 0.05 && self.calibration.lattice() > ks.distance / 2.0 {
                    ": take more blocks a run"
                } else {
                    ""
                },
            );
        }
        text.push_str(
            "Kept: what is due lies in the 95 % interval of what was found. For the first line and \
             the last, chance alone says no once in twenty.\n",
        );
        text
    }
}
