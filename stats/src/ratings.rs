//! Ratings of the Plackett–Luce model from finishing orders, with the bootstrap's intervals.

use crate::finishing_orders::{FinishingOrders, RATING_REPLICATES};
use crate::misfits::{Fit, LargestResidual, cycle, fit, largest_residual};
use crate::plackett_luce::{Sample, largest, parts, place};
use crate::rating_bootstrap::RatingBootstrap;
use crate::{Estimate, Tally};

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
    /// By bot: the rated bot next below, and the difference from it.
    pub next: Vec<Option<(usize, Estimate)>>,
    /// The goodness of fit, if there are ratings.
    pub fit: Option<Fit>,
    /// The largest residual, if there are enough blocks.
    pub misfit: Option<LargestResidual>,
    /// A cycle of bots: each finishes ahead of the next, and the last ahead of the first, significantly more often than not (5 %).
    /// No ratings fit these.
    pub cycle: Option<Vec<usize>>,
}

impl Ratings {
    /// The maximum-likelihood ratings of a tally's finishing orders. An anchor, a bot and its rating, shifts all ratings so
    /// that it has that one; the standard errors are then those of the differences from it.
    pub fn of(tally: &Tally, anchor: Option<(usize, f64)>) -> Self {
        let ratings = Self::from_orders(tally.bots(), tally.blocks, &tally.orders, anchor);
        if tally.blocks < MIN_RESIDUAL_BLOCKS {
            return Self { misfit: None, ..ratings };
        }
        Self { cycle: cycle(tally), ..ratings }
    }

