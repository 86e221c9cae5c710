//! The bootstrap of ratings: the standard errors of ratings and of their differences.

use crate::Estimate;
use crate::bootstrap::variance;
use crate::finishing_orders::RATING_REPLICATES;

/// The points of rating for odds of ten to one of finishing ahead, as in Elo's scale.
pub const ELO_SCALE: f64 = 400.0;

/// The share of replicates without an upper or a lower bound from which on there is no interval: of 20 blocks of bots far
/// apart 11 % of such intervals missed.
const MAX_UNBOUNDED: f64 = 0.025;

/// The fewest blocks for an interval: of 10 blocks of bots far apart 13 % of intervals missed.
const MIN_BLOCKS: u64 = 20;

/// The ratings of the rated bots in the sample and in each replicate, in points and by place in their group, with mean 0.
pub(super) struct RatingBootstrap {
    blocks: u64,
    fitted: Vec<f64>,
    replicates: Vec<Replicate>,
    /// By two places, the replicates that have no upper bound for the first above the second.
    unbounded: Vec<Vec<usize>>,
    /// By place, the replicates that have no lower and no upper bound for the bot.
    open: Vec<[usize; 2]>,
}

struct Replicate {
    points: Vec<f64>,
    /// By place, the first place of its part: only bots of the same part are rated against each other.
    parts: Vec<usize>,
    is_whole: bool,
}

impl RatingBootstrap {
    /// The strengths fitted to a sample of this many blocks, without replicates yet.
    pub(super) fn new(blocks: u64, strengths: &[f64]) -> Self {
        let bots = strengths.len();
        let (unbounded, open) = (vec![vec![0; bots]; bots], vec![[0; 2]; bots]);
        Self { blocks, fitted: points(strengths), replicates: Vec::new(), unbounded, open }
    }

    /// Adds the strengths fitted to a replicate, with the first place of each one's part; `ahead` says whether a bot finished
    /// ahead of another by some chain. Returns whether the whole group is one part.
    pub(super) fn add(
        &mut self,
        strengths: &[f64],
        parts: Vec<usize>,
        ahead: impl Fn(usize, usize) -> bool,
    ) -> bool {
        let is_whole = parts.iter().all(|&part| part == 0);
        let places = 0..if is_whole { 0 } else { strengths.len() };
        let only_ahead = |a, b| ahead(a, b) && !ahead(b, a);
        for a in places.clone() {
            for b in places.clone().filter(|&b| a != b && !ahead(b, a)) {
                self.unbounded[a][b] += 1;
            }
            self.open[a][0] += usize::from(places.clone().any(|b| only_ahead(b, a)));
            self.open[a][1] += usize::from(places.clone().any(|b| only_ahead(a, b)));
        }
        self.replicates.push(Replicate { points: points(strengths), parts, is_whole });
        is_whole
    }

    /// The rating of a bot about the mean of the group; or with an anchor, a place and its rating, that rating plus the
    /// difference from the anchor.
    pub(super) fn rating(&self, a: usize, anchor: Option<(usize, f64)>) -> Estimate {
        if let Some((anchor, rating)) = anchor {
            let Estimate { mean, se, lo, hi } = self.difference(a, anchor);
            let shifted = |points: f64| points + rating;
            return Estimate { mean: shifted(mean), se, lo: lo.map(shifted), hi: hi.map(shifted) };
        }
        let whole = self.replicates.iter().filter(|replicate| replicate.is_whole);
        let replicates: Vec<_> = whole.map(|replicate| replicate.points[a]).collect();
        estimate(self.fitted[a], self.blocks, &replicates, self.open[a])
    }

    /// The rating of a bot less that of another, from the replicates that rate them against each other.
    pub(super) fn difference(&self, a: usize, b: usize) -> Estimate {
        let both = self.replicates.iter().filter(|of| of.parts[a] == of.parts[b]);
        let replicates: Vec<_> = both.map(|of| of.points[a] - of.points[b]).collect();
        let mean = self.fitted[a] - self.fitted[b];
        // Of these replicates the difference has no lower and no upper bound.
        let open = [self.unbounded[b][a], self.unbounded[a][b]];
        estimate(mean, self.blocks, &replicates, open)
    }

    /// The places by falling rating.
    pub(super) fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<_> = (0..self.fitted.len()).collect();
        ranking.sort_by(|&a, &b| self.fitted[b].total_cmp(&self.fitted[a]));
        ranking
    }
}

fn points(strengths: &[f64]) -> Vec<f64> {
    strengths.iter().map(|strength| ELO_SCALE * libm::log10(*strength)).collect()
}

