//! Ratings of the Plackett–Luce model from finishing orders, with the bootstrap's intervals and what
//! the model does not fit.
//!
//! Each bot has a strength; of the bots left to choose from, one is next with a chance in proportion
//! to its strength. The strengths that make the observed choices likeliest are found by the MM
//! algorithm: Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32
//! (2004), section 5. There are such strengths only among bots that finish ahead of each other by
//! some chain of results, each of each; between others the likeliest difference is infinite.

use std::collections::{BTreeMap, VecDeque};

use statrs::distribution::{ContinuousCDF, Normal};

use super::finishing_orders::{Choice, FinishingOrders, RATING_REPLICATES};
use super::{Estimate, Tally};

/// So many points of rating are odds of ten to one of finishing ahead.
pub const TENFOLD: f64 = 400.0;

/// Replicates without an upper or lower end, as a share, from which on the interval has none.
const OPEN: f64 = 0.025;

/// What the results say of a bot's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// A rating; the mean of all that have one is 0. An end of the interval that is open is `None`.
    Rated(Estimate),
    /// No rated bot ever finished ahead of it: there is no upper bound.
    Above,
    /// It never finished ahead of a rated bot: there is no lower bound.
    Below,
    /// No results in both directions link it to any other bot.
    Apart,
}

/// Something observed beside what the ratings say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// The bots among which it is.
    pub of: Vec<usize>,
    /// How often this one stood ahead of the others.
    pub chosen: usize,
    /// Share of the times that it could.
    pub observed: f64,
    /// The share that the ratings say.
    pub expected: f64,
    /// The difference in standard errors, which are the bootstrap's.
    pub errors: f64,
    /// How many shares were looked at.
    pub among: usize,
}

impl Misfit {
    /// Whether the largest of so many would be as large by chance in less than 5 % of runs
    /// (Bonferroni).
    pub fn is_significant(&self) -> bool {
        2.0 * Normal::standard().sf(self.errors.abs()) * (self.among as f64) < 0.05
    }
}

/// With fewer blocks the bootstrap's errors are too small to tell a misfit, or a cycle, from chance.
const MISFIT_BLOCKS: u64 = 100;

/// The ratings of all bots of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By bot.
    pub bots: Vec<Rating>,
    /// What they fit worst, where anything can be told.
    pub misfit: Option<Misfit>,
    /// Bots of which each finishes ahead of the next, and the last ahead of the first, in more than
    /// half of the cases and surely so (95 %). No ratings can say that.
    pub cycle: Option<Vec<usize>>,
}

impl Ratings {
    /// The ratings that a tally's finishing orders make likeliest.
    pub fn of(tally: &Tally) -> Self {
        let ratings = Self::from_orders(tally.bots(), tally.blocks(), tally.orders());
        if tally.blocks() < MISFIT_BLOCKS {
            return Self { misfit: None, ..ratings };
        }
        Self { cycle: cycle(tally), ..ratings }
    }

    fn from_orders(bots: usize, blocks: u64, orders: &FinishingOrders) -> Self {
        let plain = Sample::new(orders.kinds(), orders.plain());
        let linked = plain.linked(bots);
        let group = largest(&linked);
        let fitted = plain.fit(&group, None);
        let mut replicates = Vec::new();
        let mut open = vec![[0_usize; 2]; bots];
        for number in 0..RATING_REPLICATES {
            let sample = Sample::new(orders.kinds(), orders.replicate(number));
            let linked = sample.linked(bots);
            let within = largest(&linked);
            if group.iter().all(|bot| within.contains(bot)) {
                let strengths = sample.fit(&group, Some(&fitted));
                replicates.push((sample, strengths));
                continue;
            }
            for &bot in &group {
                match placed(&linked, &within, bot) {
                    Rating::Above => open[bot][1] += 1,
                    Rating::Below => open[bot][0] += 1,
                    _ => {}
                }
            }
        }
        let rating = |bot| {
            let Some(place) = group.iter().position(|&rated| rated == bot) else {
                return placed(&linked, &group, bot);
            };
            let points = |strengths: &[f64]| TENFOLD * strengths[place].log10();
            let replicates = replicates.iter().map(|(_, strengths)| points(strengths)).collect();
            Rating::Rated(bounded(points(&fitted), blocks, replicates, open[bot]))
        };
        Self {
            bots: (0..bots).map(rating).collect(),
            misfit: misfit(&group, blocks, (&plain, &fitted), &replicates),
            cycle: None,
        }
    }

