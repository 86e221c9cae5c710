//! What a comparison of rule variants found: its tests and verdicts.

use std::cmp::Ordering;

use threehand_stats::{
    Estimate, Heterogeneity, PairedDifference, RUNGS_REQUIRED, SIGNIFICANCE_LEVEL, Verdict, holm,
    with_rounding_error,
};

use super::design::Design;
use super::figures::{Figure, Source};
use super::study::Study;

/// A difference between two variants on one rung.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    /// The difference.
    pub paired: PairedDifference,
    /// Its p-value, corrected for all tests on the rung; `None` without a spread.
    pub p_adjusted: Option<f64>,
    /// The p-value of two one-sided tests against the margin, if there is one.
    pub p_same: Option<f64>,
    /// The same, corrected for all margins on the rung.
    pub p_same_adjusted: Option<f64>,
}

impl Test {
    /// How many standard errors it is away from 0; `None` without a spread.
    pub(super) fn errors(&self) -> Option<f64> {
        let Estimate { mean, se, .. } = self.paired.estimate;
        se.map(|se| (mean / se).abs())
    }

    /// Its direction, `Equal` if it is not significant; `None` if it could not be tested.
    pub(crate) fn sign(&self) -> Option<Ordering> {
        let significant = self.p_adjusted? < SIGNIFICANCE_LEVEL;
        let sign = self.paired.estimate.mean.partial_cmp(&0.0)?;
        Some(if significant { sign } else { Ordering::Equal })
    }
}

/// The tests of two variants.
pub(crate) struct Pair {
    /// The first variant.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// By figure, then by rung.
    pub tests: Vec<Vec<Option<Test>>>,
    /// By figure: the test of whether the difference varies from rung to rung, and its p-value corrected for all such
    /// tests of the comparison.
    pub differing: Vec<(Option<Heterogeneity>, Option<f64>)>,
}

impl Pair {
    /// The directions of a figure by rung.
    pub(crate) fn signs(&self, figure: usize) -> Vec<Option<Ordering>> {
        self.tests[figure].iter().map(|test| test.as_ref().and_then(Test::sign)).collect()
    }

    /// The verdict on a figure.
    pub(crate) fn verdict(&self, figure: usize) -> Verdict {
        let is_significant = |p: f64| p < SIGNIFICANCE_LEVEL;
        let tested = || self.tests[figure].iter().flatten().filter(|test| test.sign().is_some());
        let is_same = tested().all(|test| test.p_same_adjusted.is_some_and(is_significant));
        let (_, differing) = self.differing[figure];
        Verdict::of(&self.signs(figure), is_same, differing.is_some_and(is_significant))
    }

    /// The verdicts on all figures.
    pub(super) fn verdicts(&self) -> impl Iterator<Item = Verdict> + Clone + '_ {
        (0..self.tests.len()).map(|figure| self.verdict(figure))
    }

    /// The smallest and the largest difference of a figure, of the rungs whose test is so.
    pub(super) fn range(
        &self,
        figure: usize,
        is_so: impl Fn(Option<Ordering>) -> bool,
    ) -> Option<(f64, f64)> {
        let tests = self.tests[figure].iter().flatten().filter(|test| is_so(test.sign()));
        let means = tests.map(|test| test.paired.estimate.mean);
        let range = means.map(|mean| (mean, mean));
        range.reduce(|(a, b), (mean, _)| (a.min(mean), b.max(mean)))
    }

    /// How large a difference may yet be: the greatest bound of all rungs.
    pub(super) fn no_more_than(&self, figure: usize) -> Option<f64> {
        let tests = self.tests[figure].iter().flatten();
        tests.filter_map(|test| test.paired.estimate.no_more_than()).reduce(f64::max)
    }
}

/// The findings of a comparison.
pub(crate) struct Comparison<'a> {
    /// The design.
    pub design: &'a Design<'a>,
    /// The sums.
    pub study: &'a Study,
    /// The value of each figure, by variant, then by rung.
    pub values: Vec<Vec<Vec<Option<Estimate>>>>,
    /// Each two variants.
    pub pairs: Vec<Pair>,
}

