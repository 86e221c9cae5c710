//! The sums of a comparison of rule variants.

use serde::{Deserialize, Serialize};
use threehand_play::{DynGame, PLACES};

use super::figures::{Figure, Source, figures};
use super::measures::{Measure, measures};
use super::study_block::StudyBlock;
use crate::stats::mergeable::mergeable;
use crate::stats::{
    AdjustedEstimate, ControlVariateSums, Distribution, Estimate, Failures, Heterogeneity,
    PairedDifference, PairedSums, Quantiles, RoleMeans, Statistic, ValueRange,
};

/// The sums of one rung.
#[derive(Serialize, Deserialize)]
struct Rung {
    lengths: Quantiles,
    /// By distribution, then by variant.
    distributions: Vec<Vec<Distribution>>,
}
mergeable!(Rung { lengths, distributions });

/// All sums of a comparison.
#[derive(Serialize, Deserialize)]
pub(crate) struct Study {
    /// The figures, in the order of all tables.
    #[serde(skip)]
    pub figures: Vec<Figure>,
    /// The names of what is counted value by value.
    #[serde(skip)]
    pub distributions: Vec<&'static str>,
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
    pub(super) blocks: u64,
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
    /// Lets chance add nothing to how uneven the roles are, as if the same blocks came again without end.
    pub(crate) fn without_chance(&mut self) {
        self.roles.iter_mut().for_each(|roles| roles.repeat(1 << 20));
    }

