//! How unequal the roles of a game are, by their mean points a hand.

use serde::{Deserialize, Serialize};

use crate::cholesky::quadratic;
use crate::estimate::half_width_factor;
use crate::mergeable;
use crate::sums::{add_products, has_enough_blocks};
use crate::{BlockSums, Estimate, PairedDifference};

/// A measure of the dispersion of the roles' means, in points a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleDispersion {
    /// The range: the greatest mean less the least.
    Spread,
    /// The root mean square of the means about their own mean, corrected for sampling error: √u with
    /// u = Σ (mᵣ − m̄)² / k − tr(PC) / k, of k means mᵣ with the covariance matrix C, where P centres; 0 where u < 0.
    RootMeanSquare,
}

/// Exact sums over blocks of the hands and points of each role under each variant, as a bot plays it, and of their products.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleMeans {
    roles: usize,
    blocks: u64,
    /// By variant, then by role: hands and points.
    sums: Vec<i64>,
    /// Products of each two sums, by rows.
    products: Vec<i128>,
}
mergeable!(RoleMeans { blocks, sums, products });

/// The mean points a hand of a role, and the place of its hands among the sums.
type Role = (usize, f64);

/// A covariance matrix, by rows.
type Matrix = Vec<Vec<f64>>;

/// A dispersion to first order.
struct Dispersion {
    value: f64,
    /// The derivative by each role's mean.
    slopes: Vec<f64>,
    variance: f64,
    /// The ends of the 95 % interval.
    ends: (f64, f64),
    /// Whether the means are far enough apart for the first order to hold.
    is_apart: bool,
}

/// The 95 % point of the range of k means of equal expectation, in standard errors of a difference of two: that of the
/// studentised range over √2. SciPy 1.17: stats.studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2); for two means it is the
/// normal quantile.
const fn range_of_equals(means: usize) -> f64 {
    match means {
        0..=2 => 1.960,
        3 => 2.344,
        4 => 2.569,
        _ => 3.2,
    }
}

/// The fewest blocks for an interval: of five blocks 8 % of intervals miss where all roles are equal.
const MIN_INTERVAL_BLOCKS: u64 = 10;

impl RoleMeans {
    /// Sums of no blocks, for this many variants and roles.
    pub fn new(variants: usize, roles: usize) -> Self {
        let width = 2 * variants * roles;
        Self { roles, blocks: 0, sums: vec![0; width], products: vec![0; width * width] }
    }