    /// The maximum-likelihood ratings of this many bots from their finishing orders over this many blocks.
    pub fn from_orders(
        bots: usize,
        blocks: u64,
        orders: &FinishingOrders,
        anchor: Option<(usize, f64)>,
    ) -> Self {
        let sample = |counts| Sample { kinds: orders.kinds(), counts };
        let plain = sample(orders.plain());
        let linked = plain.linked(bots);
        let group = largest(&linked);
        let fitted = plain.fit(&group, &vec![1.0; group.len()]);
        let mut bootstrap = RatingBootstrap::new(blocks, &fitted);
        let mut replicates = Vec::new();
        for number in 0..RATING_REPLICATES {
            let sample = sample(orders.replicate(number));
            if sample.counts.iter().all(|count| *count == 0.0) {
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
        let mut next = vec![None; bots];
        for pair in bootstrap.ranking().windows(2) {
            next[group[pair[0]]] = Some((group[pair[1]], bootstrap.difference(pair[0], pair[1])));
        }
        Self {
            bots: (0..bots).map(rating).collect(),
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
    use std::cmp::Reverse;
    use std::f64::consts::{LN_2, LN_10};

    use threehand_engine::{BySeat, Stream, below};
    use threehand_play::{Ahead, ahead};

    use super::*;
    use crate::{ELO_SCALE, misses, poisson_weights};

    /// The result of a match with this order of the seats.
    fn result(order: [usize; 3]) -> Ahead {
        let place = |seat: threehand_engine::Seat| order.iter().position(|&s| s == seat.number());
        ahead(&BySeat::from_fn(|seat| Reverse(place(seat))))
    }

    /// A match of one bot against two of another with odds of 2 to 1.
    fn one_against_two(rng: &mut Stream) -> Ahead {
        result(match below(rng, 6) {
            0..3 => [0, 1, 2],
            3..5 => [1, 0, 2],
            _ => [1, 2, 0],
        })
    }

    /// The finishing orders of this many blocks of matches under the first line-up.
    fn played(
        lineup: [usize; 3],
        blocks: u64,
        run: u64,
        mut block: impl FnMut() -> Vec<Ahead>,
    ) -> FinishingOrders {
        let mut orders = FinishingOrders::new(&[BySeat(lineup)]);
        for number in 0..blocks {
            let weights = poisson_weights(Stream::new([run, number, 0, 4]), RATING_REPLICATES);
            orders.add(block().iter().map(|result| (0, result)), &weights);
        }
        orders
    }

    fn points(ratings: &Ratings) -> Vec<f64> {
        let mean = |rating: &Rating| match rating {
            Rating::Rated(estimate) => estimate.mean,
            _ => f64::NAN,
        };
        ratings.bots.iter().map(mean).collect()
    }

    #[test]
    fn ratings_are_those_of_maximum_likelihood() {
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
                orders.add([(lineup, &result(order))].into_iter(), &[]);
            }
        }
        let ratings = Ratings::from_orders(4, 135, &orders, None);
        let found = points(&ratings);
        // SciPy 1.17: the log-likelihood of these orders, the sum over choices of t − logsumexp of the
        // t of those left, by optimize.minimize (BFGS) and its gradient to 0 by optimize.root; times
        // 400 / ln 10.
        for (points, expected) in
            found.iter().zip([99.618_385_2, 5.922_674_49, -86.876_843_6, -18.664_216_09])
        {
            assert!((points - expected).abs() < 1e-6, "{found:?}");
        }
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
    }

    #[test]
    fn the_interval_is_as_wide_as_the_information_says() {
        // Odds of 2 to 1, one against two of the other: first with p = 1/2, else second with 2/3. The
        // information on the log of the odds is 1/4 + 1/2 · 2/9 a match.
        let mut rng = Stream::new([7, 7, 7, 7]);
        let orders = played([0, 1, 1], 2_000, 1, || vec![one_against_two(&mut rng)]);
        let ratings = Ratings::from_orders(2, 2_000, &orders, None);
        let Rating::Rated(estimate) = ratings.bots[0] else { panic!("{ratings:?}") };
        let half = ELO_SCALE / LN_10 / 2.0;
        let expected = half / (2_000.0 * (0.25 + 0.5 * 2.0 / 9.0_f64)).sqrt();
        let se = estimate.se.unwrap();
        assert!((0.85..1.15).contains(&(se / expected)), "{se} {expected}");
        assert!((estimate.mean - half * LN_2).abs() < 4.0 * expected, "{estimate:?}");
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
    fn intervals_of_few_blocks_miss_no_more_often_than_promised() {
        // As above, in blocks of six matches; 400 intervals over five blocks each.
        let truth = ELO_SCALE / LN_10 / 2.0 * LN_2;
        let run = |run: &u64| {
            let mut rng = Stream::new([7, 5, *run, 7]);
            let block = || (0..6).map(|_| one_against_two(&mut rng)).collect();
            let ratings = Ratings::from_orders(2, 5, &played([0, 1, 1], 5, *run, block), None);
            matches!(&ratings.bots[0], Rating::Rated(found) if misses(found, truth))
        };
        // 20 due, standard deviation 4.4; by percentiles it was 10 % and more.
        let missed = (0..400).filter(run).count();
        assert!(missed < 34, "{missed} of 400");
    }

    #[test]
    fn intervals_of_differences_miss_no_more_often_than_promised() {
        // Three bots of strengths 3, 2 and 1, in 20 blocks of six matches: each place is drawn among those left.
        let truth =
            |a: usize, b: usize| ELO_SCALE * libm::log10((3.0 - a as f64) / (3.0 - b as f64));
        let (mut missed, mut beside) = (0, 0);
        for run in 0..150 {
            let mut rng = Stream::new([7, 3, run, 7]);
            let mut order = |_| {
                let mut lots = vec![0, 0, 0, 1, 1, 2];
                result(std::array::from_fn(|_| {
                    let next = lots[below(&mut rng, lots.len())];
                    lots.retain(|&bot| bot != next);
                    next
                }))
            };
            let orders = played([0, 1, 2], 20, run, || (0..6).map(&mut order).collect());
            let ratings = Ratings::from_orders(3, 20, &orders, Some((0, 1500.0)));
            let next =
                ratings.next.iter().enumerate().filter_map(|(bot, next)| Some((bot, (*next)?)));
            missed += next.filter(|&(bot, (next, above))| misses(&above, truth(bot, next))).count();
            let rated = ratings.ranking().into_iter();
            beside += rated.filter(|(bot, found)| misses(found, 1500.0 + truth(*bot, 0))).count();
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
            let between = result(if block % 2 == 0 { [1, 2, 0] } else { [0, 1, 2] });
            let always = result([0, 1, 2]);
            orders.add([(0, &between), (1, &between), (2, &always)].into_iter(), &weights);
        }
        let misfit = Ratings::from_orders(3, 400, &orders, None).misfit.expect("a misfit");
        assert!(misfit.observed == 1.0 && misfit.of.contains(&0) && misfit.of.contains(&2));
        assert!(misfit.is_significant(), "{misfit:?}");
    }

    #[test]
    fn a_bot_that_is_always_ahead_or_behind_has_no_rating_and_the_rest_have() {
        let mut orders = FinishingOrders::new(&[BySeat([0, 1, 2]), BySeat([1, 2, 3])]);
        for order in [[0, 1, 2], [0, 2, 1]] {
            let matches = [(0, &result(order)), (1, &result([0, 1, 2]))];
            orders.add(matches.into_iter(), &[1; RATING_REPLICATES]);
        }
        let ratings = Ratings::from_orders(4, 2, &orders, None);
        assert_eq!((ratings.bots[0], ratings.bots[3]), (Rating::Above, Rating::Below));
        // 1 was ahead of 2 in three matches of four, and 3 and 0 say nothing of either.
        let half = ELO_SCALE * libm::log10(3.0) / 2.0;
        let found = points(&ratings);
        assert!((found[1] - half).abs() < 1e-6 && (found[2] + half).abs() < 1e-6, "{found:?}");
        let none = Ratings::from_orders(4, 0, &FinishingOrders::new(&[BySeat([0, 1, 2])]), None);
        assert_eq!((none.bots, none.misfit, none.fit), (vec![Rating::Apart; 4], None, None));
    }
}
