//! How much of the finishing orders the ratings explain: log-likelihoods a choice.

use super::plackett_luce::Sample;

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
    for (choice, count, times) in sample.among(group) {
        let probability = |strengths| choice.probability(group, strengths);
        let probabilities = [probability(strengths), probability(&equal), count / times];
        for (sum, probability) in sums.iter_mut().zip(probabilities) {
            *sum += count * probability.ln();
        }
        all += count;
    }
    let [log_likelihood, log_likelihood_equal, log_likelihood_saturated] = sums.map(|s| s / all);
    (all > 0.0).then_some(Fit { log_likelihood, log_likelihood_equal, log_likelihood_saturated })
}
