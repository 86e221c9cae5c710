//! The sums of a comparison of rule variants.

use serde::{Deserialize, Serialize};
use threehand_play::PLACES;
use threehand_stats::{
    AdjustedEstimate, ControlVariateSums, Distribution, Estimate, Failures, Heterogeneity,
    PairedDifference, PairedSums, Quantiles, RoleMeans, Statistic, ValueRange, mergeable,
};

use super::design::{Design, StudyBlock};
use super::figures::{Figure, Measure, Source, distributions};

/// The sums of one rung.
#[derive(Clone, Serialize, Deserialize)]
struct Rung {
    lengths: Quantiles,
    /// By distribution, then by variant.
    distributions: Vec<Vec<Distribution>>,
}
mergeable!(Rung { lengths, distributions });

/// All sums of a comparison.
#[derive(Serialize, Deserialize)]
pub(crate) struct Study {
    #[serde(skip)]
    variants: usize,
    /// By measure; the columns are the variants of the first rung, then those of the second, and so on.
    measures: Vec<PairedSums>,
    /// The measures that are means over hands.
    #[serde(skip)]
    of_hands: Vec<usize>,
    /// By rung: the parts of those measures, variant by variant, and the luck of the deals by variant.
    luck: Vec<ControlVariateSums>,
    /// The measures that are what a role scores.
    #[serde(skip)]
    of_roles: Vec<usize>,
    /// By rung.
    roles: Vec<RoleMeans>,
    rungs: Vec<Rung>,
    pub(crate) blocks: u64,
    pub(super) matches: u64,
    pub(super) hands: u64,
    /// Matches that the cap on hands ended.
    pub(super) truncated: u64,
    /// By rung: the matches that its bot forfeited.
    pub(super) forfeits: Vec<u64>,
    /// By rung: how its bot failed.
    #[serde(default, skip_serializing_if = "are_none")]
    pub(super) failures: Vec<Failures>,
}

mergeable!(Study {
    measures,
    luck,
    roles,
    rungs,
    blocks,
    matches,
    hands,
    truncated,
    forfeits,
    failures
});

fn are_none(failures: &[Failures]) -> bool {
    failures.iter().all(Failures::is_none)
}

impl Study {
    /// The sums of no blocks.
    pub(crate) fn new(design: &Design<'_>) -> Self {
        let (variants, rungs) = (design.variants.len(), design.rungs.len());
        // A single variant is compared with itself.
        let pairs = if variants > 1 { design.compared() } else { vec![[0, 0]] };
        let of_rung =
            |rung| pairs.iter().map(move |pair| pair.map(|variant| rung * variants + variant));
        let pairs: Vec<_> = (0..rungs).flat_map(of_rung).collect();
        let sums = |measure: Measure| {
            PairedSums::with_third_moments(measure.form, rungs * variants, &pairs)
        };
        let measures = || design.figures.iter().filter_map(|f| Some((f.role, f.measure()?)));
        let of_hands = measures().filter(|(_, measure)| measure.of_hands);
        let of_hands: Vec<_> = of_hands.map(|(_, measure)| measure.number).collect();
        let of_roles = measures().filter(|(role, _)| role.is_some());
        let of_roles: Vec<_> = of_roles.map(|(_, measure)| measure.number).collect();
        let values = of_hands.len() * Statistic::Ratio.parts() * variants;
        let counted = distributions(design.game).len();
        let rung = Rung {
            lengths: Quantiles::new(variants),
            distributions: vec![vec![Distribution::default(); variants]; counted],
        };
        Self {
            variants,
            measures: measures().map(|(_, measure)| sums(measure)).collect(),
            of_hands,
            luck: vec![ControlVariateSums::new(values, PLACES * variants); rungs],
            roles: vec![RoleMeans::new(variants, of_roles.len()); rungs],
            of_roles,
            rungs: vec![rung; rungs],
            blocks: 0,
            matches: 0,
            hands: 0,
            truncated: 0,
            forfeits: vec![0; rungs],
            failures: vec![Failures::default(); rungs],
        }
    }

    /// Lets chance add nothing to how uneven the roles are, as if the same blocks came again without end.
    pub(crate) fn without_chance(&mut self) {
        self.roles.iter_mut().for_each(|roles| roles.repeat(1 << 20));
    }

    /// Adds a block.
    pub(crate) fn add(&mut self, block: &StudyBlock) {
        self.add_as(block.number, block, &block.weights);
    }

    /// Adds a block as if it had this number and these weights, as where it is drawn more than once.
    pub(crate) fn add_as(&mut self, number: u64, block: &StudyBlock, weights: &[u32]) {
        self.blocks += 1;
        for (measure, sums) in self.measures.iter_mut().enumerate() {
            sums.add(block.cells.iter().flatten().map(|cell| &cell.parts[measure]));
        }
        for (sums, cells) in self.luck.iter_mut().zip(&block.cells) {
            let luck: Vec<i64> = cells.iter().flat_map(|cell| cell.luck).collect();
            let of_measure = |&measure: &usize| {
                cells.iter().flat_map(move |cell| &cell.parts[measure][..Statistic::Ratio.parts()])
            };
            let values: Vec<i64> = self.of_hands.iter().flat_map(of_measure).copied().collect();
            sums.add(number, &values, &luck);
        }
        for (sums, cells) in self.roles.iter_mut().zip(&block.cells) {
            sums.add(
                cells.iter().flat_map(|cell| self.of_roles.iter().map(|&role| &cell.parts[role])),
            );
        }
        for (rung, cells) in self.rungs.iter_mut().zip(&block.cells) {
            rung.lengths.add(cells.iter().map(|cell| cell.length), weights);
            for (variant, cell) in cells.iter().enumerate() {
                rung.distributions[0][variant].add([cell.length]);
                rung.distributions[1][variant].add([cell.swing]);
                for (quantity, values) in cell.quantities.iter().enumerate() {
                    rung.distributions[2 + quantity][variant].add(values.iter().copied());
                }
                self.matches += cell.matches;
                self.hands += cell.hands;
                self.truncated += cell.truncated;
                for &(rung, kind) in &cell.failed {
                    self.forfeits[rung] += 1;
                    self.failures[rung].add(kind);
                }
            }
        }
    }

