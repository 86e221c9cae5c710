//! What no ratings can say: the share that they fit worst, and bots that finish ahead of each other in a circle.

use std::collections::VecDeque;

use statrs::distribution::{ContinuousCDF, Normal};

use super::Tally;
use super::finishing_orders::Choice;
use super::plackett_luce::Sample;

/// Something observed beside what the ratings say of it.
#[derive(Clone, Debug, PartialEq)]
pub struct LargestResidual {
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

impl LargestResidual {
    /// Whether the largest of so many would be as large by chance in less than 5 % of runs
    /// (Bonferroni).
    pub fn is_significant(&self) -> bool {
        2.0 * Normal::standard().sf(self.errors.abs()) * (self.among as f64) < 0.05
    }
}

/// The share that differs most, in standard errors, from what the strengths say of it.
pub(super) fn misfit(
    group: &[usize],
    blocks: u64,
    (plain, fitted): (&Sample<'_>, &[f64]),
    replicates: &[(Sample<'_>, Vec<f64>)],
) -> Option<LargestResidual> {
    let shares = plain.shares(group);
    let mut squares = vec![(0.0, 0.0); shares.len()];
    for (sample, strengths) in replicates {
        for ((choice, count, all), sums) in sample.shares(group).iter().zip(&mut squares) {
            let residue = count / all - choice.chance(group, strengths);
            sums.0 += residue;
            sums.1 += residue * residue;
        }
    }
    let n = replicates.len() as f64;
    let mut worst: Option<LargestResidual> = None;
    let among = shares.len();
    for ((choice, count, all), (sum, square)) in shares.into_iter().zip(squares) {
        let (observed, expected) = (count / all, choice.chance(group, fitted));
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
            let Choice { of, chosen } = choice;
            worst = Some(LargestResidual { of, chosen, observed, expected, errors, among });
        }
    }
    worst
}

/// The shortest cycle of bots that each surely finish ahead of the next.
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
