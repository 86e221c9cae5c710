//! Paired comparisons: sums over blocks of what a measure needs under several rules and bots, with the standard errors of
//! values and of differences by the delta method.

use serde::{Deserialize, Serialize};

use crate::mergeable;
use crate::statistic::{BlockSums, Gradient, Statistic, gradient};
use crate::sums::{MIN_BLOCKS, add_products, has_enough_blocks};
use crate::third_moments::{ThirdMoments, is_skewness_small};
use crate::{Estimate, ValueRange};

/// Exact sums over blocks of the [`BlockSums`] of each column, and of their products. A column is a variant as a bot plays
/// it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedSums {
    #[serde(rename = "form")]
    pub(super) statistic: Statistic,
    pub(super) blocks: u64,
    sums: Vec<i64>,
    /// Products of each two sums, also of different columns, by rows.
    products: Vec<i128>,
    /// The pairs of columns that are compared, in ascending order.
    #[serde(skip)]
    pairs: Vec<[usize; 2]>,
    /// Third moments of ratios, within each of these pairs; unknown in files of earlier versions.
    #[serde(rename = "cubes", skip_serializing_if = "Option::is_none")]
    third_moments: Option<ThirdMoments>,
}
mergeable!(PairedSums { blocks, sums, products, third_moments });

/// The standard error of a standard deviation is trusted if it is this many times the squared standard error of the mean,
/// which the first order leaves out: values that are half one number and half another have no error to first order.
const BEYOND_FIRST_ORDER: f64 = 5.0;

/// The value of a column, with its gradient by the column's sums.
#[derive(Clone, Copy)]
pub(super) struct Term {
    pub(super) column: usize,
    pub(super) value: f64,
    pub(super) slope: Gradient,
}

impl PairedSums {
    /// Sums of no blocks, for this many columns.
    pub fn new(statistic: Statistic, columns: usize) -> Self {
        let width = statistic.parts() * columns;
        let (sums, products) = (vec![0; width], vec![0; width * width]);
        Self { statistic, blocks: 0, sums, products, pairs: Vec::new(), third_moments: None }
    }

    /// Sums of no blocks, for columns that are compared in these pairs, in ascending order, with each column in one at least. A
    /// ratio, or a difference of two, has no interval if few blocks make most of its standard error.
    pub fn with_third_moments(statistic: Statistic, columns: usize, pairs: &[[usize; 2]]) -> Self {
        let third_moments = (statistic == Statistic::Ratio)
            .then(|| ThirdMoments::new(pairs.len(), 2 * statistic.parts()));
        Self { pairs: pairs.to_vec(), third_moments, ..Self::new(statistic, columns) }
    }

    /// The statistic that the sums are for.
    pub const fn statistic(&self) -> Statistic {
        self.statistic
    }

