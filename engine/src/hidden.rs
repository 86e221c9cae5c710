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
pub struct Paths {
    layers: Vec<Layer>,
    total: f64,
}

/// The nodes of one layer with their ways on.
#[derive(Clone, Debug, Default)]
struct Layer {
    /// For each node, where its edges begin; one more at the end.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    answer: u32,
    node: u32,
    /// How many paths lead from here to the end.
    paths: f64,
}

impl Paths {
    /// Counts the paths of `questions` steps from the state `start`.
    ///
    /// `answers(i, state, way)` calls `way(answer, next)` for each answer that question `i` may
    /// have in this state, with the state that it leads to; `accept` says in which states a path
    /// may end.
    pub fn count_up(
        questions: usize,
        start: u64,
        mut answers: impl FnMut(usize, u64, &mut dyn FnMut(u32, u64)),
        accept: impl Fn(u64) -> bool,
    ) -> Self {
        let mut layers = Vec::with_capacity(questions);
        let mut states = vec![start];
        let mut numbers: HashMap<u64, u32, BuildHasherDefault<Mix>> = HashMap::default();
        for question in 0..questions {
            let mut layer = Layer::default();
            let mut next_states = Vec::new();
            numbers.clear();
            for &state in &states {
                layer.starts.push(layer.edges.len() as u32);
                answers(question, state, &mut |answer, next| {
                    let node = *numbers.entry(next).or_insert_with(|| {
                        next_states.push(next);
                        next_states.len() as u32 - 1
                    });
                    layer.edges.push(Edge { answer, node, paths: 0.0 });
                });
            }
            layer.starts.push(layer.edges.len() as u32);
            layers.push(layer);
            states = next_states;
        }
        let mut ways: Vec<f64> = states.iter().map(|&s| f64::from(u8::from(accept(s)))).collect();
        for layer in layers.iter_mut().rev() {
            for edge in &mut layer.edges {
                edge.paths = ways[edge.node as usize];
            }
            // What leads nowhere is dropped, so that a draw never looks at it.
            let mut kept = Vec::with_capacity(layer.edges.len());
            let mut starts = Vec::with_capacity(layer.starts.len());
            ways.clear();
            for node in layer.starts.windows(2) {
                starts.push(kept.len() as u32);
                let edges = &layer.edges[node[0] as usize..node[1] as usize];
                kept.extend(edges.iter().filter(|edge| edge.paths > 0.0));
                ways.push(edges.iter().map(|edge| edge.paths).sum());
            }
            starts.push(kept.len() as u32);
            *layer = Layer { starts, edges: kept };
        }
        Self { layers, total: ways[0] }
    }

    /// How many paths there are, exact below 2⁵³.
    pub const fn total(&self) -> f64 {
        self.total
    }

    /// Draws a path: `take(i, answer)` is told the answer to each question, in order.
    ///
    /// # Panics
    /// If there is no path.
    pub fn draw<R: Rng>(&self, rng: &mut R, mut take: impl FnMut(usize, u32)) {
        assert!(self.total > 0.0, "something must be possible");
        let mut node = 0;
        for (question, layer) in self.layers.iter().enumerate() {
            let edges = &layer.edges[layer.starts[node] as usize..layer.starts[node + 1] as usize];
            let edge = match edges {
                [only] => only,
                _ => choose(edges, rng),
            };
            take(question, edge.answer);
            node = edge.node as usize;
        }
    }
}

fn choose<'a, R: Rng>(edges: &'a [Edge], rng: &mut R) -> &'a Edge {
    let total: f64 = edges.iter().map(|edge| edge.paths).sum();
    let mut left = fraction(rng) * total;
    for edge in edges {
        if left < edge.paths {
            return edge;
        }
        left -= edge.paths;
    }
    &edges[edges.len() - 1]
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
