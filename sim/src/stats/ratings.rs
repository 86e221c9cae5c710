//! Ratings of the Plackett–Luce model from finishing orders, with the bootstrap's intervals.

use super::finishing_orders::{FinishingOrders, RATING_REPLICATES};
use super::goodness_of_fit::{Fit, fit};
use super::plackett_luce::{Sample, largest, parts, place};
use super::rating_bootstrap::RatingBootstrap;
use super::residuals::{LargestResidual, cycle, largest_residual};
use super::{Estimate, Tally};

/// The rating of a bot, if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// A rating in points; the mean of all is 0. An open end of the interval is `None`.
    Rated(Estimate),
    /// No rated bot ever finished ahead of it: the likelihood has no maximum, and the rating no upper bound.
    Above,
    /// It never finished ahead of a rated bot: the rating has no lower bound.
    Below,
    /// No results in both directions link it to any other bot.
    Apart,
}

/// The fewest blocks for a residual or a cycle: of fewer the bootstrap's standard errors are too small.
const MIN_RESIDUAL_BLOCKS: u64 = 100;

/// The ratings of all bots of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By bot.
    pub bots: Vec<Rating>,
    /// The bots whose rating is the same in every replicate.
    pub steady: Vec<usize>,
    /// By bot: the rated bot next below, and the difference from it.
    pub next: Vec<Option<(usize, Estimate)>>,
    /// The goodness of fit, if there are ratings.
    pub fit: Option<Fit>,
    /// The largest residual, if there are enough blocks.
    pub misfit: Option<LargestResidual>,
    /// Bots of which each finishes ahead of the next, and the last ahead of the first, significantly more often than not (5 %).
    /// No ratings fit these.
    pub cycle: Option<Vec<usize>>,
}

impl Ratings {
    /// The maximum-likelihood ratings of a tally's finishing orders. An anchor, a bot and its rating, shifts all ratings so
    /// that it has that one; the standard errors are then those of the differences from it.
    pub fn of(tally: &Tally, anchor: Option<(usize, f64)>) -> Self {
        let ratings = Self::from_orders(tally.bots(), tally.blocks(), tally.orders(), anchor);
        if tally.blocks() < MIN_RESIDUAL_BLOCKS {
            return Self { misfit: None, ..ratings };
        }
        Self { cycle: cycle(tally), ..ratings }
    }

    /// The maximum-likelihood ratings of so many bots from their finishing orders over so many blocks.
    pub fn from_orders(
        bots: usize,
        blocks: u64,
        orders: &FinishingOrders,
        anchor: Option<(usize, f64)>,
    ) -> Self {
        let plain = Sample::new(orders.kinds(), orders.plain());
        let linked = plain.linked(bots);
        let group = largest(&linked);
        let fitted = plain.fit(&group, &vec![1.0; group.len()]);
        let mut bootstrap = RatingBootstrap::new(blocks, &fitted);
        let mut replicates = Vec::new();
        for number in 0..RATING_REPLICATES {
            let sample = Sample::new(orders.kinds(), orders.replicate(number));
            if sample.is_empty() {
                continue;
            }
            let linked = sample.linked(bots);
            let parts = parts(&linked, &group);
            let strengths = sample.fit_parts(&group, &parts, &fitted);
            if bootstrap.add(&strengths, parts, |a, b| linked[group[a]][group[b]]) {
                replicates.push((sample, strengths));
            }
        }
        let place = |bot| place(&group, bot);
        let anchor = anchor.and_then(|(bot, rating)| Some((place(bot)?, rating)));
        let rating = |bot| match (place(bot), group.first()) {
            (Some(place), _) => Rating::Rated(bootstrap.rating(place, anchor)),
            (_, Some(&member)) if linked[bot][member] => Rating::Above,
            (_, Some(&member)) if linked[member][bot] => Rating::Below,
            _ => Rating::Apart,
        };
        let is_steady =
            |&bot: &usize| place(bot).is_some_and(|place| bootstrap.is_constant(place, anchor));
        let mut next = vec![None; bots];
        for pair in bootstrap.ranking().windows(2) {
            next[group[pair[0]]] = Some((group[pair[1]], bootstrap.difference(pair[0], pair[1])));
        }
        Self {
            bots: (0..bots).map(rating).collect(),
            steady: (0..bots).filter(is_steady).collect(),
            next,
            fit: fit(&plain, &group, &fitted),
            misfit: largest_residual(&group, blocks, (&plain, &fitted), &replicates),
            cycle: None,
        }
    }

