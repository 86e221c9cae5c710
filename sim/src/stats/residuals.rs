//! Misfits of the ratings: the largest residual, and cycles of bots that finish ahead of each other.

use std::collections::VecDeque;

use statrs::distribution::{ContinuousCDF, Normal};

use super::Tally;
use super::finishing_orders::Choice;
use super::plackett_luce::Sample;

/// The observed share of a choice that differs most from the one that the ratings expect.
#[derive(Clone, Debug, PartialEq)]
pub struct LargestResidual {
    /// The bots to choose from.
    pub of: Vec<usize>,
    /// The one that finished ahead of the others.
    pub chosen: usize,
    /// The observed share.
    pub observed: f64,
    /// The share that the ratings expect.
    pub expected: f64,
    /// Their difference in standard errors of the bootstrap.
    pub errors: f64,
    /// The number of shares that were compared.
    pub among: usize,
}

impl LargestResidual {
    /// Whether it is significant at 5 % with Bonferroni's correction for the number of shares.
    pub fn is_significant(&self) -> bool {
        2.0 * Normal::standard().sf(self.errors.abs()) * (self.among as f64) < 0.05
    }
}

/// The largest residual of a group's ratings, in standard errors.
pub(super) fn largest_residual(
    group: &[usize],
    blocks: u64,
    (plain, fitted): (&Sample<'_>, &[f64]),
    replicates: &[(Sample<'_>, Vec<f64>)],
) -> Option<LargestResidual> {
    let shares = plain.shares(group);
    let mut sums = vec![(0.0, 0.0); shares.len()];
    for (sample, strengths) in replicates {
        for ((choice, count, all), (sum, square)) in sample.shares(group).iter().zip(&mut sums) {
            let residual = count / all - choice.probability(group, strengths);
            *sum += residual;
            *square += residual * residual;
        }
    }
    let n = replicates.len() as f64;
    let among = shares.len();
    let mut worst: Option<LargestResidual> = None;
    for ((choice, count, all), (sum, square)) in shares.into_iter().zip(sums) {
        let (observed, expected) = (count / all, choice.probability(group, fitted));
        // A share of 0 or 1 has no spread in the bootstrap: then the variance is that of the model, with a match a block.
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
            let Choice { of, chosen } = choice;
            worst = Some(LargestResidual { of, chosen, observed, expected, errors, among });
        }
    }
    worst
}

/// The shortest cycle of bots of which each finishes ahead of the next significantly more often than not.
pub(super) fn cycle(tally: &Tally) -> Option<Vec<usize>> {
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
                cycle.extend(std::iter::successors(before[bot], |&bot: &usize| before[bot]));
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
