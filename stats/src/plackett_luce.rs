//! The Plackett–Luce model of finishing orders.
//!
//! Each bot has a strength; of the bots left to choose from, each is next with a probability in proportion to its strength.
//! The maximum-likelihood strengths are found by the MM algorithm (D. R. Hunter, "MM algorithms for generalized
//! Bradley–Terry models", *Annals of Statistics* 32, 2004, section 5). They are finite only among bots that each
//! finished ahead of each other by some chain of results.

use std::collections::{BTreeMap, BTreeSet};

use crate::finishing_orders::Choice;

impl Choice {
    /// The probability of the choice by the strengths of a group; bots outside have strength 0.
    pub(super) fn probability(&self, group: &[usize], strengths: &[f64]) -> f64 {
        let strength = |bot| place(group, bot).map_or(0.0, |place| strengths[place]);
        let times = self.of.iter().filter(|&&bot| bot == self.chosen).count() as f64;
        let all: f64 = self.of.iter().map(|&bot| strength(bot)).sum();
        times * strength(self.chosen) / all
    }
}

/// The place of a bot in a group.
pub(super) fn place(group: &[usize], bot: usize) -> Option<usize> {
    group.iter().position(|&member| member == bot)
}

/// A choice, how often it was made, and how often there was its set of bots to choose from.
pub(super) type ChoiceCount = (Choice, f64, f64);

/// How often each choice was made.
pub(super) struct Sample<'a> {
    pub(super) kinds: &'a [Choice],
    pub(super) counts: Vec<f64>,
}

/// A set of bots to choose from.
struct ChoiceSet<'a> {
    of: &'a [usize],
    /// Their places in the rated group, once for each seat.
    members: Vec<usize>,
    times: f64,
}

impl<'a> Sample<'a> {
    fn counted(&self) -> impl Iterator<Item = (&'a Choice, f64)> {
        self.kinds.iter().zip(self.counts.iter().copied())
    }

    /// For each bot those that it was chosen ahead of, directly or by a chain of choices.
    pub(super) fn linked(&self, bots: usize) -> Vec<Vec<bool>> {
        let mut next = vec![BTreeSet::<usize>::new(); bots];
        for (choice, _) in self.counted().filter(|(_, count)| *count > 0.0) {
            next[choice.chosen].extend(choice.of.iter().filter(|bot| **bot != choice.chosen));
        }
        let reached = |start: usize| {
            let mut reached = vec![false; bots];
            let mut due = vec![start];
            while let Some(bot) = due.pop() {
                let linked = next[bot].iter().copied();
                due.extend(linked.filter(|&other| !std::mem::replace(&mut reached[other], true)));
            }
            reached
        };
        (0..bots).map(reached).collect()
    }

    /// The maximum-likelihood strengths of a linked group, of geometric mean 1, from `start` on. Choices between one of the
    /// group and bots outside have a single outcome, so they have no weight.
    pub(super) fn fit(&self, group: &[usize], start: &[f64]) -> Vec<f64> {
        const MAX_STEPS: usize = 20_000;
        const TOLERANCE: f64 = 1e-11;
        let mut sets: Vec<ChoiceSet<'_>> = Vec::new();
        let mut chosen = vec![0.0; group.len()];
        for (choice, count) in self.counted() {
            let Some(winner) = place(group, choice.chosen) else { continue };
            chosen[winner] += count;
            match sets.iter_mut().rev().take(3).find(|set| set.of == choice.of) {
                Some(set) => set.times += count,
                None => {
                    let members = choice.of.iter().filter_map(|&bot| place(group, bot)).collect();
                    sets.push(ChoiceSet { of: &choice.of, members, times: count });
                }
            }
        }
        let mut strengths = start.to_vec();
        let mut due = vec![0.0; group.len()];
        for _ in 0..MAX_STEPS {
            due.fill(0.0);
            for set in &sets {
                let sum: f64 = set.members.iter().map(|&member| strengths[member]).sum();
                for &member in &set.members {
                    due[member] += set.times / sum;
                }
            }
            let (mut logs, mut moved) = (0.0, 0.0_f64);
            for ((strength, due), chosen) in strengths.iter_mut().zip(&due).zip(&chosen) {
                let better = chosen / due;
                moved = moved.max((better / *strength - 1.0).abs());
                *strength = better;
                logs += libm::log(better);
            }
            let scale = libm::exp(-logs / group.len() as f64);
            strengths.iter_mut().for_each(|strength| *strength *= scale);
            if moved < TOLERANCE {
                break;
            }
        }
        strengths
    }

    /// The strengths within each part of a group, from `start` on; a bot that is a part of its own keeps its strength.
    pub(super) fn fit_parts(&self, group: &[usize], parts: &[usize], start: &[f64]) -> Vec<f64> {
        let mut strengths = start.to_vec();
        for first in 0..group.len() {
            let places: Vec<_> = (0..group.len()).filter(|&place| parts[place] == first).collect();
            if places.len() > 1 {
                let bots: Vec<_> = places.iter().map(|&place| group[place]).collect();
                let start: Vec<_> = places.iter().map(|&place| start[place]).collect();
                let fitted = self.fit(&bots, &start);
                places.iter().zip(fitted).for_each(|(&place, fit)| strengths[place] = fit);
            }
        }
        strengths
    }

    /// Those of the choices for which `is_wanted` holds.
    pub(super) fn choices(&self, is_wanted: impl Fn(&Choice) -> bool) -> Vec<ChoiceCount> {
        let mut times = BTreeMap::new();
        for (choice, count) in self.counted() {
            *times.entry(&choice.of[..]).or_default() += count;
        }
        let wanted = self.counted().filter(|(choice, _)| is_wanted(choice));
        wanted.map(|(choice, count)| (choice.clone(), count, times[&choice.of[..]])).collect()
    }

    /// The choices within a group: of each three seats who is first; and of each two bots, one ahead of the other.
    pub(super) fn shares(&self, group: &[usize]) -> Vec<ChoiceCount> {
        let is_inside = |choice: &Choice| choice.of.iter().all(|bot| group.contains(bot));
        let mut shares = self.choices(is_inside);
        let mut ahead: BTreeMap<[usize; 2], f64> = BTreeMap::new();
        for (Choice { of, chosen }, count, _) in &shares {
            for other in of.iter().filter(|bot| *bot != chosen) {
                *ahead.entry([*chosen, *other]).or_default() += count;
            }
        }
        shares.retain(|(choice, ..)| choice.of.len() == 3);
        for (&[a, b], count) in ahead.iter().filter(|([a, b], _)| a < b) {
            let behind = ahead.get(&[b, a]).copied().unwrap_or_default();
            shares.push((Choice { of: vec![a, b], chosen: a }, *count, count + behind));
        }
        shares
    }
}

/// For each bot of a group the place of the first one that is linked with it both ways.
pub(super) fn parts(linked: &[Vec<bool>], group: &[usize]) -> Vec<usize> {
    let is_part = |a: usize, b: usize| a == b || linked[a][b] && linked[b][a];
    let first = |bot: &usize| group.iter().position(|&other| is_part(*bot, other));
    group.iter().filter_map(first).collect()
}

/// The largest group of bots that are linked both ways, the first of several; none if no two are.
pub(super) fn largest(linked: &[Vec<bool>]) -> Vec<usize> {
    let group = |bot: usize| -> Vec<usize> {
        (0..linked.len()).filter(|&other| linked[bot][other] && linked[other][bot]).collect()
    };
    let groups = (0..linked.len()).map(group).filter(|group| group.len() > 1);
    groups.rev().max_by_key(Vec::len).unwrap_or_default()
}