/// The p-value of two one-sided tests of a figure's difference against a margin, over so many blocks.
pub(crate) fn p_same(
    figure: &Figure,
    estimate: &Estimate,
    margin: f64,
    blocks: u64,
) -> Option<f64> {
    estimate.lo?;
    if figure.percentile().is_none() {
        return estimate.p_within(margin, blocks);
    }
    let rough = Estimate { se: estimate.se.map(with_rounding_error), ..*estimate };
    rough.p_within(margin, u64::MAX)
}

impl<'a> Comparison<'a> {
    /// Tests each two variants on every figure, corrected over all tests of a rung.
    pub(crate) fn new(design: &'a Design<'a>, study: &'a Study) -> Self {
        let Design { rungs, figures, margins, .. } = design;
        let count = figures.len();
        let mut pairs = Vec::new();
        for [first, second] in design.compared() {
            let swapped = design.against == Some(first);
            let (a, b) = if swapped { (second, first) } else { (first, second) };
            let tests = vec![vec![None; rungs.len()]; count];
            pairs.push(Pair { a, b, tests, differing: Vec::new() });
        }
        let of_pair = |pair: &Pair| (0..count).map(|f| ((pair.a, pair.b), f)).collect::<Vec<_>>();
        let all: Vec<_> = pairs.iter().flat_map(of_pair).collect();
        let found = all.iter().map(|&(pair, f)| study.heterogeneity(pair, &figures[f]));
        let found: Vec<_> = found.collect();
        let p: Vec<_> = found.iter().map(|found| found.map(|found| found.p)).collect();
        for (test, differing) in found.into_iter().zip(holm(&p)).enumerate() {
            pairs[test / count].differing.push(differing);
        }
        for rung in 0..rungs.len() {
            let found = all.iter().map(|&(pair, f)| study.difference(rung, pair, &figures[f]));
            let found: Vec<Option<PairedDifference>> = found.collect();
            let p: Vec<_> = found.iter().map(|paired| paired.and_then(|paired| paired.p)).collect();
            let same = |(&(_, f), paired): (&(_, usize), &Option<PairedDifference>)| {
                p_same(&figures[f], &paired.as_ref()?.estimate, margins[f]?, study.blocks)
            };
            let same: Vec<_> = all.iter().zip(&found).map(same).collect();
            let adjusted = holm(&p).into_iter().zip(holm(&same));
            for (test, (paired, (p_adjusted, p_same_adjusted))) in
                found.into_iter().zip(adjusted).enumerate()
            {
                let p_same = same[test];
                pairs[test / count].tests[test % count][rung] =
                    paired.map(|paired| Test { paired, p_adjusted, p_same, p_same_adjusted });
            }
        }
        let cell = |v, rung| figures.iter().map(|figure| study.value(rung, v, figure)).collect();
        let variant = |v| (0..rungs.len()).map(|rung| cell(v, rung)).collect();
        let values = (0..design.variants.len()).map(variant).collect();
        Self { design, study, values, pairs }
    }

