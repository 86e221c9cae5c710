//! One measure under several rule variants, played by several bots on the same blocks: exact sums of all that
//! its value is made of, and the errors of values and of differences that follow from them.

use serde::{Deserialize, Serialize};

use super::sums::{RESTS_ON, add_all, add_products, rests_on_enough};
use super::third_moments::{Cubes, is_believed};
use super::{AdjustedEstimate, Estimate, Heterogeneity, ValueRange};

/// What a measure's value is made of: whole numbers, added up over a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statistic {
    /// Σx over Σn, from n and Σx.
    Ratio,
    /// The standard deviation (divisor n), from n, Σx and Σx².
    Deviation,
    /// The correlation, from n, Σx, Σy, Σx², Σy² and Σxy.
    Correlation,
}

/// The parts of a block's value, in the order of [`Statistic`]; those that it has not are 0.
pub type BlockSums = [i64; 6];

impl Statistic {
    /// How many parts it has.
    pub const fn parts(self) -> usize {
        match self {
            Self::Ratio => 2,
            Self::Deviation => 3,
            Self::Correlation => 6,
        }
    }

    /// How many blocks it takes before differences may be tested for heterogeneity. With fewer the errors are
    /// too uncertain: of comparisons of equals over ten blocks, up to 7 % found that something differs, and in
    /// deviations and correlations over 50 to 120 blocks up to 12 %.
    const fn fewest(self) -> u64 {
        match self {
            Self::Ratio => 20,
            Self::Deviation | Self::Correlation => 500,
        }
    }

    /// The value that sums of parts make, and its derivative by each part; `None` where it is not
    /// defined.
    fn value(self, sums: &[f64]) -> Option<(f64, [f64; 6])> {
        let n = sums[0];
        if n == 0.0 {
            return None;
        }
        let mx = sums[1] / n;
        match self {
            Self::Ratio => Some((mx, [-mx / n, 1.0 / n, 0.0, 0.0, 0.0, 0.0])),
            Self::Deviation => {
                let deviation = variance(sums[2] / n, mx).sqrt();
                let by = |d: f64| if deviation > 0.0 { d / (2.0 * deviation * n) } else { 0.0 };
                let slope = [by(2.0 * mx * mx - sums[2] / n), by(-2.0 * mx), by(1.0)];
                Some((deviation, [slope[0], slope[1], slope[2], 0.0, 0.0, 0.0]))
            }
            Self::Correlation => {
                let my = sums[2] / n;
                let (vx, vy) = (variance(sums[3] / n, mx), variance(sums[4] / n, my));
                let scale = (vx * vy).sqrt();
                if scale == 0.0 {
                    return None;
                }
                let r = (sums[5] / n - mx * my) / scale;
                // The influence of one pair is zx zy − r (zx² + zy²) / 2, with z the standard scores.
                let slope = [
                    mx * my / scale - r / 2.0 * (mx * mx / vx + my * my / vy),
                    r * mx / vx - my / scale,
                    r * my / vy - mx / scale,
                    -r / (2.0 * vx),
                    -r / (2.0 * vy),
                    1.0 / scale,
                ];
                Some((r, slope.map(|d| d / n)))
            }
        }
    }
}

/// The mean square less the squared mean; what rounding leaves of nothing is nothing.
fn variance(mean_square: f64, mean: f64) -> f64 {
    let variance = mean_square - mean * mean;
    if variance > 1e-12 * mean_square { variance } else { 0.0 }
}

/// A difference of one measure between two variants on the same blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDifference {
    /// The first less the second.
    pub estimate: Estimate,
    /// The chance of a difference as large as this where there is none; `None` without a spread.
    pub p: Option<f64>,
    /// The correlation of the two over blocks.
    pub rho: Option<f64>,
    /// How many times more blocks it would have taken without the same cards.
    pub variance_ratio: Option<f64>,
    /// The difference without the luck of the deals, where that is counted and its errors can be told.
    pub adjusted: Option<AdjustedEstimate>,
}