    /// The rated bots, by falling rating.
    pub fn ranking(&self) -> Vec<(usize, Estimate)> {
        let rated = self.bots.iter().enumerate();
        let mut rated: Vec<_> = rated
            .filter_map(|(bot, rating)| match rating {
                Rating::Rated(estimate) => Some((bot, *estimate)),
                _ => None,
            })
            .collect();
        rated.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
        rated
    }
}

/// How often each choice was made, once.
struct Sample<'a> {
    kinds: &'a [Choice],
    counts: Vec<f64>,
}

/// What the model of one set of bots to choose from needs.
struct Set {
    /// Indices into the rated group, once for each seat.
    members: Vec<usize>,
    times: f64,
}

impl<'a> Sample<'a> {
    const fn new(kinds: &'a [Choice], counts: Vec<f64>) -> Self {
        Self { kinds, counts }
    }

    fn made(&self) -> impl Iterator<Item = (&'a Choice, f64)> {
        self.kinds.iter().zip(self.counts.iter().copied())
    }

    /// For each bot those that it was chosen ahead of, itself or through others.
    fn linked(&self, bots: usize) -> Vec<Vec<bool>> {
        let mut next = vec![Vec::new(); bots];
        for (choice, _) in self.made().filter(|(_, count)| *count > 0.0) {
            let others = choice.of.iter().filter(|&&bot| bot != choice.chosen);
            next[choice.chosen].extend(others.copied());
        }
        for beaten in &mut next {
            beaten.sort_unstable();
            beaten.dedup();
        }
        let reached = |start| {
            let mut reached = vec![false; bots];
            let mut due = vec![start];
            while let Some(bot) = due.pop() {
                for &other in &next[bot] {
                    if !std::mem::replace(&mut reached[other], true) {
                        due.push(other);
                    }
                }
            }
            reached
        };
        (0..bots).map(reached).collect()
    }

    /// The strengths of a linked group, of geometric mean 1. Against bots outside of it the result
    /// never varies, so they bear on none of them.
    fn fit(&self, group: &[usize], start: Option<&[f64]>) -> Vec<f64> {
        const MOST_STEPS: usize = 20_000;
        const NEAR_ENOUGH: f64 = 1e-11;
        let mut sets: Vec<(&[usize], Set)> = Vec::new();
        let mut chosen = vec![0.0; group.len()];
        for (choice, count) in self.made() {
            let Some(place) = group.iter().position(|&bot| bot == choice.chosen) else {
                continue;
            };
            chosen[place] += count;
            match sets.iter_mut().rev().take(3).find(|(of, _)| *of == choice.of) {
                Some((_, set)) => set.times += count,
                None => {
                    let place = |bot: &usize| group.iter().position(|member| member == bot);
                    let members = choice.of.iter().filter_map(place).collect();
                    sets.push((&choice.of, Set { members, times: count }));
                }
            }
        }
        let mut strengths = start.map_or_else(|| vec![1.0; group.len()], <[f64]>::to_vec);
        let mut due = vec![0.0; group.len()];
        for _ in 0..MOST_STEPS {
            due.fill(0.0);
            for (_, set) in &sets {
                let sum: f64 = set.members.iter().map(|&member| strengths[member]).sum();
                for &member in &set.members {
                    due[member] += set.times / sum;
                }
            }
            let mut logs = 0.0;
            let mut moved: f64 = 0.0;
            for ((strength, due), chosen) in strengths.iter_mut().zip(&due).zip(&chosen) {
                let better = chosen / due;
                moved = moved.max((better / *strength - 1.0).abs());
                *strength = better;
                logs += better.ln();
            }
            let scale = (-logs / group.len() as f64).exp();
            strengths.iter_mut().for_each(|strength| *strength *= scale);
            if moved < NEAR_ENOUGH {
                break;
            }
        }
        strengths
    }

    /// Shares of a group's choices: of each two its bots, one ahead of the other; and of each three
    /// seats, who is first. For each the bots, the one that is ahead, and how often of how many.
    fn shares(&self, group: &[usize]) -> Vec<(Choice, f64, f64)> {
        let mut pairs = vec![vec![(0.0, false); group.len()]; group.len()];
        let mut shares = Vec::new();
        let place = |bot| group.iter().position(|&member| member == bot);
        let mut times: BTreeMap<&[usize], f64> = BTreeMap::new();
        for (choice, count) in self.made() {
            *times.entry(&choice.of).or_default() += count;
        }
        for (choice, count) in self.made() {
            let (Some(chosen), true) = (place(choice.chosen), inside(group, choice)) else {
                continue;
            };
            for other in choice.of.iter().filter_map(|&bot| place(bot)) {
                if other != chosen {
                    pairs[chosen][other].0 += count;
                    pairs[chosen][other].1 = true;
                }
            }
            if choice.of.len() == 3 {
                shares.push((choice.clone(), count, times[&choice.of[..]]));
            }
        }
        for a in 0..group.len() {
            for b in (a + 1..group.len()).filter(|&b| pairs[a][b].1) {
                let choice = Choice { of: vec![group[a], group[b]], chosen: group[a] };
                shares.push((choice, pairs[a][b].0, pairs[a][b].0 + pairs[b][a].0));
            }
        }
        shares
    }
}

