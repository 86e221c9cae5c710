//! The sampler of hidden cards, exact for every game.
//!
//! What a seat can't see is a row of questions: for each card, which way did it go? The answers
//! hang together only through a few running counts (hands are full, piles have their size), so
//! all the consistent rows are the paths through a layered graph whose nodes are those counts.
//! Counting the paths from each node to the end makes every draw exactly uniform, with no
//! rejection, however rare the consistent worlds are among all deals.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rand::Rng;

use crate::random::fraction;

/// The paths through a layered graph, each drawn equally often.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    layers: Vec<Layer>,
    /// The states in which a path may end, with the number of paths that lead there.
    ends: Vec<(u64, f64)>,
}

/// The nodes behind one question with the edges that lead to them.
#[derive(Clone, Debug)]
struct Layer {
    /// For each node, where its edges begin; one more at the end.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    answer: u32,
    /// The node before the question.
    from: u32,
    /// How many paths lead from the start to there.
    paths: f64,
}

type Numbers = HashMap<u64, u32, BuildHasherDefault<Mix>>;

impl Paths {
    /// Counts the paths of `questions` steps from the state `start`.
    ///
    /// `answers(i, state, way)` calls `way(answer, next)` for each answer that question `i` may
    /// have in this state, with the state that it leads to; `accept` says in which states a path
    /// may end.
    pub(crate) fn count_up(
        questions: usize,
        start: u64,
        mut answers: impl FnMut(usize, u64, &mut dyn FnMut(u32, u64)),
        accept: impl Fn(u64) -> bool,
    ) -> Self {
        let mut layers = Vec::with_capacity(questions);
        let mut nodes = vec![(start, 1.0)];
        let mut numbers = Numbers::default();
        let mut found: Vec<(u32, Edge)> = Vec::new();
        for question in 0..questions {
            let mut next_nodes: Vec<(u64, f64)> = Vec::new();
            numbers.clear();
            found.clear();
            for (from, &(state, paths)) in (0..).zip(&nodes) {
                answers(question, state, &mut |answer, next| {
                    let node = *numbers.entry(next).or_insert_with(|| {
                        next_nodes.push((next, 0.0));
                        next_nodes.len() as u32 - 1
                    });
                    next_nodes[node as usize].1 += paths;
                    found.push((node, Edge { answer, from, paths }));
                });
            }
            layers.push(Layer::of(next_nodes.len(), &found));
            nodes = next_nodes;
        }
        // Nodes that are no ends may stay: no path is drawn through what leads to none.
        let ends = nodes.into_iter().map(|(s, n)| (s, if accept(s) { n } else { 0.0 })).collect();
        Self { layers, ends }
    }

    /// How many paths there are, exact below 2⁵³.
    pub(crate) fn total(&self) -> f64 {
        self.ends.iter().map(|end| end.1).sum()
    }

    /// Draws a path and passes the answer to each question to `take(i, answer)`, the last first.
    ///
    /// # Panics
    /// If there is no path.
    pub(crate) fn draw<R: Rng>(&self, rng: &mut R, take: impl FnMut(usize, u32)) {
        self.draw_to(choose(&self.ends, |end| end.1, rng), rng, take);
    }

    /// Draws a path to this one of its ends.
    #[inline]
    fn draw_to<R: Rng>(&self, end: usize, rng: &mut R, mut take: impl FnMut(usize, u32)) {
        let mut node = end;
        for (question, layer) in self.layers.iter().enumerate().rev() {
            let edges = &layer.edges[layer.starts[node] as usize..layer.starts[node + 1] as usize];
            let edge = edges[choose(edges, |edge| edge.paths, rng)];
            take(question, edge.answer);
            node = edge.from as usize;
        }
    }
}

