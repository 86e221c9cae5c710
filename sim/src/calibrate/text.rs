//! What a person reads at the end of a calibration.

use std::fmt::Write as _;

use indicatif::HumanCount;

use super::findings::Findings;
use crate::stats::TestDecision;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::percent;

/// P-values are even enough with a p of no less than this.
const EVEN: f64 = 0.05;

impl Findings<'_> {
    /// The table, and what it means in words.
    pub(super) fn text(&self) -> String {
        let figures = ["due", "found", "95 %", "kept"].map(numbers);
        let mut grid = Grid::new(std::iter::once(words("promise")).chain(figures));
        let word = |kept| if kept { "yes" } else { "no" };
        for promise in self.promises() {
            let (lo, hi) = promise.share.interval();
            grid.row([
                promise.text.to_owned(),
                format!("{}{} %", if promise.at_most { "≤ " } else { "" }, percent(promise.due)),
                format!("{} %", percent(promise.share.mean())),
                format!("{} to {}", percent(lo), percent(hi)),
                word(promise.is_kept()).to_owned(),
            ]);
        }
        let ks = self.calibration.evenness();
        if let Some(ks) = ks {
            grid.row([
                "even p-values: p of Kolmogorov, Smirnov".to_owned(),
                format!("≥ {EVEN}"),
                format!("{:.3}", ks.p),
                String::new(),
                word(ks.p >= EVEN).to_owned(),
            ]);
        }
        format!("{}\n{}\n{}", self.conclusion(), grid.text(), self.remarks())
    }

    /// Which promises were kept.
    pub(super) fn conclusion(&self) -> String {
        let mut broken: Vec<_> = self
            .promises()
            .iter()
            .filter(|promise| !promise.is_kept())
            .map(|promise| promise.text)
            .collect();
        let ks = self.calibration.evenness();
        broken.extend(ks.filter(|ks| ks.p < EVEN).map(|_| "even p-values"));
        match broken.len() {
            0 => "Every promise is kept.\n".to_owned(),
            1 => format!("One promise is not kept: {}.\n", broken[0]),
            count => format!("{count} promises are not kept: {}.\n", broken.join(", ")),
        }
    }

    /// What the table means in words.
    pub(super) fn remarks(&self) -> String {
        let mut text = String::new();
        let ks = self.calibration.evenness();
        let (t0, t1) = self.hypotheses.bounds.ends();
        let count = |decision| HumanCount(self.calibration.decided(decision).count);
        let _ = writeln!(
            text,
            "sprt, t ≤ {t0} against t ≥ {t1}: better {}, not better {}, undecided after {} blocks \
             {}; it looked at {:.0} blocks on average.",
            count(Some(TestDecision::Better)),
            count(Some(TestDecision::NotBetter)),
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
                if ks.p < EVEN && self.calibration.lattice() > ks.distance / 2.0 {
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