/// Exact sums over blocks of a measure's parts in each column, and of their products. A column is a variant as
/// a bot plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedSums {
    form: Statistic,
    blocks: u64,
    sums: Vec<i64>,
    /// Products of each two parts, in whichever columns, by rows.
    products: Vec<i128>,
    /// The columns of which differences are asked, which rise.
    #[serde(skip)]
    pairs: Vec<[usize; 2]>,
    /// Third moments of ratios, within each of these pairs; unknown in notes of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    cubes: Option<Cubes>,
}

/// The error of a standard deviation is believed that makes so many times the squared error of the mean: to first order,
/// which leaves that out, values that are half the one and half the other number have no error at all.
const BEYOND_FIRST_ORDER: f64 = 5.0;

impl PairedSums {
    /// Nothing yet, of a measure of this form in so many columns.
    pub fn new(form: Statistic, columns: usize) -> Self {
        let width = form.parts() * columns;
        let (sums, products) = (vec![0; width], vec![0; width * width]);
        Self { form, blocks: 0, sums, products, pairs: Vec::new(), cubes: None }
    }

    /// The same of columns that are compared in these pairs, which rise and of which each column is in one: where few blocks
    /// make the error of a ratio or of such a difference, there is no interval.
    pub fn with_cubes(form: Statistic, columns: usize, pairs: &[[usize; 2]]) -> Self {
        let cubes = (form == Statistic::Ratio).then(|| Cubes::new(pairs.len(), 2 * form.parts()));
        Self { pairs: pairs.to_vec(), cubes, ..Self::new(form, columns) }
    }

    /// What the measure's value is made of.
    pub const fn form(&self) -> Statistic {
        self.form
    }