impl Layer {
    /// Sorts edges by the node that they lead to, in the order in which they were found.
    #[inline]
    fn of(nodes: usize, found: &[(u32, Edge)]) -> Self {
        let mut starts = vec![0; nodes + 1];
        for &(node, _) in found {
            starts[node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut edges = vec![Edge { answer: 0, from: 0, paths: 0.0 }; found.len()];
        for &(node, edge) in found {
            edges[free[node as usize] as usize] = edge;
            free[node as usize] += 1;
        }
        Self { starts, edges }
    }
}

/// Paths in four rows, one a suit, that hang together only in what their ends add up to.
///
/// Far fewer states than the same questions in one row: within a suit the counts of the suits
/// before don't matter.
#[derive(Clone, Debug)]
pub(crate) struct SuitPaths {
    suits: [Paths; 4],
    /// For each suit, the number of each end.
    numbers: [Numbers; 4],
    limits: Limits,
    /// What the first two suits may come to, with the number of paths that the four then have.
    splits: Vec<(u64, f64)>,
}

impl SuitPaths {
    /// The paths whose ends add up to the counts of `limits`.
    pub(crate) fn join(suits: [Paths; 4], limits: Limits) -> Self {
        let numbers = [0, 1, 2, 3].map(|suit: usize| {
            (0..).zip(&suits[suit].ends).map(|(number, end)| (end.0, number)).collect()
        });
        let lower = add_up(&suits[0], &suits[1], limits);
        let upper: HashMap<_, _, BuildHasherDefault<Mix>> =
            add_up(&suits[2], &suits[3], limits).into_iter().collect();
        let ways = |(sum, paths)| Some((sum, paths * upper.get(&(limits.counts - sum))?));
        let splits = lower.into_iter().filter_map(ways).collect();
        Self { suits, numbers, limits, splits }
    }

    /// How many paths there are (beyond 2⁵³ rounded).
    pub(crate) fn total(&self) -> f64 {
        self.splits.iter().map(|split| split.1).sum()
    }

    /// Draws a path: `take(suit, i, answer)` is told the answer to each question of each suit, the
    /// last first.
    ///
    /// # Panics
    /// If there is no path.
    pub(crate) fn draw<R: Rng>(&self, rng: &mut R, mut take: impl FnMut(usize, usize, u32)) {
        let (lower, _) = self.splits[choose(&self.splits, |split| split.1, rng)];
        for (a, b, sum) in [(0, 1, lower), (2, 3, self.limits.counts - lower)] {
            let partner = |end: u64| {
                let number = *self.numbers[b].get(&(sum - end))?;
                Some(number as usize)
            };
            let ways = |&(end, paths): &(u64, f64)| {
                let other = Limits { counts: sum, ..self.limits }
                    .fits(end, 0)
                    .then(|| partner(end))
                    .flatten();
                other.map_or(0.0, |number| paths * self.suits[b].ends[number].1)
            };
            let ends = &self.suits[a].ends;
            let weights: Vec<_> = ends.iter().map(ways).collect();
            let end = choose(&weights, |&weight| weight, rng);
            let other = partner(ends[end].0).expect("it was chosen for having one");
            for (suit, end) in [(a, end), (b, other)] {
                self.suits[suit].draw_to(end, rng, |question, answer| take(suit, question, answer));
            }
        }
    }
}

/// What the counts of a state must not pass: several small numbers in one, with a bit to spare on top of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most of each count.
    pub(crate) counts: u64,
    /// The bit on top of each count.
    pub(crate) tops: u64,
}

impl Limits {
    /// Eight counts below 128, a byte each.
    pub(crate) const fn bytes(counts: u64) -> Self {
        Self { counts, tops: 0x8080_8080_8080_8080 }
    }

    /// Whether two states add up without passing a limit in any count.
    pub(crate) const fn fits(self, a: u64, b: u64) -> bool {
        ((self.counts | self.tops) - (a + b)) & self.tops == self.tops
    }
}

/// The sums of an end of the one and an end of the other that stay within the limits, in rising
/// order, each with its number of paths.
fn add_up(one: &Paths, other: &Paths, limits: Limits) -> Vec<(u64, f64)> {
    let mut sums: HashMap<u64, f64, BuildHasherDefault<Mix>> = HashMap::default();
    for &(a, a_paths) in &one.ends {
        for &(b, b_paths) in &other.ends {
            if limits.fits(a, b) {
                *sums.entry(a + b).or_default() += a_paths * b_paths;
            }
        }
    }
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_unstable_by_key(|&(sum, _)| sum);
    sums
}

/// One of these, each as likely as its weight says.
///
/// # Panics
/// If none has a weight.
fn choose<T, R: Rng>(items: &[T], weight: impl Fn(&T) -> f64, rng: &mut R) -> usize {
    if items.len() == 1 {
        return 0;
    }
    let total: f64 = items.iter().map(&weight).sum();
    assert!(total > 0.0, "something must be possible");
    let mut left = fraction(rng) * total;
    let mut last = 0;
    for (i, item) in items.iter().enumerate() {
        let weight = weight(item);
        if weight > 0.0 {
            if left < weight {
                return i;
            }
            left -= weight;
            last = i;
        }
    }
    last
}

/// A hash of one number: its order is never seen, only its speed.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, n: u64) {
        let product = u128::from(self.0 ^ n) * 0x9E37_79B9_7F4A_7C15_u128;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    /// Six cards into hands of 3 and 2 and a pile of 1, the first card not into the first hand.
    fn three_piles() -> Paths {
        let sizes = [3, 2, 1];
        Paths::count_up(
            6,
            0,
            |question, state, way| {
                for pile in 0..3_u32 {
                    let filled = state >> (8 * pile) & 0xFF;
                    if filled < sizes[pile as usize] && !(question == 0 && pile == 0) {
                        way(pile, state + (1 << (8 * pile)));
                    }
                }
            },
            |_| true,
        )
    }

    #[test]
    fn the_count_is_the_multinomial_one() {
        // 6!/(3! 2! 1!) = 60 in all, of which 5!/(2! 2! 1!) = 30 start with the first hand.
        assert_eq!(three_piles().total(), 30.0);
    }

    #[test]
    fn every_path_is_drawn_equally_often() {
        let paths = three_piles();
        let mut rng = Stream::new([11, 0, 0, 0]);
        let mut counts: std::collections::BTreeMap<Vec<u32>, u32> = Default::default();
        for _ in 0..30_000 {
            let mut path = Vec::new();
            paths.draw(&mut rng, |_, answer| path.push(answer));
            *counts.entry(path).or_default() += 1;
        }
        assert_eq!(counts.len(), 30);
        let chi2: f64 = counts.values().map(|&c| (f64::from(c) - 1e3).powi(2) / 1e3).sum();
        // 29 degrees of freedom: 58.3 is passed once in a thousand streams.
        assert!(chi2 < 58.3, "{chi2}");
    }

    #[test]
    fn an_end_that_is_not_accepted_leaves_no_path() {
        let paths = Paths::count_up(1, 0, |_, _, way| way(0, 1), |state| state == 2);
        assert_eq!(paths.total(), 0.0);
    }
}