    /// Adds a block: the sums of each column.
    pub fn add<'a>(&mut self, block: impl Iterator<Item = &'a BlockSums>) {
        self.blocks += 1;
        let parts = self.statistic.parts();
        let values: Vec<i64> = block.flat_map(|sums| &sums[..parts]).copied().collect();
        add_products(&mut self.sums, &mut self.products, &values, &values);
        if let Some(moments) = &mut self.third_moments {
            let of = |column: &usize| &values[column * parts..(column + 1) * parts];
            moments.add(&self.pairs.iter().flatten().flat_map(of).copied().collect::<Vec<_>>());
        }
    }

    /// The sums of a column.
    pub fn sums(&self, column: usize) -> &[i64] {
        let parts = self.statistic.parts();
        &self.sums[column * parts..(column + 1) * parts]
    }

    pub(super) fn term(&self, column: usize) -> Option<Term> {
        let (value, slope) = self.statistic.value(self.sums(column))?;
        Some(Term { column, value, slope })
    }

    /// The sum over blocks of the product of two columns' sums, each weighted by its gradient, and the sum of the magnitudes of
    /// its terms.
    fn product(&self, a: &Term, b: &Term) -> (f64, f64) {
        let (parts, width) = (self.statistic.parts(), self.sums.len());
        let (mut sum, mut scale) = (0.0, 0.0);
        for i in 0..parts {
            for j in 0..parts {
                let place = (a.column * parts + i) * width + b.column * parts + j;
                let term = a.slope[i] * b.slope[j] * self.products[place] as f64;
                sum += term;
                scale += term.abs();
            }
        }
        (sum, scale)
    }

    /// The covariance of two columns' values by the delta method, and the sum of the magnitudes of its terms: a covariance
    /// that is 10⁻¹² of it is a rounding error.
    pub(super) fn covariance(&self, a: &Term, b: &Term) -> (f64, f64) {
        let ((sum, scale), n) = (self.product(a, b), self.blocks as f64);
        (sum * n / (n - 1.0), scale)
    }

    /// Whether the standard error of a linear combination of these columns, which has this skewness, rests on enough blocks.
    pub(super) fn is_trusted(&self, terms: &[Term], skewness: Option<f64>) -> bool {
        let has_enough = |term: &Term| self.has_enough_blocks(term.column);
        skewness.is_none_or(is_skewness_small) && terms.iter().all(has_enough)
    }

    /// The skewness of a linear combination of the sums of a column or of a pair, which has this variance; `None` if it is
    /// unknown.
    pub(super) fn skewness(&self, terms: &[Term], variance: f64) -> Option<f64> {
        let moments = self.third_moments.as_ref()?;
        let (parts, n) = (self.statistic.parts(), self.blocks as f64);
        let pair = match terms {
            [a, b] => {
                self.pairs.binary_search(&[a.column.min(b.column), a.column.max(b.column)]).ok()
            }
            _ => self.pairs.iter().position(|pair| pair.contains(&terms[0].column)),
        }?;
        let mut weights = vec![0.0; 2 * parts];
        for Term { column, slope, .. } in terms {
            let place = if self.pairs[pair][0] == *column { 0 } else { parts };
            weights[place..place + parts].copy_from_slice(&slope[..parts]);
        }
        let squares = variance * (n - 1.0) / n;
        Some(moments.cube(pair, &weights) / libm::pow(squares, 1.5))
    }

    /// The value of a column, which lies in `range`; `None` where it is undefined.
    pub fn estimate(&self, column: usize, range: ValueRange) -> Option<Estimate> {
        let term = self.term(column)?;
        let variance = (self.blocks >= 2).then(|| self.covariance(&term, &term));
        let variance = variance.filter(|&(variance, scale)| variance > 1e-12 * scale);
        let se = variance.map(|(variance, _)| variance.sqrt());
        let estimate = Estimate::within(range, term.value, se, self.blocks);
        let skewness = |se| Some(range.skewness(self.skewness(&[term], se * se)?, term.value, se));
        Some(estimate.only_if(self.is_trusted(&[term], se.and_then(skewness))))
    }

    /// The value of a column that is a share, with an interval from 0 to 1. Without a standard error the interval is for as
    /// many trials as there are effective blocks.
    pub fn share(&self, column: usize) -> Option<Estimate> {
        let Estimate { mean, se, .. } = self.estimate(column, ValueRange::SHARE)?;
        let n = if se.is_some() { self.blocks } else { self.effective_blocks(column) };
        Some(Estimate::share(mean, se, n, 1.0))
    }

    /// The effective number of blocks, (Σw)² / Σw², where the weight w of a block is its first sum (L. Kish, *Survey
    /// Sampling*, 1965): as many blocks of equal weight have the same precision.
    pub(super) fn effective_blocks(&self, column: usize) -> u64 {
        self.effective_blocks_by(column, gradient([1.0])) as u64
    }

    /// The same where the weight of a block is this linear combination of its sums; 0 if all weights are 0.
    fn effective_blocks_by(&self, column: usize, slope: Gradient) -> f64 {
        let sum: f64 = self.sums(column).iter().zip(slope).map(|(sum, x)| x * *sum as f64).sum();
        let weights = Term { column, value: 0.0, slope };
        let (squares, _) = self.product(&weights, &weights);
        if squares > 0.0 { sum * sum / squares } else { 0.0 }
    }

    /// Whether enough blocks make the standard error of a column. A mean rests on the blocks that have the measure; a
    /// deviation, and each side of a correlation, on those whose squared deviations make its variance. The standard error
    /// of a deviation has to exceed what the first order leaves out, too.
    fn has_enough_blocks(&self, column: usize) -> bool {
        let sums = self.sums(column);
        let n = sums[0] as f64;
        let [mx, second] = [1, 2].map(|part| sums.get(part).map_or(0.0, |sum| *sum as f64 / n));
        let enough = |weights| self.effective_blocks_by(column, gradient(weights)) >= MIN_BLOCKS;
        match self.statistic {
            Statistic::Ratio => {
                has_enough_blocks(self.effective_blocks(column) as f64, self.blocks)
            }
            Statistic::Deviation => {
                let of_mean = gradient([-mx / n, 1.0 / n]);
                let of_square = gradient([(2.0 * mx * mx - second) / n, -2.0 * mx / n, 1.0 / n]);
                let [square, mean] = [of_square, of_mean].map(|slope| {
                    let term = Term { column, value: 0.0, slope };
                    self.covariance(&term, &term).0
                });
                let is_beyond = square.sqrt() < BEYOND_FIRST_ORDER * mean;
                !is_beyond && enough([mx * mx, -2.0 * mx, 1.0, 0.0, 0.0])
            }
            Statistic::Correlation => {
                let my = second;
                enough([mx * mx, -2.0 * mx, 0.0, 1.0, 0.0])
                    && enough([my * my, 0.0, -2.0 * my, 0.0, 1.0])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mergeable, RatioSums, assert_close, have_shape_of};

    const A: [&[(i64, i64)]; 6] = [
        &[(2, 4), (-4, 4), (0, 1)],
        &[(2, -2), (5, -4), (-2, -1), (1, 0)],
        &[(-3, -4), (-4, -4)],
        &[(-3, 5), (-3, 2), (3, -2), (-2, 0), (-2, 5)],
        &[(-3, 4), (3, 4), (-3, -1)],
        &[(2, 0), (2, 2), (2, -4), (5, 1)],
    ];

    /// The sums of blocks that `sums` gives for each column.
    fn of_blocks<const N: usize>(
        mut paired: PairedSums,
        blocks: u64,
        sums: impl Fn(i64) -> [BlockSums; N],
    ) -> PairedSums {
        (0..blocks as i64).for_each(|block| paired.add(sums(block).iter()));
        paired
    }

    #[test]
    fn deviations_and_correlations_have_the_delta_methods_error() {
        let sums = |statistic, pairs: &[(i64, i64)], step: i64| -> BlockSums {
            // The second column: 0, 1, 2, 0 … added to the first of each pair.
            let added = pairs.iter().zip([0, 1, 2].into_iter().cycle());
            let pairs: Vec<_> = added.map(|(&(x, y), d)| (x + step * d, y)).collect();
            let sum = |f: fn(i64, i64) -> i64| pairs.iter().map(|&(x, y)| f(x, y)).sum();
            let (n, x, xx) = (pairs.len() as i64, sum(|x, _| x), sum(|x, _| x * x));
            match statistic {
                Statistic::Correlation => {
                    [n, x, sum(|_, y| y), xx, sum(|_, y| y * y), sum(|x, y| x * y)]
                }
                _ => [n, x, xx, 0, 0, 0],
            }
        };
        // NumPy 2.4. r by np.corrcoef and the deviation by std() over all pairs; the derivatives of both by central
        // differences (step 1e-4) of the block sums; with the influences i = sums @ derivatives,
        // se = sqrt(n / (n - 1) * (i**2).sum()).
        for (statistic, columns, difference) in [
            (
                Statistic::Correlation,
                &[
                    [-0.183_680_419_948_289_8, 0.292_827_715_573_470_4],
                    [-0.247_150_128_592_090_23, 0.304_574_908_361_009_53],
                ][..],
                [
                    0.063_469_708_643_800_42,
                    0.036_301_669_742_670_62,
                    0.993_385_797_286_412_3,
                    135.462_456_438_920_53,
                ],
            ),
            (
                Statistic::Deviation,
                &[[2.909_831_641_419_464_7, 0.121_449_049_668_871_89]],
                [
                    -0.084_494_058_059_104_48,
                    0.148_870_867_831_421_23,
                    0.340_729_693_086_347_7,
                    1.511_256_579_569_808_3,
                ],
            ),
        ] {
            let of = |block: i64| [0, 1].map(|step| sums(statistic, A[block as usize], step));
            let paired = of_blocks(PairedSums::new(statistic, 2), 6, of);
            for (column, [mean, se]) in columns.iter().enumerate() {
                let found = paired.estimate(column, ValueRange::Any).unwrap();
                assert_close(found.mean, *mean);
                assert_close(found.se, *se);
            }
            let d = paired.difference(0, 1).unwrap();
            let found = [Some(d.estimate.mean), d.estimate.se, d.rho, d.variance_ratio];
            found.into_iter().zip(difference).for_each(|(found, due)| assert_close(found, due));
        }
    }

    #[test]
    fn a_ratio_is_that_of_the_ratio_sums() {
        let blocks = [(3, 4), (5, 5), (8, 10), (2, 3), (7, 6)];
        let mut sums = RatioSums::default();
        blocks.iter().for_each(|&(x, y)| sums.add(x, y));
        let paired = of_blocks(PairedSums::new(Statistic::Ratio, 1), 5, |block| {
            let (x, y) = blocks[block as usize];
            [[y, x, 0, 0, 0, 0]]
        });
        let (a, b) = (paired.estimate(0, ValueRange::Any).unwrap(), sums.estimate().unwrap());
        assert_close(a.mean, b.mean);
        assert_close(a.se, b.se.unwrap());
        assert_close(a.hi, b.hi.unwrap());
    }

    #[test]
    fn a_deviation_that_few_blocks_make_or_that_has_no_first_order_has_no_interval() {
        let has_interval = |paired: &PairedSums, column| {
            let found = paired.estimate(column, ValueRange::Above(0.0)).unwrap();
            assert_eq!((found.lo.is_some(), found.se.is_some()), (found.hi.is_some(), true));
            found.lo.is_some()
        };
        // By turns ±1 and ±2 about 0 in both columns, but for a rare ±40 in the second. NumPy 2.4: of the squares w of
        // each block, w.sum() ** 2 / (w ** 2).sum() is 44.1 and 1.2.
        let rare = of_blocks(PairedSums::new(Statistic::Deviation, 2), 60, |block| {
            let x = 1 + block % 2;
            [x, if block == 7 { 40 } else { x }].map(|x| [2, 0, 2 * x * x, 0, 0, 0])
        });
        assert!(has_interval(&rare, 0) && !has_interval(&rare, 1));
        let both = rare.difference(1, 0).unwrap();
        assert_eq!((both.estimate.lo, both.estimate.hi, both.p), (None, None, None));
        assert!(both.estimate.se.is_some());
        // Of 0 and 5 alone, 4 of 8 hands by turns with 3 and with 5: to first order nothing moves the deviation.
        let halves = of_blocks(PairedSums::new(Statistic::Deviation, 2), 60, |block| {
            [3, 1].map(|fives| fives + 2 * (block % 2)).map(|n| [8, 5 * n, 25 * n, 0, 0, 0])
        });
        assert!((halves.estimate(0, ValueRange::Above(0.0)).unwrap().mean - 2.5).abs() < 1e-12);
        assert!(halves.estimate(0, ValueRange::Above(0.0)).unwrap().lo.is_none());
        assert!(has_interval(&halves, 1));
    }

    const PAIRS: [[usize; 2]; 2] = [[0, 1], [2, 3]];

    /// Sixty blocks of two hands each that come to this much in two columns, of two rungs.
    fn with_third_moments(values: impl Fn(i64) -> [i64; 2]) -> PairedSums {
        let sums = PairedSums::with_third_moments(Statistic::Ratio, 4, &PAIRS);
        of_blocks(sums, 60, |block| {
            let [a, b] = values(block);
            [a, b, a, b].map(|x| [2, x, 0, 0, 0, 0])
        })
    }

    #[test]
    fn a_mean_whose_error_few_blocks_make_has_no_interval() {
        // Six more in one block of twelve beside one more in every second. NumPy 2.4: (d**3).sum()**2 / (d**2).sum()**3 is
        // 0.152 of d = a - a.mean(), 0 of b and 0.107 of a - b.
        let rare = |every: i64, x: i64| move |block: i64| if block % every == 0 { x } else { 0 };
        let sums = with_third_moments(|block| [10 + rare(12, 6)(block), 10 + rare(2, 1)(block)]);
        for column in [0, 2] {
            let of = |column| sums.estimate(column, ValueRange::Any).unwrap();
            assert_eq!((of(column).lo, of(column).hi), (None, None));
            assert!(of(column).se.is_some() && of(column + 1).lo.is_some());
        }
        let both = sums.difference(2, 3).unwrap();
        assert_eq!((both.estimate.lo, both.p), (None, None), "what five blocks make");
        // On the scale of the logarithm rare hands beside nothing are even enough.
        let counts = with_third_moments(|block| [rare(12, 6)(block), rare(12, 6)(59 - block)]);
        assert!(counts.estimate(0, ValueRange::Any).unwrap().lo.is_none());
        assert!(counts.estimate(0, ValueRange::Above(0.0)).unwrap().lo.is_some());
        let paired = counts.difference(0, 1).unwrap();
        assert!(paired.p.is_some(), "the one is as rare as the other: {paired:?}");
    }

    #[test]
    fn sums_of_earlier_versions_have_no_third_moments() {
        let known = with_third_moments(|block| [10 + i64::from(block == 7), 10]);
        assert!(known.estimate(0, ValueRange::Any).unwrap().lo.is_none());
        let mut json = serde_json::to_value(&known).unwrap();
        assert!(json.as_object_mut().unwrap().remove("cubes").is_some());
        let older: PairedSums = serde_json::from_value(json).unwrap();
        assert!(have_shape_of(&older, PairedSums::with_third_moments(Statistic::Ratio, 4, &PAIRS)));
        assert!(older.estimate(0, ValueRange::Any).unwrap().lo.is_some());
        let mut merged = known.clone();
        merged.merge(&older);
        assert_eq!((merged.blocks, merged.third_moments), (120, None));
    }

    #[test]
    fn without_spread_there_is_no_correlation() {
        let constant =
            of_blocks(PairedSums::new(Statistic::Correlation, 1), 2, |_| [[2, 4, 4, 8, 8, 8]]);
        assert!(constant.estimate(0, ValueRange::EVEN).is_none());
        let none = PairedSums::new(Statistic::Deviation, 1);
        assert!(none.estimate(0, ValueRange::Above(0.0)).is_none());
    }
}