fn inside(group: &[usize], choice: &Choice) -> bool {
    choice.of.iter().all(|bot| group.contains(bot))
}

/// The bots that are linked with each other, each to each: the largest such group, of several the
/// first; none if no two are.
fn largest(linked: &[Vec<bool>]) -> Vec<usize> {
    let group = |bot: usize| -> Vec<usize> {
        (0..linked.len()).filter(|&other| linked[bot][other] && linked[other][bot]).collect()
    };
    let groups = (0..linked.len()).map(group).filter(|group| group.len() > 1);
    groups.rev().max_by_key(Vec::len).unwrap_or_default()
}

/// Where a bot stands to a group that it does not belong to.
fn placed(linked: &[Vec<bool>], group: &[usize], bot: usize) -> Rating {
    match group.first() {
        Some(&member) if linked[bot][member] => Rating::Above,
        Some(&member) if linked[member][bot] => Rating::Below,
        _ => Rating::Apart,
    }
}

/// A rating with the bootstrap's error over so many blocks; of so many replicates it had no lower and no upper bound.
/// The interval is Student's t with that error: the percentiles of the replicates are too near below 50 blocks.
fn bounded(mean: f64, blocks: u64, replicates: Vec<f64>, open: [usize; 2]) -> Estimate {
    /// What rounding leaves of points that are the same.
    const ROUNDING: f64 = 1e-6;
    let n = replicates.len() as f64;
    let middle = replicates.iter().sum::<f64>() / n;
    let variance =
        replicates.iter().map(|points| (points - middle).powi(2)).sum::<f64>() / (n - 1.0);
    let se = Some(variance.sqrt()).filter(|se| *se > ROUNDING && blocks >= 2);
    let closed = Estimate::new(mean, se, blocks);
    let is_closed = |open: usize| (open as f64) < OPEN * RATING_REPLICATES as f64;
    Estimate {
        se: se.filter(|_| open == [0, 0]),
        lo: closed.lo.filter(|_| is_closed(open[0])),
        hi: closed.hi.filter(|_| is_closed(open[1])),
        ..closed
    }
}

