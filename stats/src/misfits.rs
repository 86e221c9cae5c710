//! How well the ratings fit the finishing orders: log-likelihoods, the largest residual, and cycles of bots that finish ahead
//! of each other.

use std::collections::VecDeque;

use crate::Tally;
use crate::cumulative::normal_tail;
use crate::finishing_orders::Choice;
use crate::plackett_luce::Sample;

/// Mean log-likelihoods of the choices among rated bots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Of the ratings.
    pub log_likelihood: f64,
    /// Of equal ratings.
    pub log_likelihood_equal: f64,
    /// Of the saturated model: the observed share of each choice.
    log_likelihood_saturated: f64,
}

impl Fit {
    /// McFadden's R² of the ratings (D. McFadden, *Conditional logit analysis of qualitative choice behavior*, 1974).
    pub fn explained(&self) -> f64 {
        1.0 - self.log_likelihood / self.log_likelihood_equal
    }

    /// McFadden's R² of the saturated model, an upper bound.
    pub fn explainable(&self) -> f64 {
        1.0 - self.log_likelihood_saturated / self.log_likelihood_equal
    }
}

/// The fit of a group's strengths to a sample; `None` without a choice among the group.
pub(super) fn fit(sample: &Sample<'_>, group: &[usize], strengths: &[f64]) -> Option<Fit> {
    let (mut all, mut sums) = (0.0, [0.0; 3]);
    let equal = vec![1.0; group.len()];
    let is_among = |choice: &Choice| {
        let other = |bot: &usize| *bot != choice.chosen && group.contains(bot);
        group.contains(&choice.chosen) && choice.of.iter().any(other)
    };
    for (choice, count, times) in sample.choices(is_among).into_iter().filter(|(_, n, _)| *n > 0.0)
    {
        let probability = |strengths| choice.probability(group, strengths);
        let probabilities = [probability(strengths), probability(&equal), count / times];
        for (sum, probability) in sums.iter_mut().zip(probabilities) {
            *sum += count * libm::log(probability);
        }
        all += count;
    }
    let [log_likelihood, log_likelihood_equal, log_likelihood_saturated] = sums.map(|s| s / all);
    (all > 0.0).then_some(Fit { log_likelihood, log_likelihood_equal, log_likelihood_saturated })
}

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
        2.0 * normal_tail(self.errors.abs()) * (self.among as f64) < 0.05
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
        let errors = (observed - expected) / variance.sqrt();
        let is_worst = worst.as_ref().is_none_or(|worst| errors.abs() > worst.errors.abs());
        if variance > 1e-18 && is_worst {
            let Choice { of, chosen } = choice;
            worst = Some(LargestResidual { of, chosen, observed, expected, errors, among });
        }
    }
    worst
}

/// The shortest cycle of bots in which each finishes ahead of the next significantly more often than not.
pub(super) fn cycle(tally: &Tally) -> Option<Vec<usize>> {
    let bots = 0..tally.bots();
    let beats = |a: usize, b: usize| {
        let ahead = tally.ahead(a, b).filter(|_| a != b);
        ahead.is_some_and(|(_, share)| {
            share.lo.map_or(share.se.is_none() && share.mean > 0.5, |lo| lo > 0.5)
        })
    };
    let through = |start: usize| {
        let mut seen = vec![false; tally.bots()];
        let mut due = VecDeque::from([vec![start]]);
        while let Some(path) = due.pop_front() {
            let last = path[path.len() - 1];
            if beats(last, start) {
                return Some(path);
            }
            for next in bots.clone().filter(|&next| next != start && beats(last, next)) {
                if !std::mem::replace(&mut seen[next], true) {
                    due.push_back([&path[..], &[next]].concat());
                }
            }
        }
        None
    };
    bots.clone().filter_map(through).min_by_key(Vec::len)
}
