//! The Plackett–Luce model: the strengths of bots that make a sample of choices likeliest.
//!
//! Each bot has a strength; of the bots left to choose from, one is next with a chance in proportion
//! to its strength. The strengths that make the observed choices likeliest are found by the MM
//! algorithm: Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32
//! (2004), section 5. There are such strengths only among bots that finish ahead of each other by
//! some chain of results, each of each; between others the likeliest difference is infinite.

use std::collections::BTreeMap;

use super::finishing_orders::Choice;

impl Choice {
    /// The chance of the choice by the strengths of a group; bots outside of it count for nothing.
    pub(super) fn chance(&self, group: &[usize], strengths: &[f64]) -> f64 {
        let strength = |bot| group.iter().position(|&m| m == bot).map_or(0.0, |m| strengths[m]);
        let times = self.of.iter().filter(|&&bot| bot == self.chosen).count() as f64;
        let all: f64 = self.of.iter().map(|&bot| strength(bot)).sum();
        times * strength(self.chosen) / all
    }
}

/// How often each choice was made, once.
pub(super) struct Sample<'a> {
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
    /// The choices of these kinds, each made so often.
    pub(super) const fn new(kinds: &'a [Choice], counts: Vec<f64>) -> Self {
        Self { kinds, counts }
    }

    fn made(&self) -> impl Iterator<Item = (&'a Choice, f64)> {
        self.kinds.iter().zip(self.counts.iter().copied())
    }

    /// Whether no choice was made at all.
    pub(super) fn is_empty(&self) -> bool {
        self.counts.iter().all(|count| *count == 0.0)
    }

    /// For each bot those that it was chosen ahead of, itself or through others.
    pub(super) fn linked(&self, bots: usize) -> Vec<Vec<bool>> {
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
    pub(super) fn fit(&self, group: &[usize], start: Option<&[f64]>) -> Vec<f64> {
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

    /// The strengths of bots within each part of a group, from these strengths on; those of different parts say nothing
    /// of each other.
    pub(super) fn fit_parts(&self, group: &[usize], parts: &[usize], start: &[f64]) -> Vec<f64> {
        let mut strengths = start.to_vec();
        for first in 0..group.len() {
            let places = (0..group.len()).filter(|&place| parts[place] == first);
            let places: Vec<usize> = places.collect();
            if places.len() > 1 {
                let bots: Vec<_> = places.iter().map(|&place| group[place]).collect();
                let start: Vec<_> = places.iter().map(|&place| start[place]).collect();
                let found = self.fit(&bots, Some(&start));
                places.iter().zip(found).for_each(|(&place, strength)| strengths[place] = strength);
            }
        }
        strengths
    }

    /// How often there was each set of bots to choose from.
    fn times(&self) -> BTreeMap<&'a [usize], f64> {
        let mut times = BTreeMap::new();
        for (choice, count) in self.made() {
            *times.entry(&choice.of[..]).or_default() += count;
        }
        times
    }

    /// The choices that were made of a bot of a linked group ahead of another of it: how often each, and how often
    /// there was its set of bots to choose from.
    pub(super) fn among(&self, group: &[usize]) -> Vec<(&'a Choice, f64, f64)> {
        let times = self.times();
        let is_among = |choice: &Choice| {
            let other = |bot: &usize| *bot != choice.chosen && group.contains(bot);
            group.contains(&choice.chosen) && choice.of.iter().any(other)
        };
        let made = self.made().filter(|(choice, count)| *count > 0.0 && is_among(choice));
        made.map(|(choice, count)| (choice, count, times[&choice.of[..]])).collect()
    }

    /// Shares of a group's choices: of each two its bots, one ahead of the other; and of each three
    /// seats, who is first. For each the bots, the one that is ahead, and how often of how many.
    pub(super) fn shares(&self, group: &[usize]) -> Vec<(Choice, f64, f64)> {
        let mut pairs = vec![vec![(0.0, false); group.len()]; group.len()];
        let mut shares = Vec::new();
        let place = |bot| group.iter().position(|&member| member == bot);
        let times = self.times();
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

/// For each bot of a group, by its place, the first place of its part: of the bots that are linked with it, each to each.
pub(super) fn parts(linked: &[Vec<bool>], group: &[usize]) -> Vec<usize> {
    let is_part = |a: usize, b: usize| a == b || linked[a][b] && linked[b][a];
    let first = |bot: &usize| group.iter().position(|&other| is_part(*bot, other));
    group.iter().filter_map(first).collect()
}

/// The bots that are linked with each other, each to each: the largest such group, of several the
/// first; none if no two are.
pub(super) fn largest(linked: &[Vec<bool>]) -> Vec<usize> {
    let group = |bot: usize| -> Vec<usize> {
        (0..linked.len()).filter(|&other| linked[bot][other] && linked[other][bot]).collect()
    };
    let groups = (0..linked.len()).map(group).filter(|group| group.len() > 1);
    groups.rev().max_by_key(Vec::len).unwrap_or_default()
}
