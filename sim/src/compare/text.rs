//! What a person reads at the end of a comparison.

use std::cmp::Ordering;
use std::fmt::Write;

use indicatif::HumanCount;

use super::findings::{Comparison, Pair};
use super::study::Figure;
use crate::stats::{Estimate, RUNGS, Verdict};
use crate::terminal::grid::{grid, lines};
use crate::terminal::number::signed;

/// A figure with its interval: a share in percent, else two decimals.
fn shown(figure: &Figure, estimate: Option<Estimate>, difference: bool) -> String {
    let Some(estimate) = estimate else {
        return "–".to_owned();
    };
    let (scale, decimals) = figure.scale();
    let number = |x: f64| {
        let text = figure.told(x);
        let percent = if figure.is_share() && !difference { " %" } else { "" };
        let text = if difference { &*text } else { text.trim_start_matches('+') };
        format!("{text}{percent}")
    };
    let mean = number(estimate.mean);
    let bound = |x: f64| number(x).trim_end_matches(" %").to_owned();
    match (estimate.lo, estimate.hi) {
        (None, None) => return mean,
        (Some(lo), None) => return format!("{mean} ({} or more)", bound(lo)),
        (None, Some(hi)) => return format!("{mean} ({} or less)", bound(hi)),
        (Some(lo), Some(hi)) if !estimate.is_even() => {
            return format!("{mean} ({} to {})", bound(lo), bound(hi));
        }
        _ => {}
    }
    let half = scale * estimate.half_width().unwrap_or_default();
    let finer = if half < 0.5 * 0.1_f64.powi(decimals as i32) { decimals + 1 } else { decimals };
    format!("{mean} ± {half:.finer$}")
}

const fn mark(sign: Option<Ordering>) -> &'static str {
    match sign {
        Some(Ordering::Greater) => "+",
        Some(Ordering::Less) => "−",
        Some(Ordering::Equal) => "·",
        None => "",
    }
}

