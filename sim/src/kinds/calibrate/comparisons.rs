//! The figures of a comparison of rule variants.

use threehand_engine::Stream;
use threehand_play::{Arena, DynGame, Seeds};

use super::cells::Shown;
use super::pool::{Command, Each, Truth};
use super::promise::Promise;
use crate::kinds::compare::findings::{Comparison, Who, p_same};
use crate::kinds::compare::measures::Measure;
use crate::kinds::compare::study::Study;
use crate::kinds::compare::study_block::{StudyBlock, play_block};
use crate::play::players::Player;
use crate::stats::{
    QUANTILE_REPLICATES, RUNGS_REQUIRED, SIGNIFICANCE_LEVEL, Statistic, Verdict, poisson_weights,
};

/// A comparison of these variants on these rungs.
pub(super) struct Comparisons<'a> {
    pub(super) game: &'a dyn DynGame,
    pub(super) seeds: Seeds,
    pub(super) variants: Vec<String>,
    pub(super) rungs: Vec<Player>,
    /// By variant.
    pub(super) arenas: Vec<Box<dyn Arena + 'a>>,
    pub(super) measures: Vec<Measure>,
    /// The sums of no blocks, which hold the figures.
    pub(super) none: Study,
    /// No margin of any figure.
    pub(super) margins: Vec<Option<f64>>,
}

impl Comparisons<'_> {
    /// The kinds of promise of a figure and of its difference.
    fn kinds(&self, figure: usize) -> [Promise; 2] {
        match (self.none.form(figure), self.none.percentile(figure)) {
            (Some(Statistic::Deviation), _) => [Promise::Deviation, Promise::DeviationDifference],
            (Some(Statistic::Correlation), _) => {
                [Promise::Correlation, Promise::CorrelationDifference]
            }
            (None, None) => [Promise::Uneven, Promise::UnevenDifference],
            (None, Some(50)) => [Promise::Median, Promise::MedianDifference],
            (None, _) => [Promise::P95, Promise::P95Difference],
            _ if self.none.figures[figure].is_share() => [Promise::Share, Promise::MeanDifference],
            _ => [Promise::Mean, Promise::MeanDifference],
        }
    }

    fn show_differences(&self, comparison: &Comparison<'_>, truth: &Truth, each: &mut Each<'_>) {
        for pair in &comparison.pairs {
            let tests = pair.tests.iter().enumerate().flat_map(|(figure, by_rung)| {
                by_rung.iter().enumerate().map(move |(rung, test)| (figure, rung, test))
            });
            for (figure, rung, test) in tests {
                let Some(test) = test else { continue };
                let of = |promise: Promise| promise.of([rung, pair.a, pair.b, figure]);
                let name = || {
                    let [a, b] = [pair.a, pair.b].map(|variant| &self.variants[variant]);
                    let (measure, bot) = (&self.none.figures[figure].name, &self.rungs[rung].label);
                    format!("{measure} {a} less {b} {bot}")
                };
                let (estimate, difference) = (test.paired.estimate, of(self.kinds(figure)[1]));
                each(difference, &name, Shown::Interval(estimate));
                if let Some(adjusted) = test.paired.adjusted {
                    each(of(Promise::Adjusted), &name, Shown::Interval(adjusted.estimate));
                }
                let margin = truth.value(difference).map_or(0.0, f64::abs);
                let p = p_same(&self.none, figure, &estimate, margin, comparison.blocks);
                let same = p.is_some_and(|p| p < SIGNIFICANCE_LEVEL);
                each(of(Promise::Same), &name, Shown::Claim(same));
            }
        }
    }
}

impl Command for Comparisons<'_> {
    type Block = StudyBlock;
    type Sums = Study;

    fn play(&self, number: u64) -> StudyBlock {
        let counted = (&self.measures[..], self.game.quantities().len());
        play_block(&self.arenas, self.rungs.len(), counted, (self.seeds, number, None))
    }

    fn failed(&self, block: &StudyBlock) -> Option<&str> {
        block.failed().map(|rung| &*self.rungs[rung].label)
    }

    fn start<'p>(&self, _: impl Iterator<Item = &'p StudyBlock>) -> Study {
        Study::new(self.game, self.variants.len(), self.rungs.len(), None).0
    }

    fn add(&self, study: &mut Study, place: u64, block: &StudyBlock, luck: Stream) {
        study.add_as(place, block, &poisson_weights(luck, QUANTILE_REPLICATES));
    }

    fn without_end(&self, study: &mut Study) {
        study.without_chance();
    }

    fn show(&self, study: &Study, truth: &Truth, each: &mut Each<'_>) {
        let who = Who { variants: &self.variants, rungs: &self.rungs, against: None };
        let comparison = Comparison::new(self.game.name(), who, &self.margins, study);
        for (v, variant) in self.variants.iter().enumerate() {
            for (rung, Player { label: bot, .. }) in self.rungs.iter().enumerate() {
                for (figure, value) in comparison.values[v][rung].iter().enumerate() {
                    if let Some(value) = value.filter(|_| study.figures[figure].is_tested()) {
                        let name = || format!("{} {variant} {bot}", study.figures[figure].name);
                        let figure = self.kinds(figure)[0].of([rung, v, figure]);
                        each(figure, &name, Shown::Interval(value));
                    }
                }
                for (counted, shares) in comparison.shares[v][rung].iter().enumerate() {
                    for (value, _, share) in shares {
                        let counts = self.none.distributions[counted];
                        let name = || format!("{counts}={value} {variant} {bot}");
                        let figure = Promise::Distribution.of([rung, v, counted, *value]);
                        each(figure, &name, Shown::Interval(*share));
                    }
                }
            }
        }
        self.show_differences(&comparison, truth, each);
        let mut wrong = false;
        for (pair, figure, verdict) in comparison.verdicts() {
            let Verdict::Holds(sign) = verdict else { continue };
            wrong |= pair.signs(figure).into_iter().enumerate().any(|(rung, found)| {
                let of = self.kinds(figure)[1].of([rung, pair.a, pair.b, figure]);
                let other = truth.value(of).and_then(|truth| truth.partial_cmp(&0.0));
                found == Some(sign) && other.is_some_and(|other| other != sign)
            });
        }
        // A verdict takes three rungs.
        if self.rungs.len() >= RUNGS_REQUIRED && self.variants.len() > 1 {
            each(Promise::Direction.of([]), &|| "all verdicts".to_owned(), Shown::Claim(wrong));
        }
    }
}