    /// Nothing yet, of so many variants, which are compared with each other or against one, and of so many rungs; with
    /// the measures that blocks are to be counted by.
    pub(crate) fn new(
        game: &dyn DynGame,
        variants: usize,
        rungs: usize,
        against: Option<usize>,
    ) -> (Self, Vec<Measure>) {
        let pairs = columns_compared(variants, rungs, against);
        let named = game.quantities();
        let measures = measures(game.roles(), &named);
        let quantities = named.iter().map(|(name, _)| *name);
        let distributions: Vec<_> =
            ["hands", "largest_swing"].into_iter().chain(quantities).collect();
        let sums = |measure: &Measure| {
            PairedSums::with_third_moments(measure.form, rungs * variants, &pairs)
        };
        let is_of_hands = |number: &usize| measures[*number].of_hands;
        let of_hands: Vec<_> = (0..measures.len()).filter(is_of_hands).collect();
        let values = of_hands.len() * Statistic::Ratio.parts() * variants;
        let luck = ControlVariateSums::new(values, PLACES * variants);
        let rung = || Rung {
            lengths: Quantiles::new(variants),
            distributions: vec![vec![Distribution::default(); variants]; distributions.len()],
        };
        let is_of_role = |number: &usize| measures[*number].role.is_some();
        let of_roles: Vec<_> = (0..measures.len()).filter(is_of_role).collect();
        let roles = RoleMeans::new(variants, of_roles.len());
        let study = Self {
            figures: figures(&measures, &distributions),
            variants,
            measures: measures.iter().map(sums).collect(),
            of_hands,
            luck: vec![luck; rungs],
            of_roles,
            roles: vec![roles; rungs],
            rungs: (0..rungs).map(|_| rung()).collect(),
            distributions,
            blocks: 0,
            matches: 0,
            hands: 0,
            truncated: 0,
            forfeits: vec![0; rungs],
            failures: vec![Failures::default(); rungs],
        };
        (study, measures)
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
            let of_measure = |measure: &usize| {
                let parts = cells.iter().map(|cell| &cell.parts[*measure]);
                parts
                    .flat_map(|parts| &parts[..Statistic::Ratio.parts()])
                    .copied()
                    .collect::<Vec<_>>()
            };
            let values: Vec<i64> = self.of_hands.iter().flat_map(of_measure).collect();
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
    pub(crate) fn value(&self, rung: usize, variant: usize, figure: usize) -> Option<Estimate> {
        match self.figures[figure].source {
            Source::Measure(measure, _) => {
                let (sums, column) = (&self.measures[measure], self.column(rung, variant));
                let Figure { range, lengths, .. } = self.figures[figure];
                // The logarithm of a length above the shortest match is spread as its mean is.
                let least = |of: usize| self.rungs[rung].distributions[of][variant].min();
                match (range, lengths.and_then(least)) {
                    (ValueRange::SHARE, _) => sums.share(column),
                    (range, None) => sums.estimate(column, range),
                    (_, Some(least)) => sums.estimate(column, ValueRange::Above(least as f64)),
                }
            }
            Source::Uneven(figure) => self.roles[rung].estimate(figure, variant),
            Source::Length(percent) => self.rungs[rung].lengths.estimate(variant, percent),
            Source::Greatest(of) => {
                let max = self.rungs[rung].distributions[of][variant].max()?;
                Some(Estimate { mean: max as f64, se: None, lo: None, hi: None })
            }
        }
    }

    /// A figure on variant `a` less that on `b`, played by a rung; `None` where it is not defined,
    /// as for a maximum.
    pub(crate) fn difference(
        &self,
        rung: usize,
        a: usize,
        b: usize,
        figure: usize,
    ) -> Option<PairedDifference> {
        let column = |variant| self.column(rung, variant);
        match self.figures[figure].source {
            Source::Measure(measure, _) => {
                let mut paired = self.measures[measure].difference(column(a), column(b))?;
                paired.adjusted = self.adjusted(rung, (a, b), measure, paired.estimate);
                Some(self.figures[figure].difference(paired))
            }
            Source::Uneven(figure) => self.roles[rung].difference(figure, a, b),
            Source::Length(percent) => self.rungs[rung].lengths.difference(a, b, percent),
            Source::Greatest(_) => None,
        }
    }

    /// This difference of a measure without the luck of the deals; `None` where luck is not counted.
    fn adjusted(
        &self,
        rung: usize,
        (a, b): (usize, usize),
        measure: usize,
        estimate: Estimate,
    ) -> Option<AdjustedEstimate> {
        let place = self.of_hands.iter().position(|of_hands| *of_hands == measure)?;
        let [x, y] = self.measures[measure].slopes(self.column(rung, a), self.column(rung, b))?;
        let first = |variant: usize| (place * self.variants + variant) * x.len();
        let slopes: Vec<_> = (first(a)..).zip(x.clone()).chain((first(b)..).zip(y)).collect();
        let luck: Vec<_> = [a, b].into_iter().flat_map(|v| v * PLACES..(v + 1) * PLACES).collect();
        self.luck[rung].adjust(estimate, &slopes, &luck)
    }

    /// A test of whether that difference varies from rung to rung; `None` where there is none.
    pub(crate) fn heterogeneity(&self, a: usize, b: usize, figure: usize) -> Option<Heterogeneity> {
        let pair = |rung| (self.column(rung, a), self.column(rung, b));
        match self.figures[figure].source {
            Source::Measure(measure, _) => {
                let pairs: Vec<_> = (0..self.rungs.len()).map(pair).collect();
                self.measures[measure].heterogeneity(&pairs)
            }
            Source::Uneven(_) | Source::Length(_) | Source::Greatest(_) => None,
        }
    }

    /// The number of the figure of this name.
    pub(crate) fn figure(&self, name: &str) -> Option<usize> {
        self.figures.iter().position(|figure| figure.name == name)
    }

    /// Of how many matches or hands a figure is the mean, or else of how many blocks it is made.
    pub(crate) fn count(&self, rung: usize, variant: usize, figure: usize) -> u64 {
        match self.figures[figure].source {
            Source::Measure(measure, unit) => {
                let weight = self.measures[measure].sums(self.column(rung, variant))[0];
                (weight / unit).unsigned_abs()
            }
            Source::Uneven(_) | Source::Length(_) | Source::Greatest(_) => self.blocks,
        }
    }

    const fn column(&self, rung: usize, variant: usize) -> usize {
        rung * self.variants + variant
    }

    /// What a measure's value is made of; `None` if the figure is no measure.
    pub(crate) fn form(&self, figure: usize) -> Option<Statistic> {
        match self.figures[figure].source {
            Source::Measure(measure, _) => Some(self.measures[measure].statistic()),
            _ => None,
        }
    }

    /// What percentile a figure is, if it is one.
    pub(crate) fn percentile(&self, figure: usize) -> Option<u64> {
        match self.figures[figure].source {
            Source::Length(percent) => Some(percent),
            _ => None,
        }
    }

    /// The distributions under a variant, played by a rung.
    pub(super) fn of_cell(
        &self,
        rung: usize,
        variant: usize,
    ) -> impl Iterator<Item = &Distribution> {
        self.rungs[rung].distributions.iter().map(move |counted| &counted[variant])
    }
}

/// Each two variants that are compared, which rise.
pub(crate) fn compared(variants: usize, against: Option<usize>) -> Vec<[usize; 2]> {
    let all = (0..variants).flat_map(|a| (a + 1..variants).map(move |b| [a, b]));
    all.filter(|pair| against.is_none_or(|one| pair.contains(&one))).collect()
}

/// The same as columns; of a single variant each with itself.
fn columns_compared(variants: usize, rungs: usize, against: Option<usize>) -> Vec<[usize; 2]> {
    let pairs = if variants > 1 { compared(variants, against) } else { vec![[0, 0]] };
    let of_rung =
        |rung| pairs.iter().map(move |pair| pair.map(|variant| rung * variants + variant));
    (0..rungs).flat_map(of_rung).collect()
}