    /// A figure on a variant, played by a rung; `None` where it is not defined.
    pub(crate) fn value(&self, rung: usize, variant: usize, figure: &Figure) -> Option<Estimate> {
        let distributions = &self.rungs[rung].distributions;
        let value = match figure.source {
            Source::Measure(measure) => {
                let (sums, column) = (&self.measures[measure.number], self.column(rung, variant));
                // The logarithm of a length above the shortest match is spread as its mean is.
                let shortest = (figure.name == "hands").then(|| distributions[0][variant].min());
                match (figure.range, shortest.flatten()) {
                    (ValueRange::SHARE, _) => sums.share(column),
                    (range, None) => sums.estimate(column, range),
                    (_, Some(least)) => sums.estimate(column, ValueRange::Above(least as f64)),
                }
            }
            Source::Uneven(kind) => self.roles[rung].estimate(kind, variant),
            Source::Length(percent) => self.rungs[rung].lengths.estimate(variant, percent),
            Source::Greatest(of) => {
                distributions[of][variant].max().map(|max| Estimate::from(max as f64))
            }
        };
        value.map(|value| value.cut(figure.limits()))
    }

    /// A figure on variant `a` less that on `b`, played by a rung; `None` where it is not defined, as for a maximum. The
    /// interval ends where such differences do.
    pub(crate) fn difference(
        &self,
        rung: usize,
        (a, b): (usize, usize),
        figure: &Figure,
    ) -> Option<PairedDifference> {
        match figure.source {
            Source::Measure(measure) => {
                let [x, y] = [a, b].map(|variant| self.column(rung, variant));
                let paired = self.measures[measure.number].difference(x, y)?;
                let adjusted = self.adjusted(rung, (a, b), measure, paired.estimate);
                let cut = |estimate: Estimate| estimate.cut(figure.limits().of_differences());
                let adjusted = adjusted.map(|adjusted| AdjustedEstimate {
                    estimate: cut(adjusted.estimate),
                    ..adjusted
                });
                Some(PairedDifference { estimate: cut(paired.estimate), adjusted, ..paired })
            }
            Source::Uneven(kind) => self.roles[rung].difference(kind, a, b),
            Source::Length(percent) => self.rungs[rung].lengths.difference(a, b, percent),
            Source::Greatest(_) => None,
        }
    }

    /// This difference of a measure without the luck of the deals; `None` where luck is not counted.
    fn adjusted(
        &self,
        rung: usize,
        (a, b): (usize, usize),
        Measure { number, .. }: Measure,
        estimate: Estimate,
    ) -> Option<AdjustedEstimate> {
        let place = self.of_hands.iter().position(|of_hands| *of_hands == number)?;
        let [x, y] = self.measures[number].slopes(self.column(rung, a), self.column(rung, b))?;
        let first = |variant: usize| (place * self.variants + variant) * x.len();
        let slopes: Vec<_> = (first(a)..).zip(x.clone()).chain((first(b)..).zip(y)).collect();
        let luck: Vec<_> = [a, b].into_iter().flat_map(|v| v * PLACES..(v + 1) * PLACES).collect();
        self.luck[rung].adjust(estimate, &slopes, &luck)
    }

    /// A test of whether that difference varies from rung to rung; `None` where there is none.
    pub(crate) fn heterogeneity(
        &self,
        (a, b): (usize, usize),
        figure: &Figure,
    ) -> Option<Heterogeneity> {
        let pair = |rung| (self.column(rung, a), self.column(rung, b));
        let pairs: Vec<_> = (0..self.rungs.len()).map(pair).collect();
        self.measures[figure.measure()?.number].heterogeneity(&pairs)
    }

    /// Of how many matches or hands a figure is the mean, or else of how many blocks it is made.
    pub(crate) fn count(&self, rung: usize, variant: usize, figure: &Figure) -> u64 {
        figure.measure().map_or(self.blocks, |Measure { number, weight, .. }| {
            let sum = self.measures[number].sums(self.column(rung, variant))[0];
            (sum / weight).unsigned_abs()
        })
    }

    const fn column(&self, rung: usize, variant: usize) -> usize {
        rung * self.variants + variant
    }

    /// The distributions under a variant, played by a rung.
    pub(crate) fn of_cell(
        &self,
        rung: usize,
        variant: usize,
    ) -> impl Iterator<Item = &Distribution> {
        self.rungs[rung].distributions.iter().map(move |counted| &counted[variant])
    }
}