/// Points with the standard error of their replicates; `open` counts those without a lower and without an upper bound. The interval is
/// Student's t: that of percentiles is too narrow below 50 blocks.
fn estimate(mean: f64, blocks: u64, replicates: &[f64], open: [usize; 2]) -> Estimate {
    /// The rounding error of equal points.
    const ROUNDING: f64 = 1e-6;
    let se = Some(variance(replicates).sqrt()).filter(|se| *se > ROUNDING && blocks >= 2);
    let limit = MAX_UNBOUNDED * RATING_REPLICATES as f64;
    let has_interval = blocks >= MIN_BLOCKS && open.iter().all(|&open| (open as f64) < limit);
    let closed = Estimate::new(mean, se, blocks);
    Estimate { se: se.filter(|_| open == [0, 0]), ..closed }.only_if(has_interval)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn the_error_of_a_difference_is_that_of_paired_replicates() {
        // NumPy 2: of a = 400 * log10([2, 3, 4]) and b = 400 * log10([1, 2, 1.5]), numpy.std(a - b, ddof=1).
        let mut bootstrap = RatingBootstrap::new(300, &[2.0, 1.0]);
        for strengths in [[2.0, 1.0], [3.0, 2.0], [4.0, 1.5]] {
            bootstrap.add(&strengths, vec![0, 0], |_, _| true);
        }
        let found = bootstrap.difference(0, 1);
        assert_close(found.mean, ELO_SCALE * libm::log10(2.0));
        assert_close(found.se, 49.975_494_643_319_976);
        let back = bootstrap.difference(1, 0);
        assert_eq!((back.mean, back.se), (-found.mean, found.se));
        assert_eq!(bootstrap.ranking(), [0, 1]);
        assert_eq!(estimate(3.0, 300, &[3.0; 500], [0, 0]).lo, None, "all replicates are equal");
    }

    #[test]
    fn with_many_unbounded_replicates_there_is_no_interval() {
        let replicates: Vec<_> = (0..RATING_REPLICATES - 20).map(|i| i as f64).collect();
        for (blocks, open, has_interval, has_error) in [
            (300, [0, 0], true, true),
            (300, [4, 0], true, false),
            (300, [20, 0], false, false),
            (19, [0, 0], false, true),
        ] {
            let found = estimate(240.0, blocks, &replicates, open);
            let ends = [found.lo.is_some(), found.hi.is_some(), found.se.is_some()];
            assert_eq!(ends, [has_interval, has_interval, has_error], "{blocks} {open:?}");
        }
    }

    #[test]
    fn a_bot_without_bound_leaves_only_those_open_that_it_is_measured_against() {
        // In half of the replicates the first is above the two others, and nothing says by how much.
        let mut bootstrap = RatingBootstrap::new(300, &[4.0, 1.0, 0.25]);
        for number in 0..RATING_REPLICATES {
            let strength = 1.0 + number as f64 / 1000.0;
            let is_whole = number % 2 == 0;
            let parts = if is_whole { vec![0, 0, 0] } else { vec![0, 1, 1] };
            let ahead = |a, b| is_whole || a == 0 || b > 0;
            let strengths = [4.0 * strength.powi(3), strength, 0.25 / strength];
            assert_eq!(bootstrap.add(&strengths, parts, ahead), is_whole);
        }
        let ends = |estimate: Estimate| (estimate.lo.is_some(), estimate.hi.is_some());
        // Their mean is 0, so the others fall without bound.
        for a in 0..3 {
            assert_eq!(ends(bootstrap.rating(a, None)), (false, false));
        }
        assert_eq!(ends(bootstrap.difference(0, 1)), (false, false));
        // The difference between the others is bounded in all replicates.
        let between = bootstrap.difference(1, 2);
        assert_eq!(ends(between), (true, true));
        let due = |number| 2.0 * ELO_SCALE * libm::log10(1.0 + number as f64 / 1000.0);
        let due: Vec<_> = (0..RATING_REPLICATES).map(due).collect();
        assert_close(between.se, variance(&due).sqrt());
        // Beside the last as an anchor it is the same, shifted; the anchor itself has no error.
        let anchor = Some((2, 1500.0));
        let beside = bootstrap.rating(1, anchor);
        assert_eq!((beside.mean, beside.se), (between.mean + 1500.0, between.se));
        assert_eq!(beside.hi, between.hi.map(|hi| hi + 1500.0));
        let constant = Estimate { mean: 1500.0, se: None, lo: None, hi: None };
        assert_eq!(bootstrap.rating(2, anchor), constant);
    }

    #[test]
    fn between_bots_that_no_results_link_both_ends_are_open() {
        let mut bootstrap = RatingBootstrap::new(300, &[4.0, 1.0, 1.0]);
        for number in 0..RATING_REPLICATES {
            let parts = if number % 2 == 0 { vec![0, 0, 0] } else { vec![0, 1, 2] };
            let ahead = |a, _| number % 2 == 0 || a == 0;
            bootstrap.add(&[4.0, 1.0 + number as f64, 1.0], parts, ahead);
        }
        let between = bootstrap.difference(1, 2);
        assert_eq!((between.se, between.lo, between.hi), (None, None, None));
    }
}