/// The share that differs most, in standard errors, from what the strengths say of it.
fn misfit(
    group: &[usize],
    blocks: u64,
    (plain, fitted): (&Sample<'_>, &[f64]),
    replicates: &[(Sample<'_>, Vec<f64>)],
) -> Option<Misfit> {
    let expected = |choice: &Choice, strengths: &[f64]| {
        let strength = |bot| group.iter().position(|&m| m == bot).map_or(0.0, |m| strengths[m]);
        let times = choice.of.iter().filter(|&&bot| bot == choice.chosen).count() as f64;
        let all: f64 = choice.of.iter().map(|&bot| strength(bot)).sum();
        times * strength(choice.chosen) / all
    };
    let shares = plain.shares(group);
    let mut squares = vec![(0.0, 0.0); shares.len()];
    for (sample, strengths) in replicates {
        for ((choice, count, all), sums) in sample.shares(group).iter().zip(&mut squares) {
            let residue = count / all - expected(choice, strengths);
            sums.0 += residue;
            sums.1 += residue * residue;
        }
    }
    let n = replicates.len() as f64;
    let mut worst: Option<Misfit> = None;
    let among = shares.len();
    for ((Choice { of, chosen }, count, all), (sum, square)) in shares.into_iter().zip(squares) {
        let (observed, expected) =
            (count / all, expected(&Choice { of: of.clone(), chosen }, fitted));
        // What never or always happened has no spread in the bootstrap. There the model's own counts: that of a share
        // of which a block tells no more than one match does.
        let variance = if count == 0.0 || count == all {
            expected * (1.0 - expected) / blocks as f64
        } else {
            (square - sum * sum / n) / (n - 1.0)
        };
        if variance.is_nan() || variance <= 1e-18 {
            continue;
        }
        let errors = (observed - expected) / variance.sqrt();
        if worst.as_ref().is_none_or(|worst| errors.abs() > worst.errors.abs()) {
            worst = Some(Misfit { of, chosen, observed, expected, errors, among });
        }
    }
    worst
}

/// The shortest cycle of bots that each surely finish ahead of the next.
fn cycle(tally: &Tally) -> Option<Vec<usize>> {
    let bots = tally.bots();
    let beats = |a: usize, b: usize| {
        a != b
            && tally.ahead(a, b).is_some_and(|(_, share)| {
                share.lo.map_or(share.se.is_none() && share.mean > 0.5, |lo| lo > 0.5)
            })
    };
    let through = |start: usize| {
        let mut before = vec![None; bots];
        let mut due = VecDeque::from([start]);
        while let Some(bot) = due.pop_front() {
            if beats(bot, start) {
                let mut cycle = vec![bot];
                while let Some(earlier) = before[cycle[cycle.len() - 1]] {
                    cycle.push(earlier);
                }
                cycle.reverse();
                return Some(cycle);
            }
            for (next, before) in before.iter_mut().enumerate() {
                if next != start && before.is_none() && beats(bot, next) {
                    *before = Some(bot);
                    due.push_back(next);
                }
            }
        }
        None
    };
    (0..bots).filter_map(through).min_by_key(Vec::len)
}

#[cfg(test)]
mod tests {
    use threehand_engine::{BySeat, Seat, Stream, below};

    use super::*;
    use crate::stats::poisson_weights;

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
        let found = points(&Ratings::from_orders(4, 135, &orders));
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
        let ratings = Ratings::from_orders(2, 2_000, &orders);
        let Rating::Rated(estimate) = ratings.bots[0] else { panic!("{ratings:?}") };
        let half = TENFOLD / std::f64::consts::LN_10 / 2.0;
        let expected = half / (2_000.0 * (0.25 + 0.5 * 2.0 / 9.0_f64)).sqrt();
        let se = estimate.se.unwrap();
        assert!((0.85..1.15).contains(&(se / expected)), "{se} {expected}");
        assert!((estimate.mean - half * 2_f64.ln()).abs() < 4.0 * expected, "{estimate:?}");
        let width = (estimate.hi.unwrap() - estimate.lo.unwrap()) / (2.0 * 1.96 * se);
        assert!((0.85..1.15).contains(&width), "{estimate:?}");
        let misfit = ratings.misfit.unwrap();
        assert!(!misfit.is_significant(), "the orders are of the model: {misfit:?}");
    }

    #[test]
    fn the_interval_of_few_blocks_misses_no_more_often_than_promised() {
        // As above, in blocks of six matches; 400 intervals over five blocks each.
        let truth = TENFOLD / std::f64::consts::LN_10 / 2.0 * 2_f64.ln();
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
            let ratings = Ratings::from_orders(2, 5, &orders);
            if let Rating::Rated(Estimate { lo, hi, .. }) = ratings.bots[0] {
                let outside = lo.is_some_and(|lo| truth < lo) || hi.is_some_and(|hi| truth > hi);
                missed += u32::from(outside);
            }
        }
        // 20 due, standard deviation 4.4; by percentiles it was 10 % and more.
        assert!(missed < 34, "{missed} of 400");
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
        let misfit = Ratings::from_orders(3, 400, &orders).misfit.expect("a misfit");
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
        let ratings = Ratings::from_orders(4, 2, &orders);
        assert_eq!((ratings.bots[0], ratings.bots[3]), (Rating::Above, Rating::Below));
        // 1 was ahead of 2 in three matches of four, and 3 and 0 say nothing of either.
        let half = TENFOLD * 3_f64.log10() / 2.0;
        let found = points(&ratings);
        assert!((found[1] - half).abs() < 1e-6 && (found[2] + half).abs() < 1e-6, "{found:?}");
        let none = Ratings::from_orders(4, 0, &FinishingOrders::new(&[BySeat([0, 1, 2])]));
        assert_eq!((none.bots, none.misfit), (vec![Rating::Apart; 4], None));
    }

    #[test]
    fn an_end_that_many_replicates_have_not_is_open() {
        let values = || (0..RATING_REPLICATES - 20).map(|i| i as f64).collect();
        let estimate = bounded(240.0, 300, values(), [20, 0]);
        assert_eq!((estimate.lo, estimate.se), (None, None));
        assert!(estimate.hi.is_some());
        assert!(bounded(240.0, 300, values(), [4, 0]).lo.is_some());
        assert_eq!(bounded(3.0, 300, vec![3.0; 500], [0, 0]).lo, None);
    }
}