    /// Adds a block: by variant, then by role, sums that begin with hands and points.
    pub fn add<'a>(&mut self, block: impl Iterator<Item = &'a BlockSums>) {
        self.blocks += 1;
        let values: Vec<i64> = block.flat_map(|sums| &sums[..2]).copied().collect();
        add_products(&mut self.sums, &mut self.products, &values, &values);
    }

    /// Counts the same blocks this many times.
    pub fn repeat(&mut self, times: u32) {
        self.blocks *= u64::from(times);
        self.sums.iter_mut().for_each(|sum| *sum *= i64::from(times));
        self.products.iter_mut().for_each(|product| *product *= i128::from(times));
    }

    fn product(&self, i: usize, j: usize) -> f64 {
        self.products[i * self.sums.len() + j] as f64
    }

    /// The roles of a variant that can be compared; `None` if there are fewer than two. A role in which nobody ever scored
    /// is one of them if it had as many hands as one that scored: else it is no part that one seat has in a hand, such as
    /// that of all three in a hand that is passed out.
    fn compared(&self, variant: usize) -> Option<Vec<Role>> {
        let places = (0..self.roles).map(|role| 2 * (variant * self.roles + role));
        let occurred = places.filter(|&n| self.sums[n] > 0).collect::<Vec<_>>();
        let has_scored = |n: usize| self.product(n + 1, n + 1) > 0.0;
        let hands = |n: usize| (self.sums[n], self.products[n * self.sums.len() + n]);
        let scored: Vec<_> =
            occurred.iter().filter(|&&n| has_scored(n)).map(|&n| hands(n)).collect();
        let is_compared =
            |&n: &usize| has_scored(n) || scored.is_empty() || scored.contains(&hands(n));
        let compared = occurred.into_iter().filter(is_compared);
        let roles = compared.map(|n| (n, self.sums[n + 1] as f64 / self.sums[n] as f64));
        Some(roles.collect()).filter(|roles: &Vec<_>| roles.len() >= 2)
    }

    /// The covariances of roles' means by the delta method; 0 for a single block.
    fn covariances(&self, a: &[Role], b: &[Role]) -> Matrix {
        let blocks = self.blocks as f64;
        let covariance = |(i, x): Role, (j, y): Role| {
            if self.blocks < 2 {
                return 0.0;
            }
            let products = self.product(i + 1, j + 1)
                - y * self.product(i + 1, j)
                - x * self.product(i, j + 1)
                + x * y * self.product(i, j);
            products / (self.sums[i] as f64 * self.sums[j] as f64) * blocks / (blocks - 1.0)
        };
        a.iter().map(|&x| b.iter().map(|&y| covariance(x, y)).collect()).collect()
    }

    fn all_have_enough_blocks(&self, roles: &[Role]) -> bool {
        let has_enough = |&(n, _): &Role| {
            let hands = self.sums[n] as f64;
            has_enough_blocks(hands * hands / self.product(n, n), self.blocks)
        };
        self.blocks >= MIN_INTERVAL_BLOCKS && roles.iter().all(has_enough)
    }

    /// The dispersion of these roles, and whether its interval is defined.
    fn dispersion(&self, kind: RoleDispersion, roles: &[Role]) -> (Dispersion, bool) {
        let covariances = self.covariances(roles, roles);
        let has_error =
            self.blocks >= 2 && covariances.iter().enumerate().any(|(r, row)| row[r] > 0.0);
        let reach = if has_error { half_width_factor(self.blocks) } else { 0.0 };
        let means: Vec<f64> = roles.iter().map(|(_, mean)| *mean).collect();
        let of = match kind {
            RoleDispersion::Spread => spread,
            RoleDispersion::RootMeanSquare => root_mean_square,
        };
        (of(&means, &covariances, reach), has_error)
    }

    /// The dispersion of the roles of a variant; `None` where fewer than two can be compared.
    pub fn estimate(&self, kind: RoleDispersion, variant: usize) -> Option<Estimate> {
        let roles = self.compared(variant)?;
        let (found, has_error) = self.dispersion(kind, &roles);
        let se = (found.is_apart && found.variance > 0.0).then(|| found.variance.sqrt());
        let (lo, hi) = has_error.then_some(found.ends).unzip();
        let estimate = Estimate { mean: found.value, se, lo, hi };
        Some(estimate.only_if(self.all_have_enough_blocks(&roles)))
    }

    /// The dispersion under variant `a` less that under `b`; `None` where either is undefined.
    pub fn difference(&self, kind: RoleDispersion, a: usize, b: usize) -> Option<PairedDifference> {
        let (first, second) = (self.compared(a)?, self.compared(b)?);
        let [x, y] = [&first, &second].map(|roles| self.dispersion(kind, roles).0);
        let (xx, yy) = (x.variance, y.variance);
        let xy = quadratic(&x.slopes, &self.covariances(&first, &second), &y.slopes);
        let variance = xx + yy - 2.0 * xy;
        let are_apart = x.is_apart && y.is_apart && variance > 1e-12 * (xx + yy);
        let se = are_apart.then(|| variance.sqrt());
        let estimate = Estimate::new(x.value - y.value, se, self.blocks);
        let is_trusted = [first, second].iter().all(|roles| self.all_have_enough_blocks(roles));
        let p = estimate.p_value(self.blocks).filter(|_| is_trusted);
        let rho = se.map(|_| xy / (xx * yy).sqrt());
        let ratio = se.map(|_| (xx + yy) / variance);
        Some(PairedDifference::new(estimate.only_if(is_trusted), p, rho, ratio))
    }
}

/// The greatest mean less the least, with an interval of `reach` standard errors; its lower end is 0 unless the means are
/// further apart than those of equals.
fn spread(means: &[f64], covariances: &Matrix, reach: f64) -> Dispersion {
    let order = |a: &usize, b: &usize| means[*a].total_cmp(&means[*b]);
    let best = (0..means.len()).max_by(order).expect("two roles");
    let worst = (0..means.len()).min_by(order).expect("two roles");
    let mut slopes = vec![0.0; means.len()];
    (slopes[best], slopes[worst]) = (slopes[best] + 1.0, slopes[worst] - 1.0);
    let value = means[best] - means[worst];
    let variance = quadratic(&slopes, covariances, &slopes);
    let se = variance.max(0.0).sqrt();
    let is_apart = value > range_of_equals(means.len()) * se;
    let lo = if is_apart { (value - reach * se).max(0.0) } else { 0.0 };
    Dispersion { value, slopes, variance, ends: (lo, value + reach * se), is_apart }
}