    /// The rated bots, by falling rating.
    pub fn ranking(&self) -> Vec<(usize, Estimate)> {
        let rated = self.bots.iter().enumerate().filter_map(|(bot, rating)| match rating {
            Rating::Rated(estimate) => Some((bot, *estimate)),
            _ => None,
        });
        let mut rated: Vec<_> = rated.collect();
        rated.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
        rated
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::{BySeat, Seat, Stream, below};

    use super::*;
    use crate::stats::{ELO_SCALE, poisson_weights};

    /// By seat the places of a finishing order, as who is ahead of whom.
    fn placed(order: [usize; 3]) -> BySeat<BySeat<i64>> {
        let place = |seat: Seat| order.iter().position(|&s| s == seat.number());
        let against = |a, b| match place(a).cmp(&place(b)) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        BySeat::from_fn(|a| BySeat::from_fn(|b| against(a, b)))
    }

    fn points(ratings: &Ratings) -> Vec<f64> {
        let mean = |rating: &Rating| match rating {
            Rating::Rated(estimate) => estimate.mean,
            _ => f64::NAN,
        };
        ratings.bots.iter().map(mean).collect()
    }

    #[test]
    fn ratings_are_those_of_the_greatest_likelihood() {
        // SciPy 1.17: the log-likelihood of these orders, the sum over choices of t − logsumexp of the
        // t of those left, by optimize.minimize (BFGS) and its gradient to 0 by optimize.root; times
        // 400 / ln 10: 99.6183852, 5.92267449, −86.8768436, −18.66421609.
        let mut orders = FinishingOrders::new(&[BySeat([0, 1, 2]), BySeat([1, 3, 3])]);
        for (lineup, order, times) in [
            (0, [0, 1, 2], 40),
            (0, [0, 2, 1], 25),
            (0, [1, 0, 2], 20),
            (0, [1, 2, 0], 15),
            (0, [2, 0, 1], 8),
            (0, [2, 1, 0], 5),
            (1, [0, 1, 2], 9),
            (1, [1, 0, 2], 6),
            (1, [1, 2, 0], 7),
        ] {
            for _ in 0..times {
                orders.add([(lineup, &placed(order))].into_iter(), &[]);
            }
        }
        let ratings = Ratings::from_orders(4, 135, &orders, None);
        let found = points(&ratings);
        // The same of the mean over choices, where a bot that sits twice is chosen with twice the chance, of all
        // strengths equal, and of the shares that were observed.
        let fit = ratings.fit.expect("there are ratings");
        for (found, expected) in [
            (fit.log_likelihood, -0.802_007_783_022),
            (fit.log_likelihood_equal, -0.868_345_940_128),
            (fit.explained(), 0.076_396_000_765),
            (fit.explainable(), 0.096_332_689_738),
        ] {
            assert!((found - expected).abs() < 1e-10, "{found} {expected}");
        }
        for (points, expected) in
            found.iter().zip([99.618_385_2, 5.922_674_49, -86.876_843_6, -18.664_216_09])
        {
            assert!((points - expected).abs() < 1e-6, "{found:?}");
        }
    }

    #[test]
    fn the_interval_is_as_wide_as_the_information_says() {
        // Odds of 2 to 1, one against two of the other: first with p = 1/2, else second with 2/3. The
        // information on the log of the odds is 1/4 + 1/2 · 2/9 a match.
        let mut orders = FinishingOrders::new(&[BySeat([0, 1, 1])]);
        let mut stream = Stream::new([7, 7, 7, 7]);
        for block in 0..2_000 {
            let order = match below(&mut stream, 6) {
                0..3 => [0, 1, 2],
                3..5 => [1, 0, 2],
                _ => [1, 2, 0],
            };
            let weights = poisson_weights(Stream::new([1, block, 0, 4]), RATING_REPLICATES);
            orders.add([(0, &placed(order))].into_iter(), &weights);
        }
        let ratings = Ratings::from_orders(2, 2_000, &orders, None);
        let Rating::Rated(estimate) = ratings.bots[0] else { panic!("{ratings:?}") };
        let half = ELO_SCALE / std::f64::consts::LN_10 / 2.0;
        let expected = half / (2_000.0 * (0.25 + 0.5 * 2.0 / 9.0_f64)).sqrt();
        let se = estimate.se.unwrap();
        assert!((0.85..1.15).contains(&(se / expected)), "{se} {expected}");
        assert!((estimate.mean - half * 2_f64.ln()).abs() < 4.0 * expected, "{estimate:?}");
        let (next, above) = ratings.next[0].expect("the other is next");
        assert!(next == 1 && ratings.next[1].is_none());
        assert!((above.mean - 2.0 * estimate.mean).abs() < 1e-6, "{above:?}");
        assert!((above.se.unwrap() - 2.0 * se).abs() < 1e-6, "{above:?}");
        let width = (estimate.hi.unwrap() - estimate.lo.unwrap()) / (2.0 * 1.96 * se);
        assert!((0.85..1.15).contains(&width), "{estimate:?}");
        let misfit = ratings.misfit.unwrap();
        assert!(!misfit.is_significant(), "the orders are of the model: {misfit:?}");
    }

    #[test]
    fn the_interval_of_few_blocks_misses_no_more_often_than_promised() {
        // As above, in blocks of six matches; 400 intervals over five blocks each.
        let truth = ELO_SCALE / std::f64::consts::LN_10 / 2.0 * 2_f64.ln();
        let mut missed = 0;
        for run in 0..400 {
            let mut orders = FinishingOrders::new(&[BySeat([0, 1, 1])]);
            let mut stream = Stream::new([7, 5, run, 7]);
            for block in 0..5 {
                let weights = poisson_weights(Stream::new([run, block, 0, 4]), RATING_REPLICATES);
                let matches: Vec<_> = (0..6)
                    .map(|_| match below(&mut stream, 6) {
                        0..3 => placed([0, 1, 2]),
                        3..5 => placed([1, 0, 2]),
                        _ => placed([1, 2, 0]),
                    })
                    .collect();
                orders.add(matches.iter().map(|order| (0, order)), &weights);
            }
            let ratings = Ratings::from_orders(2, 5, &orders, None);
            if let Rating::Rated(Estimate { lo, hi, .. }) = ratings.bots[0] {
                let outside = lo.is_some_and(|lo| truth < lo) || hi.is_some_and(|hi| truth > hi);
                missed += u32::from(outside);
            }
        }
        // 20 due, standard deviation 4.4; by percentiles it was 10 % and more.
        assert!(missed < 34, "{missed} of 400");
    }

    #[test]
    fn the_interval_of_a_difference_misses_no_more_often_than_promised() {
        // Three bots of strengths 3, 2 and 1, in 20 blocks of six matches: each place is drawn among those left.
        let truth = |a: usize, b: usize| ELO_SCALE * ((3.0 - a as f64) / (3.0 - b as f64)).log10();
        let (mut missed, mut beside) = (0, 0);
        for run in 0..150 {
            let mut orders = FinishingOrders::new(&[BySeat([0, 1, 2])]);
            let mut stream = Stream::new([7, 3, run, 7]);
            for block in 0..20 {
                let weights = poisson_weights(Stream::new([run, block, 0, 4]), RATING_REPLICATES);
                let mut order = || {
                    let mut lots = vec![0, 0, 0, 1, 1, 2];
                    std::array::from_fn(|_| {
                        let next = lots[below(&mut stream, lots.len())];
                        lots.retain(|&bot| bot != next);
                        next
                    })
                };
                let matches: Vec<_> = (0..6).map(|_| placed(order())).collect();
                orders.add(matches.iter().map(|order| (0, order)), &weights);
            }
            let ratings = Ratings::from_orders(3, 20, &orders, Some((0, 1500.0)));
            let out = |estimate: Estimate, truth: f64| {
                estimate.lo.is_some_and(|lo| truth < lo) || estimate.hi.is_some_and(|hi| truth > hi)
            };
            let next = (0..3).filter_map(|bot| Some((bot, ratings.next[bot]?)));
            let of_next = |(bot, (next, above)): &(_, (_, _))| out(*above, truth(*bot, *next));
            missed += next.filter(of_next).count();
            let rated = ratings.ranking().into_iter();
            beside += rated.filter(|&(bot, found)| out(found, 1500.0 + truth(bot, 0))).count();
        }
        // 15 due, standard deviation 3.8; of 1,000 each 45 and 44.
        assert!(missed < 28 && beside < 28, "{missed} and {beside} of 300");
    }

    #[test]
    fn what_never_happened_is_a_misfit_where_it_is_due() {
        // Each bot is ahead of the next as often as not, and the first always ahead of the last.
        let lineups = [BySeat([0, 1, 1]), BySeat([1, 2, 2]), BySeat([0, 2, 2])];
        let mut orders = FinishingOrders::new(&lineups);
        for block in 0..400 {
            let weights = poisson_weights(Stream::new([1, block, 0, 4]), RATING_REPLICATES);
            let between = if block % 2 == 0 { placed([1, 2, 0]) } else { placed([0, 1, 2]) };
            let never = placed([0, 1, 2]);
            let of_block = [(0, &between), (1, &between), (2, &never)];
            orders.add(of_block.into_iter(), &weights);
        }
        let misfit = Ratings::from_orders(3, 400, &orders, None).misfit.expect("a misfit");
        assert_eq!(
            (misfit.observed, misfit.of.contains(&0), misfit.of.contains(&2)),
            (1.0, true, true)
        );
        assert!(misfit.is_significant(), "{misfit:?}");
    }

    #[test]
    fn who_is_always_ahead_or_behind_has_no_rating_and_the_rest_have() {
        let mut orders = FinishingOrders::new(&[BySeat([0, 1, 2]), BySeat([1, 2, 3])]);
        let ones = [1; RATING_REPLICATES];
        for order in [[0, 1, 2], [0, 2, 1]] {
            orders.add([(0, &placed(order)), (1, &placed([0, 1, 2]))].into_iter(), &ones);
        }
        let ratings = Ratings::from_orders(4, 2, &orders, None);
        assert_eq!((ratings.bots[0], ratings.bots[3]), (Rating::Above, Rating::Below));
        // 1 was ahead of 2 in three matches of four, and 3 and 0 say nothing of either.
        let half = ELO_SCALE * 3_f64.log10() / 2.0;
        let found = points(&ratings);
        assert!((found[1] - half).abs() < 1e-6 && (found[2] + half).abs() < 1e-6, "{found:?}");
        let none = Ratings::from_orders(4, 0, &FinishingOrders::new(&[BySeat([0, 1, 2])]), None);
        assert_eq!((none.bots, none.misfit, none.fit), (vec![Rating::Apart; 4], None, None));
    }
}