impl Comparison<'_> {
    /// All tables, and what they mean in words.
    pub(super) fn text(&self) -> String {
        let top = self.rungs.len() - 1;
        let mut text = match &self.pairs[..] {
            [] => self.one_variant(),
            [pair] => self.pair_table(pair, false),
            _ => self.many_variants(top),
        };
        if self.pairs.len() > 1 {
            for pair in &self.pairs {
                self.tell_pair(pair, &mut text);
            }
        }
        self.explain(top, &mut text);
        text
    }

    /// The figures of the only variant, a column a rung.
    fn one_variant(&self) -> String {
        let head = std::iter::once("measure".to_owned());
        let mut grid = grid(head.chain(self.rungs.iter().map(|rung| rung.label.clone())));
        self.each_figure(|f, figure| {
            let of = |rung| shown(figure, self.study.value(rung, 0, f), false);
            let cells = (0..self.rungs.len()).map(of);
            grid.add_row(std::iter::once(figure.meaning.clone()).chain(cells));
        });
        lines(grid, 1..self.rungs.len() + 1)
    }

    /// The figures of all variants on one rung.
    fn many_variants(&self, rung: usize) -> String {
        let head = std::iter::once("measure".to_owned()).chain(self.variants.iter().cloned());
        let mut grid = grid(head);
        self.each_figure(|f, figure| {
            let of = |variant| shown(figure, self.study.value(rung, variant, f), false);
            let cells = (0..self.variants.len()).map(of);
            grid.add_row(std::iter::once(figure.meaning.clone()).chain(cells));
        });
        lines(grid, 1..self.variants.len() + 1)
    }

    /// Calls `each` with the figures that are defined somewhere.
    fn each_figure(&self, mut each: impl FnMut(usize, &Figure)) {
        for (f, figure) in self.study.figures.iter().enumerate() {
            let cells = (0..self.rungs.len())
                .flat_map(|rung| (0..self.variants.len()).map(move |variant| (rung, variant)));
            if cells.into_iter().any(|(rung, v)| self.study.value(rung, v, f).is_some()) {
                each(f, figure);
            }
        }
    }

    /// Two variants side by side, with their differences; `brief` leaves out the figures in which
    /// no difference shows on any rung.
    fn pair_table(&self, pair: &Pair, brief: bool) -> String {
        let top = self.rungs.len() - 1;
        let (a, b) = (self.variants[pair.a].clone(), self.variants[pair.b].clone());
        let fixed = ["measure".to_owned(), a, b, "difference".to_owned(), "ρ".to_owned()];
        let rungs = self.rungs.iter().map(|rung| rung.label.clone());
        let mut grid = grid(fixed.into_iter().chain(rungs).chain([String::new()]));
        self.each_figure(|f, figure| {
            let silent = matches!(pair.verdict(f), Verdict::NoDifference | Verdict::NotTested);
            if brief && silent {
                return;
            }
            let test = pair.tests[f][top];
            let rho = test.and_then(|test| test.paired.rho);
            let fixed = [
                figure.meaning.clone(),
                shown(figure, self.study.value(top, pair.a, f), false),
                shown(figure, self.study.value(top, pair.b, f), false),
                test.map_or_else(String::new, |t| shown(figure, Some(t.paired.estimate), true)),
                rho.map_or_else(String::new, |rho| signed(rho, 2).trim().to_owned()),
            ];
            let marks = pair.signs(f).into_iter().map(|sign| mark(sign).to_owned());
            grid.add_row(fixed.into_iter().chain(marks).chain([self.sentence(pair, f)]));
        });
        lines(grid, 1..5)
    }

    /// A pair of many: what differs, and how much does not.
    fn tell_pair(&self, pair: &Pair, text: &mut String) {
        let (a, b) = (&self.variants[pair.a], &self.variants[pair.b]);
        let of = |wanted: fn(Verdict) -> bool| {
            (0..self.study.figures.len()).filter(|&f| wanted(pair.verdict(f))).count()
        };
        let same = of(|verdict| verdict == Verdict::NoDifference);
        let _ = writeln!(text, "\n{a} less {b}: no difference shows in {same} other measures.");
        if of(|verdict| !matches!(verdict, Verdict::NoDifference | Verdict::NotTested)) > 0 {
            text.push_str(&self.pair_table(pair, true));
        }
    }

    /// What it is worth to take luck out of a figure, on the rung and for the pair where it is worth most; `None`
    /// where it is worth little.
    fn worth(&self, figure: usize) -> Option<f64> {
        const LITTLE: f64 = 1.05;
        let tests = self.pairs.iter().flat_map(|pair| pair.tests[figure].iter().flatten());
        let worth = tests.filter_map(|test| Some(test.paired.adjusted?.worth));
        worth.max_by(f64::total_cmp).filter(|worth| *worth >= LITTLE)
    }

    fn explain(&self, top: usize, text: &mut String) {
        let top = &self.rungs[top].label;
        text.push('\n');
        if !self.pairs.is_empty() {
            let _ = writeln!(
                text,
                "Figures and differences are those of {top}; + − · say for each rung whether the \
                 difference is significant there at 5 %, after Holm's correction over all tests of \
                 the rung. ρ is the correlation of the two variants over blocks.\n\
                 An effect holds that goes the same way on {RUNGS} rungs or more; on fewer it does \"only\" there. \
                 A figure \"depends on the bots\" where a test finds that the rungs differ, at 5 % over all \
                 figures. \"At most\" is how far the widest of the rungs' 95 % intervals reaches."
            );
        }
        let worth = |(f, figure)| Some((self.worth(f)?, figure));
        let worth = self.study.figures.iter().enumerate().filter_map(worth);
        if let Some((worth, figure)) = worth.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
            let _ = writeln!(
                text,
                "`adjusted` in differences.csv are differences of means over hands without the luck of the deals: \
                 as good as those of up to {worth:.2} times as many blocks ({}).",
                figure.meaning
            );
        }
        if self.study.blocks() > 1 {
            text.push_str("± is half a 95 % interval over blocks, brackets hold its ends where they are not equally far; of one figure and not corrected for their number. Maxima have none.\n");
        } else {
            text.push_str("One block has no spread to take an error from.\n");
        }
        if self.study.truncated() > 0 {
            let _ = writeln!(
                text,
                "{} of {} matches reached the cap on hands and went to the highest score.",
                HumanCount(self.study.truncated()),
                HumanCount(self.study.matches())
            );
        }
    }
}