/// The corrected root mean square √u. Where it truly is √v, the variance of u is 4 v λ / k + 2 tr((PC)²) / k², with λ the
/// variance along d = m − m̄: the ends of the interval are the v at `reach` standard errors from u (E. Wilson's method).
fn root_mean_square(means: &[f64], covariances: &Matrix, reach: f64) -> Dispersion {
    let k = means.len() as f64;
    let mean = means.iter().sum::<f64>() / k;
    let off: Vec<f64> = means.iter().map(|m| m - mean).collect();
    let squares = off.iter().map(|d| d * d).sum::<f64>();
    // PCP, where P centres.
    let rows: Vec<f64> = covariances.iter().map(|row| row.iter().sum::<f64>() / k).collect();
    let all = rows.iter().sum::<f64>() / k;
    let about = |i: usize, j: usize| covariances[i][j] - rows[i] - rows[j] + all;
    let places = 0..means.len();
    let trace: f64 = places.clone().map(|r| about(r, r)).sum();
    let cells = places.clone().flat_map(|i| places.clone().map(move |j| (i, j)));
    let squared: f64 = cells.map(|(i, j)| about(i, j) * about(i, j)).sum();
    let square = (squares - trace) / k;
    let value = square.max(0.0).sqrt();
    let slope = |d: &f64| if value > 0.0 { d / (k * value) } else { 0.0 };
    let slopes: Vec<f64> = off.iter().map(slope).collect();
    let along = quadratic(&off, covariances, &off) / squares;
    let (a, b) = (4.0 * reach * reach * along / k, 2.0 * reach * reach * squared / (k * k));
    let root = (a * square + a * a / 4.0 + b).max(0.0).sqrt();
    let end = |v: f64| v.max(0.0).sqrt();
    let ends = (end(square + a / 2.0 - root), end(square + a / 2.0 + root));
    let variance = quadratic(&slopes, covariances, &slopes);
    Dispersion { value, slopes, variance, ends, is_apart: ends.0 > 0.0 }
}

#[cfg(test)]
mod tests {
    use threehand_engine::{Stream, below};

    use super::*;
    use crate::{Mergeable, assert_close, have_shape_of, misses};

    /// Blocks of some hands in which each role scores its mean and some noise, which the last role pays.
    fn played(means: [i64; 3], blocks: u64, seed: u64) -> RoleMeans {
        let mut roles = RoleMeans::new(2, 4);
        let mut rng = Stream::new([seed, blocks, 3, 3]);
        for _ in 0..blocks {
            let hands = 3 + below(&mut rng, 9) as i64;
            let mut of_variant = |shift: i64| {
                let mut points = means.map(|mean| (mean + shift) * hands);
                for _ in 0..hands {
                    let noise = [below(&mut rng, 41) as i64 - 20, below(&mut rng, 41) as i64 - 20];
                    points[0] += noise[0];
                    points[1] += noise[1];
                    points[2] -= noise[0] + noise[1];
                }
                // A fourth role that all seats have in one hand of each block, in which nobody scores.
                let rows = points.map(|x| [hands, x, 0, 0, 0, 0]);
                [rows[0], rows[1], rows[2], [3, 0, 0, 0, 0, 0]]
            };
            let sums = [of_variant(0), of_variant(1)];
            roles.add(sums.iter().flatten());
        }
        roles
    }

    #[test]
    fn without_sampling_error_the_root_mean_square_is_that_of_the_means() {
        let mut roles = played([1, 0, -1], 50, 7);
        let before = roles.estimate(RoleDispersion::RootMeanSquare, 0).unwrap().mean;
        let means = roles.compared(0).unwrap().iter().map(|(_, mean)| *mean).collect::<Vec<_>>();
        let square = means.iter().map(|m| m * m).sum::<f64>() / 3.0;
        let off = square - (means.iter().sum::<f64>() / 3.0).powi(2);
        roles.repeat(1 << 20);
        let after = roles.estimate(RoleDispersion::RootMeanSquare, 0).unwrap().mean;
        assert!(before < after && (after - off.sqrt()).abs() < 1e-6, "{before} {after} {off}");
    }