    /// The verdict as written in every file.
    pub(super) fn words(verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Holds(Ordering::Greater) => "higher",
            Verdict::Holds(_) => "lower",
            Verdict::Same => "the same within the margin",
            Verdict::TooFewRungs(Ordering::Greater) => "higher on too few rungs",
            Verdict::TooFewRungs(_) => "lower on too few rungs",
            Verdict::DependsOnTheBots => "depends on the bots",
            Verdict::NoDifference => "no difference shows",
            Verdict::NotTested => "not tested",
        }
    }

    /// The verdict as a reader is shown it where verdicts are counted.
    pub(super) fn phrase(verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::TooFewRungs(Ordering::Greater) => "higher with one or two bots only",
            Verdict::TooFewRungs(_) => "lower with one or two bots only",
            other => Self::words(other),
        }
    }

    /// The rungs on which a figure went in this direction.
    pub(super) fn went(&self, pair: &Pair, figure: usize, sign: Ordering) -> Vec<&str> {
        self.of_sign(pair, figure, Some(sign))
    }

    /// The rungs on which a figure had no test.
    pub(super) fn untested(&self, pair: &Pair, figure: usize) -> Vec<&str> {
        self.of_sign(pair, figure, None)
    }

    fn of_sign(&self, pair: &Pair, figure: usize, sign: Option<Ordering>) -> Vec<&str> {
        let signs = pair.signs(figure).into_iter().zip(&self.design.rungs);
        signs.filter(|(s, _)| *s == sign).map(|(_, rung)| rung.label.as_str()).collect()
    }

    /// The verdicts on the figures that are defined on some rung: pair, figure, verdict.
    pub(crate) fn verdicts(&self) -> impl Iterator<Item = (&Pair, usize, Verdict)> {
        self.pairs.iter().flat_map(|pair| {
            let defined = pair.tests.iter().map(|by_rung| by_rung.iter().any(Option::is_some));
            let figures = defined.enumerate().filter(|(_, is_defined)| *is_defined);
            figures.map(move |(figure, _)| (pair, figure, pair.verdict(figure)))
        })
    }

    /// Whether a measure differs by the same in every block, with every bot: then there is nothing to test.
    pub(super) fn is_certain(&self, pair: &Pair, figure: usize) -> bool {
        let is_certain = |Test { paired, .. }: &Test| {
            paired.estimate.mean != 0.0 && paired.p.is_none() && paired.variance_ratio.is_none()
        };
        let tests: Vec<_> = pair.tests[figure].iter().flatten().collect();
        matches!(self.design.figures[figure].source, Source::Measure(_))
            && self.study.blocks > 1
            && !tests.is_empty()
            && tests.into_iter().all(is_certain)
    }

    /// A verdict for a reader, and the size of the differences.
    pub(super) fn verdict(&self, pair: &Pair, figure: usize) -> (String, String) {
        let signs = pair.signs(figure);
        let tested = signs.iter().flatten().count();
        let unit = self.design.figures[figure].unit_of_differences();
        let size = |x: f64| unit.bare(x.abs()).trim_start_matches('+').to_owned();
        let by = |wanted: Ordering| {
            let on = signs.iter().filter(|sign| **sign == Some(wanted)).count();
            let (a, b) = pair.range(figure, |sign| sign == Some(wanted)).unwrap_or_default();
            let (a, b) = if a < 0.0 { (size(b), size(a)) } else { (size(a), size(b)) };
            let range = if a == b { a } else { format!("{a} to {b}") };
            let word = if wanted == Ordering::Greater { "higher" } else { "lower" };
            let words = match (&self.went(pair, figure, wanted)[..], on < RUNGS_REQUIRED) {
                ([bot], true) => format!("{word} with {bot} only"),
                (_, is_hint) => {
                    format!("{word} on {on} of {tested}{}", if is_hint { " only" } else { "" })
                }
            };
            (words, format!("by {range}"))
        };
        match pair.verdict(figure) {
            Verdict::Holds(sign) | Verdict::TooFewRungs(sign) => by(sign),
            Verdict::Same => {
                let margin = self.design.margins[figure].unwrap_or_default();
                (format!("the same within {}", size(margin)), String::new())
            }
            Verdict::DependsOnTheBots => {
                let (a, b) = pair.range(figure, |sign| sign.is_some()).unwrap_or_default();
                let range = format!("{} to {}", unit.bare(a), unit.bare(b));
                (Self::words(Verdict::DependsOnTheBots).to_owned(), range)
            }
            Verdict::NotTested if self.is_certain(pair, figure) => {
                let (a, b) = pair.range(figure, |_| true).unwrap_or_default();
                let range = format!("{} to {}", unit.bare(a), unit.bare(b));
                ("the same in every block".to_owned(), if a == b { unit.bare(a) } else { range })
            }
            verdict @ (Verdict::NoDifference | Verdict::NotTested) => {
                let most = pair.no_more_than(figure).map(|most| format!("{} at most", size(most)));
                (Self::words(verdict).to_owned(), most.unwrap_or_default())
            }
        }
    }
}
