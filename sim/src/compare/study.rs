//! The sums of a comparison of rule variants, and the figures that they make.

use serde::{Deserialize, Serialize};

use threehand_play::{DynGame, PLACES};

use super::study_block::StudyBlock;
use crate::stats::mergeable::mergeable;
use crate::stats::{
    AdjustedEstimate, ControlVariateSums, Distribution, Estimate, Failures, Group, Heterogeneity,
    LinearContrast, Measure, Mergeable, PairedDifference, PairedSums, Quantiles, RoleDispersion,
    RoleMeans, Statistic, ValueRange, measures,
};
use crate::terminal::number::signed;

/// A figure of the study: a name, and how the figure is shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    /// Its name, as written in every file.
    pub name: String,
    /// What the figure is, in a line.
    pub meaning: String,
    /// What the figure is about.
    pub group: Group,
    /// The role whose mean points it is.
    pub role: Option<&'static str>,
    /// Where its values can lie.
    pub range: ValueRange,
    /// The distribution of its values, if they are lengths of matches.
    pub lengths: Option<usize>,
    source: Source,
}

impl Figure {
    /// Whether two variants are tested for a difference in it.
    pub(crate) fn is_tested(&self) -> bool {
        !matches!(self.source, Source::Greatest(_))
    }

    /// Whether the figure is a share, and shown in percent.
    pub(crate) fn is_share(&self) -> bool {
        self.range == ValueRange::SHARE
    }

    /// A difference in it between two variants, whose interval ends where such differences do.
    pub(crate) fn difference(&self, paired: PairedDifference) -> PairedDifference {
        PairedDifference { estimate: paired.estimate.cut(self.range.of_differences()), ..paired }
    }

    /// What a number is multiplied by for a reader, and its decimals: a share is shown in points.
    pub(crate) fn scale(&self) -> (f64, usize) {
        if self.is_share() { (100.0, 1) } else { (1.0, 2) }
    }

    /// A number for a reader, with its sign.
    pub(crate) fn told(&self, x: f64) -> String {
        let (scale, decimals) = self.scale();
        signed(scale * x, decimals).trim().to_owned()
    }
}

/// Where a figure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A measure, and what one match or hand adds to the number of which it is a mean.
    Measure(usize, i64),
    /// How uneven the roles are.
    Uneven(RoleDispersion),
    /// A percentile of the lengths of matches.
    Length(u64),
    /// The greatest value of a distribution: the greatest value has no interval, and is not tested.
    Greatest(usize),
}

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
    /// The figures, in the order in which they are told.
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
    blocks: u64,
    matches: u64,
    hands: u64,
    truncated: u64,
    forfeits: Vec<u64>,
    /// By rung: how its bot failed.
    #[serde(default, skip_serializing_if = "are_none")]
    failures: Vec<Failures>,
}

mergeable!(Study {
    measures, luck, roles, rungs, blocks, matches, hands, truncated, forfeits
} optional failures);

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

    /// Blocks so far.
    pub(crate) const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Matches so far.
    pub(crate) const fn matches(&self) -> u64 {
        self.matches
    }

    /// Finished hands so far.
    pub(crate) const fn hands(&self) -> u64 {
        self.hands
    }

    /// Matches that the cap on hands ended.
    pub(crate) const fn truncated(&self) -> u64 {
        self.truncated
    }

    /// Matches that the bot of a rung forfeited.
    pub(crate) fn forfeits(&self, rung: usize) -> u64 {
        self.forfeits[rung]
    }

    /// The same by kind of failure.
    pub(crate) fn failures(&self, rung: usize) -> Failures {
        self.failures[rung]
    }

    /// A figure on a variant, played by a rung; `None` where it is not defined.
    pub(crate) fn value(&self, rung: usize, variant: usize, figure: usize) -> Option<Estimate> {
        match self.figures[figure].source {
            Source::Measure(measure, _) => {
                let (sums, column) = (&self.measures[measure], self.column(rung, variant));
                match self.figures[figure].range {
                    ValueRange::SHARE => sums.share(column),
                    range => sums.estimate(column, self.above_least(range, rung, variant, figure)),
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

    /// The range of a figure, of lengths from the shortest match on: what lengths have above it is spread much as
    /// its mean is, as the logarithm takes it to be.
    fn above_least(
        &self,
        range: ValueRange,
        rung: usize,
        variant: usize,
        figure: usize,
    ) -> ValueRange {
        let of = |of: usize| self.rungs[rung].distributions[of][variant].min();
        let least = self.figures[figure].lengths.and_then(of);
        least.map_or(range, |least| ValueRange::Above(least as f64))
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
        self.luck[rung].adjust(&LinearContrast { estimate, slopes: &slopes, luck: &luck })
    }

    /// Whether that difference is another one from rung to rung; `None` where it can't be told.
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
                let weight = self.measures[measure].weight(self.column(rung, variant));
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

    /// What is counted value by value, on a variant, played by a rung.
    pub(crate) fn distribution(&self, rung: usize, variant: usize, number: usize) -> &Distribution {
        &self.rungs[rung].distributions[number][variant]
    }
}

impl Study {
    /// Whether these sums and others sum the same things.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.has_shape_of(other)
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

/// The measures, with what follows from distributions set beside the means they belong to.
fn figures(measures: &[Measure], distributions: &[&str]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (number, measure) in measures.iter().enumerate() {
        let (name, meaning, range) = (measure.name.clone(), measure.meaning.clone(), measure.range);
        let counted = distributions.iter().position(|counted| *counted == name);
        let lengths = counted.filter(|_| name == "hands");
        let by = |name: String, meaning: String, source| Figure {
            name,
            meaning,
            group: measure.group,
            role: measure.role.filter(|_| matches!(source, Source::Measure(..))),
            range,
            lengths,
            source,
        };
        let follows_points = number > 0 && measures[number - 1].group == Group::Points;
        if follows_points && measure.group != Group::Points {
            figures.extend(uneven());
        }
        figures.push(by(name.clone(), meaning.clone(), Source::Measure(number, measure.unit)));
        if name == "hands" {
            figures.push(by(
                "hands_median".into(),
                "median of hands a match".into(),
                Source::Length(50),
            ));
            let meaning = "95th percentile of hands a match".into();
            figures.push(by("hands_p95".into(), meaning, Source::Length(95)));
        }
        if let Some(of) = counted {
            let meaning = format!("most: {meaning}");
            figures.push(by(format!("{name}_max"), meaning, Source::Greatest(of)));
        }
    }
    figures
}

/// How uneven the roles are.
fn uneven() -> [Figure; 2] {
    let told = [
        ("role_spread", "best role less worst, points a hand", RoleDispersion::Spread),
        ("unevenness", "unevenness of the roles, points a hand", RoleDispersion::RootMeanSquare),
    ];
    told.map(|(name, meaning, figure)| Figure {
        name: name.to_owned(),
        meaning: meaning.to_owned(),
        group: Group::Points,
        role: None,
        range: ValueRange::Above(0.0),
        lengths: None,
        source: Source::Uneven(figure),
    })
}