    #[test]
    fn the_figures_are_those_of_numpy() {
        // NumPy 2.4 and SciPy 1.17 over these twelve blocks (hands n and points x of three roles): m = x.sum(0) / n.sum(0),
        // e = (x - m * n) / n.sum(0), C = e.T @ e * 12 / 11, and the formulas above; a scale of t.ppf(0.975, 11).
        let four = [
            [[3, 9], [3, -2], [3, -7]],
            [[2, 1], [2, 3], [2, -4]],
            [[5, 12], [5, 1], [5, -13]],
            [[4, 3], [4, 6], [4, -9]],
        ];
        let turned = four.map(|[a, b, c]| [b, a, c]);
        let mut roles = RoleMeans::new(1, 3);
        for block in four.into_iter().chain(turned).chain(four) {
            roles.add(block.map(|[n, x]| [n, x, 0, 0, 0, 0]).iter());
        }
        let spread = roles.estimate(RoleDispersion::Spread, 0).unwrap();
        let root = roles.estimate(RoleDispersion::RootMeanSquare, 0).unwrap();
        assert_close(spread.mean, 3.738_095_238_095_238);
        assert_close(spread.se, 0.365_461_042_388_192_8);
        assert_close(root.mean, 1.651_597_002_679_388_5);
        assert_close(root.se, 0.056_939_982_824_895_54);
        assert_close(root.lo, 1.511_969_483_424_460_8);
        assert_close(root.hi, 1.797_381_542_161_808);
    }

    #[test]
    fn intervals_miss_no_more_often_than_promised_whether_roles_are_equal_or_not() {
        for (means, spread, root) in [
            ([0, 0, 0], 0.0, 0.0),
            ([1, 1, -2], 3.0, 2.0_f64.sqrt()),
            ([4, 0, -4], 8.0, (32.0_f64 / 3.0).sqrt()),
            ([2, -1, -1], 3.0, 2.0_f64.sqrt()),
        ] {
            for blocks in [20, 100] {
                // Of each kind the intervals of the first variant, and of its difference from the second, which is 0.
                let mut missed = [[0; 2]; 2];
                for seed in 0..400 {
                    let roles = played(means, blocks, seed);
                    let kinds = [RoleDispersion::Spread, RoleDispersion::RootMeanSquare];
                    for ((kind, truth), missed) in
                        kinds.into_iter().zip([spread, root]).zip(&mut missed)
                    {
                        let difference = roles.difference(kind, 0, 1).unwrap().estimate;
                        missed[0] += u64::from(misses(&roles.estimate(kind, 0).unwrap(), truth));
                        missed[1] += u64::from(misses(&difference, 0.0));
                    }
                }
                // 20 due, standard deviation 4.4.
                let is_kept = missed.iter().flatten().all(|count| *count < 32);
                assert!(is_kept, "{means:?} {blocks}: {missed:?}");
            }
        }
    }

    #[test]
    fn a_role_that_never_scores_is_the_worst() {
        let mut roles = RoleMeans::new(2, 4);
        for block in 0..20 {
            let (hands, out) = (3 + block % 4, 3 * (block % 3));
            let scored = [5 * hands, 5 * hands, 0, 0];
            let rows = |points: [i64; 4]| {
                [hands, hands, hands, out].into_iter().zip(points).map(|(n, x)| [n, x, 0, 0, 0, 0])
            };
            let block: Vec<_> = rows(scored).chain(rows([0; 4])).collect();
            roles.add(block.iter());
        }
        let spread = |variant| roles.estimate(RoleDispersion::Spread, variant).unwrap().mean;
        assert_eq!([0, 1].map(spread), [5.0, 0.0]);
    }

    #[test]
    fn merged_sums_are_those_of_all_blocks() {
        let (mut a, b) = (played([1, 0, -1], 30, 1), played([1, 0, -1], 20, 2));
        assert!(
            have_shape_of(&b, RoleMeans::new(2, 4)) && !have_shape_of(&b, RoleMeans::new(1, 4))
        );
        a.merge(&b);
        assert_eq!(a.blocks, 50);
        assert!(!misses(&a.estimate(RoleDispersion::Spread, 1).unwrap(), 2.0));
        let none = RoleMeans::new(1, 3).estimate(RoleDispersion::Spread, 0);
        assert_eq!(none, None, "nobody scored");
    }
}