    /// Adds a block: the parts in each column.
    pub fn add<'a>(&mut self, parts: impl Iterator<Item = &'a BlockSums>) {
        self.blocks += 1;
        let taken = self.form.parts();
        let values: Vec<i64> = parts.flat_map(|parts| &parts[..taken]).copied().collect();
        add_products(&mut self.sums, &mut self.products, &values, &values);
        if let Some(cubes) = &mut self.cubes {
            let of = |column: &usize| &values[column * taken..(column + 1) * taken];
            cubes.add(&self.pairs.iter().flatten().flat_map(of).copied().collect::<Vec<_>>());
        }
    }

    /// Adds the sums of other blocks.
    pub fn merge(&mut self, other: &Self) {
        self.blocks += other.blocks;
        add_all(&mut self.sums, &other.sums);
        add_all(&mut self.products, &other.products);
        Cubes::merge_known(&mut self.cubes, other.cubes.as_ref());
    }

    /// Whether it sums the same things as fresh sums.
    pub fn is_like(&self, fresh: &Self) -> bool {
        let shape = |joint: &Self| (joint.form, joint.sums.len(), joint.products.len());
        shape(self) == shape(fresh) && Cubes::are_like(self.cubes.as_ref(), fresh.cubes.as_ref())
    }

    fn value(&self, column: usize) -> Option<(f64, [f64; 6])> {
        self.form.value(&self.sums(column).iter().map(|&sum| sum as f64).collect::<Vec<_>>())
    }

    /// The covariance of two columns' values by the delta method. With it a scale on which what
    /// rounding leaves of nothing can be told.
    fn covariance(&self, a: (usize, [f64; 6]), b: (usize, [f64; 6])) -> (f64, f64) {
        let (parts, width) = (self.form.parts(), self.sums.len());
        let (mut sum, mut scale) = (0.0, 0.0);
        for i in 0..parts {
            for j in 0..parts {
                let product = self.products[(a.0 * parts + i) * width + b.0 * parts + j] as f64;
                let term = a.1[i] * b.1[j] * product;
                sum += term;
                scale += term.abs();
            }
        }
        let n = self.blocks as f64;
        (sum * n / (n - 1.0), scale)
    }

    /// The skewness of a column's parts, or those of a pair, added up with these slopes, whose sum has this variance; `None`
    /// where it is unknown.
    fn skewness(&self, slopes: &[(usize, [f64; 6])], variance: f64) -> Option<f64> {
        let cubes = self.cubes.as_ref()?;
        let (parts, n) = (self.form.parts(), self.blocks as f64);
        let pair = match slopes {
            [(column, _)] => self.pairs.iter().position(|pair| pair.contains(column))?,
            [(a, _), (b, _)] => self.pairs.binary_search(&[*a.min(b), *a.max(b)]).ok()?,
            _ => return None,
        };
        let mut weights = vec![0.0; 2 * parts];
        for (column, slope) in slopes {
            let place = if self.pairs[pair][0] == *column { 0 } else { parts };
            weights[place..place + parts].copy_from_slice(&slope[..parts]);
        }
        let squares = variance * (n - 1.0) / n;
        Some(cubes.of(pair, &weights) / squares.powf(1.5))
    }

    /// The sums of a column's parts.
    pub fn sums(&self, column: usize) -> &[i64] {
        let parts = self.form.parts();
        &self.sums[column * parts..(column + 1) * parts]
    }

    /// The sum of a column's first part, which is its weight in a ratio.
    pub fn weight(&self, column: usize) -> i64 {
        self.sums(column)[0]
    }

    /// The measure's value in a column, which lies in a range; `None` where it is not defined.
    pub fn estimate(&self, column: usize, range: ValueRange) -> Option<Estimate> {
        let (value, slope) = self.value(column)?;
        let se = (self.blocks >= 2).then(|| self.covariance((column, slope), (column, slope)));
        let se = se.filter(|&(variance, scale)| variance > 1e-12 * scale);
        let se = se.map(|(variance, _)| variance.sqrt());
        let found = Estimate::within(range, value, se, self.blocks);
        let skewness = se.and_then(|se| {
            let plain = self.skewness(&[(column, slope)], se * se)?;
            Some(range.skewness(plain, value, se))
        });
        let is_even = skewness.is_none_or(is_believed);
        Some(if is_even && self.rests_on_enough(column) { found } else { found.bare() })
    }

    /// The same of a ratio that is a share, whose interval lies from 0 to 1. Where every block has the same end, it rests
    /// on the blocks that have the measure.
    pub fn share(&self, column: usize) -> Option<Estimate> {
        let Estimate { mean, se, .. } = self.estimate(column, ValueRange::SHARE)?;
        let n = if se.is_some() { self.blocks } else { self.effective_blocks(column) };
        Some(Estimate::share(mean, se, n, 1.0))
    }

    /// The measure's value in column `a` less that in `b`; `None` where either is not defined.
    pub fn difference(&self, a: usize, b: usize) -> Option<PairedDifference> {
        let ((x, x_slope), (y, y_slope)) = (self.value(a)?, self.value(b)?);
        let (x_part, y_part) = ((a, x_slope), (b, y_slope));
        let undefined = PairedDifference {
            estimate: Estimate::new(x - y, None, self.blocks),
            p: None,
            rho: None,
            variance_ratio: None,
            adjusted: None,
        };
        if self.blocks < 2 {
            return Some(undefined);
        }
        let (xx, x_scale) = self.covariance(x_part, x_part);
        let (yy, y_scale) = self.covariance(y_part, y_part);
        let (xy, _) = self.covariance(x_part, y_part);
        let variance = xx + yy - 2.0 * xy;
        if variance <= 1e-12 * (x_scale + y_scale) {
            return Some(undefined);
        }
        let mut estimate = Estimate::new(x - y, Some(variance.sqrt()), self.blocks);
        let mut p = estimate.p_value(self.blocks);
        let less = y_slope.map(|slope| -slope);
        let is_even = self.skewness(&[x_part, (b, less)], variance).is_none_or(is_believed);
        if !is_even || !self.rests_on_enough(a) || !self.rests_on_enough(b) {
            (estimate, p) = (estimate.bare(), None);
        }
        let both = xx > 1e-12 * x_scale && yy > 1e-12 * y_scale;
        Some(PairedDifference {
            estimate,
            p,
            rho: both.then(|| (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0)),
            variance_ratio: Some((xx + yy) / variance),
            adjusted: None,
        })
    }

    /// The difference of two columns to first order, of which its error is made: how much of each part of `a` and
    /// of `b`; `None` where either is not defined.
    pub fn slopes(&self, a: usize, b: usize) -> Option<[Vec<f64>; 2]> {
        let ((_, x), (_, y)) = (self.value(a)?, self.value(b)?);
        let parts = self.form.parts();
        Some([x[..parts].to_vec(), y[..parts].iter().map(|slope| -slope).collect()])
    }

    /// As many blocks of equal weight say as much: (Σw)² / Σw², with a block's first part as its weight w (L. Kish,
    /// *Survey Sampling*, 1965). Where few blocks have a measure at all, it rests on those few.
    pub fn effective_blocks(&self, column: usize) -> u64 {
        self.effective(column, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]) as u64
    }

    /// The same where the weight of a block is this sum of its parts; 0 if no block has any.
    fn effective(&self, column: usize, of: [f64; 6]) -> f64 {
        let (place, width) = (column * self.form.parts(), self.sums.len());
        let (mut sum, mut squares) = (0.0, 0.0);
        for (i, x) in (place..place + self.form.parts()).zip(of) {
            sum += x * self.sums[i] as f64;
            for (j, y) in (place..).zip(&of[..self.form.parts()]) {
                squares += x * y * self.products[i * width + j] as f64;
            }
        }
        if squares > 0.0 { sum * sum / squares } else { 0.0 }
    }

    /// Whether a column rests on enough blocks for its error to be believed. A mean rests on those that have the
    /// measure; a deviation, and each side of a correlation, on those whose squares about the mean make its
    /// variance, which are few where rare hands make most of it. The error of a deviation must be larger, too, than what is
    /// left out of it.
    fn rests_on_enough(&self, column: usize) -> bool {
        let place = column * self.form.parts();
        let n = self.sums[place] as f64;
        let mean = |part: usize| self.sums[place + part] as f64 / n;
        let effective = match self.form {
            Statistic::Ratio => {
                return rests_on_enough(self.effective_blocks(column) as f64, self.blocks);
            }
            Statistic::Deviation => {
                let mx = mean(1);
                let of_mean = (column, [-mx / n, 1.0 / n, 0.0, 0.0, 0.0, 0.0]);
                let of_square = (
                    column,
                    [
                        (2.0 * mx * mx - self.sums[place + 2] as f64 / n) / n,
                        -2.0 * mx / n,
                        1.0 / n,
                        0.0,
                        0.0,
                        0.0,
                    ],
                );
                let left_out = self.covariance(of_mean, of_mean).0;
                if self.covariance(of_square, of_square).0.sqrt() < BEYOND_FIRST_ORDER * left_out {
                    return false;
                }
                self.effective(column, [mx * mx, -2.0 * mx, 1.0, 0.0, 0.0, 0.0])
            }
            Statistic::Correlation => {
                let (mx, my) = (mean(1), mean(2));
                let x = self.effective(column, [mx * mx, -2.0 * mx, 0.0, 1.0, 0.0, 0.0]);
                x.min(self.effective(column, [my * my, 0.0, -2.0 * my, 0.0, 1.0, 0.0]))
            }
        };
        effective >= RESTS_ON
    }

    /// Whether the differences of pairs of columns differ from one another; those that have no interval
    /// are left out. `None` if there are fewer than two, or too few blocks.
    pub fn heterogeneity(&self, pairs: &[(usize, usize)]) -> Option<Heterogeneity> {
        let is_tested = |&(a, b): &(usize, usize)| {
            self.difference(a, b).is_some_and(|difference| difference.estimate.lo.is_some())
        };
        let parts = |&(a, b): &(usize, usize)| Some(((a, self.value(a)?), (b, self.value(b)?)));
        let sides: Vec<_> = pairs.iter().filter(|pair| is_tested(pair)).filter_map(parts).collect();
        let found: Vec<f64> = sides.iter().map(|((_, a), (_, b))| a.0 - b.0).collect();
        let with = |a: &Side, b: &Side| self.covariance((a.0, a.1.1), (b.0, b.1.1)).0;
        let row = |(a, b): &(Side, Side)| -> Vec<f64> {
            let each = sides.iter().map(|(c, d)| with(a, c) - with(a, d) - with(b, c) + with(b, d));
            each.collect()
        };
        let columns = sides.iter().flat_map(|(a, b)| [a.0, b.0]);
        let blocks = columns.map(|column| self.effective_blocks(column)).min()?;
        if blocks < self.form.fewest() {
            return None;
        }
        Heterogeneity::of(&found, &sides.iter().map(row).collect::<Vec<_>>(), blocks)
    }
}

