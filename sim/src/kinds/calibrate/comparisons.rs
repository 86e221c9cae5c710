//! The figures of a comparison of rule variants.

use threehand_engine::Stream;
use threehand_stats::{
    Estimate, PairedDifference, QUANTILE_REPLICATES, RUNGS_REQUIRED, SIGNIFICANCE_LEVEL, Statistic,
    Verdict, poisson_weights,
};

use super::cells::claim;
use super::pool::{Command, Truth};
use super::promise::{Promise, Subject};
use crate::kinds::compare::design::{Design, StudyBlock};
use crate::kinds::compare::figures::{Figure, distributions};
use crate::kinds::compare::findings::{Comparison, p_same};
use crate::kinds::compare::study::Study;

/// The kinds of promise of a figure and of its difference.
fn kinds(figure: &Figure) -> [Promise; 2] {
    match (figure.form(), figure.percentile()) {
        (Some(Statistic::Deviation), _) => [Promise::Deviation, Promise::DeviationDifference],
        (Some(Statistic::Correlation), _) => [Promise::Correlation, Promise::CorrelationDifference],
        (None, None) => [Promise::Uneven, Promise::UnevenDifference],
        (None, Some(50)) => [Promise::Median, Promise::MedianDifference],
        (None, _) => [Promise::P95, Promise::P95Difference],
        _ if figure.is_share() => [Promise::Share, Promise::MeanDifference],
        _ => [Promise::Mean, Promise::MeanDifference],
    }
}

impl Command for Design<'_> {
    type Block = StudyBlock;
    type Sums = Study;

    fn play(&self, number: u64) -> StudyBlock {
        Design::play(self, number, None)
    }

    fn failed(&self, block: &StudyBlock) -> Option<&str> {
        block.failed().map(|rung| &*self.rungs[rung].label)
    }

    fn start(&self, _: &[&StudyBlock]) -> Study {
        Study::new(self)
    }

    fn add(&self, study: &mut Study, place: u64, block: &StudyBlock, luck: Stream) {
        study.add_as(place, block, &poisson_weights(luck, QUANTILE_REPLICATES));
    }

    fn without_end(&self, study: &mut Study) {
        study.without_chance();
    }

    fn shown(&self, study: &Study, truth: &Truth) -> Vec<(Subject, Option<Estimate>)> {
        let Comparison { values, pairs, .. } = &Comparison::new(self, study);
        let promised: Vec<_> = self.figures.iter().map(kinds).collect();
        let mut all = Vec::new();
        for (variant, rungs) in values.iter().enumerate() {
            for (rung, values) in rungs.iter().enumerate() {
                let tested = self.figures.iter().zip(values).enumerate();
                let tested = tested.filter(|(_, (figure, _))| figure.is_tested());
                all.extend(tested.map(|(figure, (_, value))| {
                    (promised[figure][0].of([rung, variant, figure]), *value)
                }));
                for (counted, distribution) in study.of_cell(rung, variant).enumerate() {
                    all.extend(distribution.shares().map(|(value, _, share)| {
                        (Promise::Distribution.of([rung, variant, counted, value]), Some(share))
                    }));
                }
            }
        }
        let mut is_wrong = false;
        for pair in pairs {
            for (figure, tests) in pair.tests.iter().enumerate() {
                let verdict = pair.verdict(figure);
                for (rung, test) in tests.iter().enumerate() {
                    let Some(test) = test else { continue };
                    let PairedDifference { estimate, adjusted, .. } = test.paired;
                    let of = |promise: Promise| promise.of([rung, pair.a, pair.b, figure]);
                    let difference = of(promised[figure][1]);
                    let truth = truth.get(&difference).copied();
                    let margin = truth.map_or(0.0, f64::abs);
                    let p = p_same(&self.figures[figure], &estimate, margin, study.blocks);
                    let same = claim(p.is_some_and(|p| p < SIGNIFICANCE_LEVEL));
                    all.extend([
                        (difference, Some(estimate)),
                        (of(Promise::Adjusted), adjusted.map(|adjusted| adjusted.estimate)),
                        (of(Promise::Same), Some(same)),
                    ]);
                    if let (Verdict::Holds(sign), Some(truth)) = (verdict, truth) {
                        is_wrong |=
                            test.sign() == Some(sign) && truth.partial_cmp(&0.0) != Some(sign);
                    }
                }
            }
        }
        // A verdict takes three rungs.
        if self.rungs.len() >= RUNGS_REQUIRED && self.variants.len() > 1 {
            all.push((Promise::Direction.of([]), Some(claim(is_wrong))));
        }
        all
    }

    fn name(&self, Subject { promise, of: [rung, variant, third, fourth] }: Subject) -> String {
        let (bot, a) = (&self.rungs[rung].label, &self.variants[variant]);
        let measure = |figure: usize| &self.figures[figure].name;
        match promise {
            Promise::Direction => "all verdicts".to_owned(),
            Promise::Distribution => {
                format!("{}={fourth} {a} {bot}", distributions(self.game)[third])
            }
            _ if kinds(&self.figures[third])[0] == promise => {
                format!("{} {a} {bot}", measure(third))
            }
            _ => format!("{} {a} less {} {bot}", measure(fourth), self.variants[third]),
        }
    }
}