/// A column with its value and the derivatives of it.
type Side = (usize, (f64, [f64; 6]));

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) {
        let found = found.expect("a figure");
        assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{found} {expected}");
    }

    const A: [&[(i64, i64)]; 6] = [
        &[(2, 4), (-4, 4), (0, 1)],
        &[(2, -2), (5, -4), (-2, -1), (1, 0)],
        &[(-3, -4), (-4, -4)],
        &[(-3, 5), (-3, 2), (3, -2), (-2, 0), (-2, 5)],
        &[(-3, 4), (3, 4), (-3, -1)],
        &[(2, 0), (2, 2), (2, -4), (5, 1)],
    ];

    /// The same with 0, 1, 2, 0 … added to the first of each pair: another variant.
    fn other(block: &[(i64, i64)]) -> Vec<(i64, i64)> {
        block.iter().zip([0, 1, 2].into_iter().cycle()).map(|(&(x, y), d)| (x + d, y)).collect()
    }

    fn joint(form: Statistic) -> PairedSums {
        let parts = |pairs: &[(i64, i64)]| -> BlockSums {
            let sum = |f: fn(i64, i64) -> i64| pairs.iter().map(|&(x, y)| f(x, y)).sum();
            let n = pairs.len() as i64;
            match form {
                Statistic::Correlation => {
                    let squares = [sum(|x, _| x * x), sum(|_, y| y * y)];
                    [n, sum(|x, _| x), sum(|_, y| y), squares[0], squares[1], sum(|x, y| x * y)]
                }
                _ => [n, sum(|x, _| x), sum(|x, _| x * x), 0, 0, 0],
            }
        };
        let mut joint = PairedSums::new(form, 2);
        for block in A {
            joint.add([parts(block), parts(&other(block))].iter());
        }
        joint
    }

    // The expected figures of the next two tests: NumPy 2.4. r by np.corrcoef and the deviation by
    // std() over all pairs; the derivatives of both by central differences (step 1e-4) of the
    // block sums; with the influences i = sums @ derivatives, se = sqrt(n / (n - 1) * (i**2).sum()).

    #[test]
    fn a_correlation_has_the_delta_methods_error() {
        let joint = joint(Statistic::Correlation);
        let (a, b) = (
            joint.estimate(0, ValueRange::Any).unwrap(),
            joint.estimate(1, ValueRange::Any).unwrap(),
        );
        close(Some(a.mean), -0.183_680_419_948_289_8);
        close(a.se, 0.292_827_715_573_470_4);
        close(Some(b.mean), -0.247_150_128_592_090_23);
        close(b.se, 0.304_574_908_361_009_53);
        let d = joint.difference(0, 1).unwrap();
        close(Some(d.estimate.mean), 0.063_469_708_643_800_42);
        close(d.estimate.se, 0.036_301_669_742_670_62);
        close(d.rho, 0.993_385_797_286_412_3);
        close(d.variance_ratio, 135.462_456_438_920_53);
    }

    #[test]
    fn a_deviation_has_the_delta_methods_error() {
        let joint = joint(Statistic::Deviation);
        let a = joint.estimate(0, ValueRange::Any).unwrap();
        close(Some(a.mean), 2.909_831_641_419_464_7);
        close(a.se, 0.121_449_049_668_871_89);
        let d = joint.difference(0, 1).unwrap();
        close(Some(d.estimate.mean), -0.084_494_058_059_104_48);
        close(d.estimate.se, 0.148_870_867_831_421_23);
        close(d.rho, 0.340_729_693_086_347_7);
        close(d.variance_ratio, 1.511_256_579_569_808_3);
    }

    #[test]
    fn a_ratio_is_that_of_the_ratio_sums() {
        let (mut joint, mut sums) =
            (PairedSums::new(Statistic::Ratio, 1), crate::stats::RatioSums::default());
        for (x, y) in [(3, 4), (5, 5), (8, 10), (2, 3), (7, 6)] {
            joint.add([[y, x, 0, 0, 0, 0]].iter());
            sums.add(x, y);
        }
        let (a, b) = (joint.estimate(0, ValueRange::Any).unwrap(), sums.estimate().unwrap());
        close(Some(a.mean), b.mean);
        close(a.se, b.se.unwrap());
        close(a.hi, b.hi.unwrap());
    }

    #[test]
    fn a_difference_of_means_is_that_of_the_paired_test() {
        // SciPy 1.17: r = stats.ttest_rel(a, b), r.pvalue and r.confidence_interval(0.95); with
        // stats.sem(a - b), np.corrcoef(a, b) and the variances (ddof=1).
        let a = [4, 1, 4, 0, 2, 10, 11, 5, 5, 11, 10, 2];
        let b = [9, 0, 8, 7, 4, 8, 12, 8, 2, 12, 5, 7];
        let mut joint = PairedSums::new(Statistic::Ratio, 2);
        for (a, b) in a.into_iter().zip(b) {
            joint.add([[1, a, 0, 0, 0, 0], [1, b, 0, 0, 0, 0]].iter());
        }
        let d = joint.difference(0, 1).unwrap();
        close(Some(d.estimate.mean), -1.416_666_666_666_666_7);
        close(d.estimate.se, 1.047_785_061_619_765_5);
        close(d.estimate.lo, -3.722_826_038_257_473);
        close(d.estimate.hi, 0.889_492_704_924_139_9);
        close(d.p, 0.203_500_889_179_405_65);
        close(d.rho, 0.557_211_689_061_121_3);
    }

    #[test]
    fn a_deviation_that_rests_on_one_block_has_no_interval() {
        // By turns ±1 and ±2 about 0 in both columns, but for a rare ±40 in the second. NumPy 2.4: of the squares w of
        // each block, w.sum() ** 2 / (w ** 2).sum() is 44.1 and 1.2.
        let parts = |x: i64| -> BlockSums { [2, 0, 2 * x * x, 0, 0, 0] };
        let mut joint = PairedSums::new(Statistic::Deviation, 2);
        for block in 0..60 {
            let x = 1 + block % 2;
            let rare = if block == 7 { 40 } else { x };
            joint.add([parts(x), parts(rare)].iter());
        }
        let of = |column| joint.estimate(column, ValueRange::Above(0.0)).unwrap();
        let (even, rare) = (of(0), of(1));
        assert!(even.lo.is_some() && even.hi.is_some(), "{even:?}");
        assert_eq!((rare.lo, rare.hi), (None, None));
        assert!(rare.se.is_some(), "the error is told, for what it is worth");
        let both = joint.difference(1, 0).unwrap();
        assert_eq!((both.estimate.lo, both.estimate.hi, both.p), (None, None, None));
        assert!(both.estimate.se.is_some());
    }

    /// Sixty blocks of two hands each that come to this much in two columns.
    fn of_blocks(values: impl Fn(i64) -> [i64; 2]) -> PairedSums {
        let mut joint = PairedSums::with_cubes(Statistic::Ratio, 4, &[[0, 1], [2, 3]]);
        for block in 0..60 {
            let [a, b] = values(block);
            joint.add([a, b, a, b].map(|x| [2, x, 0, 0, 0, 0]).iter());
        }
        joint
    }

    #[test]
    fn a_mean_whose_error_few_blocks_make_has_no_interval() {
        // Six more in one block of twelve beside one more in every second. NumPy 2.4: (d**3).sum()**2 / (d**2).sum()**3 is
        // 0.152 of d = a - a.mean(), 0 of b and 0.107 of a - b.
        let rare = |every: i64, x: i64| move |block: i64| if block % every == 0 { x } else { 0 };
        let joint = of_blocks(|block| [10 + rare(12, 6)(block), 10 + rare(2, 1)(block)]);
        for column in [0, 2] {
            let of = |column| joint.estimate(column, ValueRange::Any).unwrap();
            assert_eq!((of(column).lo, of(column).hi), (None, None));
            assert!(of(column).se.is_some() && of(column + 1).lo.is_some());
        }
        let both = joint.difference(2, 3).unwrap();
        assert_eq!((both.estimate.lo, both.p), (None, None), "what five blocks make");
        // On the scale of the logarithm rare hands beside nothing are even enough.
        let counts = of_blocks(|block| [rare(12, 6)(block), rare(12, 6)(59 - block)]);
        assert!(counts.estimate(0, ValueRange::Any).unwrap().lo.is_none());
        assert!(counts.estimate(0, ValueRange::Above(0.0)).unwrap().lo.is_some());
        let paired = counts.difference(0, 1).unwrap();
        assert!(paired.p.is_some(), "the one is as rare as the other: {paired:?}");
    }

    #[test]
    fn sums_of_earlier_versions_do_not_tell_how_few_blocks_make_an_error() {
        let known = of_blocks(|block| [10 + i64::from(block == 7), 10]);
        assert!(known.estimate(0, ValueRange::Any).unwrap().lo.is_none());
        let mut json = serde_json::to_value(&known).unwrap();
        assert!(json.as_object_mut().unwrap().remove("cubes").is_some());
        let older: PairedSums = serde_json::from_value(json).unwrap();
        assert!(older.is_like(&known) && older.estimate(0, ValueRange::Any).unwrap().lo.is_some());
        let mut merged = known.clone();
        merged.merge(&older);
        assert_eq!((merged.blocks, merged.cubes.is_none()), (120, true));
    }

    #[test]
    fn a_deviation_of_two_values_that_come_as_often_has_no_interval() {
        // Of 0 and 5 alone, 4 of 8 hands by turns with 3 and with 5: to first order nothing moves the deviation.
        let parts = |fives: i64| -> BlockSums { [8, 5 * fives, 25 * fives, 0, 0, 0] };
        let (mut even, mut uneven) =
            (PairedSums::new(Statistic::Deviation, 1), PairedSums::new(Statistic::Deviation, 1));
        for block in 0..60 {
            even.add([parts(3 + 2 * (block % 2))].iter());
            uneven.add([parts(1 + 2 * (block % 2))].iter());
        }
        let of = |joint: &PairedSums| joint.estimate(0, ValueRange::Above(0.0)).unwrap();
        assert!((of(&even).mean - 2.5).abs() < 1e-12 && of(&even).lo.is_none());
        assert!(of(&uneven).lo.is_some());
    }

    #[test]
    fn without_spread_there_is_neither_error_nor_test() {
        let mut joint = PairedSums::new(Statistic::Ratio, 2);
        for block in 1..=4 {
            joint.add([[2, block, 0, 0, 0, 0], [2, block + 1, 0, 0, 0, 0]].iter());
        }
        let d = joint.difference(0, 1).unwrap();
        assert_eq!((d.estimate.mean, d.estimate.se, d.p, d.rho), (-0.5, None, None, None));
        let mut same = PairedSums::new(Statistic::Correlation, 1);
        same.add([[2, 4, 4, 8, 8, 8]].iter());
        same.add([[2, 4, 4, 8, 8, 8]].iter());
        assert!(same.estimate(0, ValueRange::EVEN).is_none());
        assert!(
            PairedSums::new(Statistic::Deviation, 1).estimate(0, ValueRange::Above(0.0)).is_none()
        );
    }
}
