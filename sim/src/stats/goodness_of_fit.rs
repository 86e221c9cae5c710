//! How much of the finishing orders ratings explain, in log-likelihoods a choice.

use super::plackett_luce::Sample;

/// Mean log-likelihoods of the choices among rated bots: of who finishes first of three, and of who is next of two
/// different bots that are left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// By the ratings.
    pub log_likelihood: f64,
    /// If all seats were equal.
    pub log_likelihood_equal: f64,
    /// If each choice had for its chance the share of times that it was made: no chances by who is left do better.
    log_likelihood_free: f64,
}

impl Fit {
    /// The share of the log-likelihood of equal seats that the ratings explain: McFadden's R² (D. McFadden,
    /// *Conditional logit analysis of qualitative choice behavior*, 1974).
    pub fn explained(&self) -> f64 {
        1.0 - self.log_likelihood / self.log_likelihood_equal
    }

    /// The share that any chances by who is left could explain.
    pub fn explainable(&self) -> f64 {
        1.0 - self.log_likelihood_free / self.log_likelihood_equal
    }
}

/// The fit of these strengths of a group to a sample; `None` if there is nothing to choose.
pub(super) fn fit(sample: &Sample<'_>, group: &[usize], strengths: &[f64]) -> Option<Fit> {
    let (mut all, mut sums) = (0.0, [0.0; 3]);
    let equal = vec![1.0; group.len()];
    for (choice, count, times) in sample.among(group) {
        let chances =
            [choice.chance(group, strengths), choice.chance(group, &equal), count / times];
        for (sum, chance) in sums.iter_mut().zip(chances) {
            *sum += count * chance.ln();
        }
        all += count;
    }
    let [log_likelihood, log_likelihood_equal, log_likelihood_free] = sums.map(|sum| sum / all);
    (all > 0.0).then_some(Fit { log_likelihood, log_likelihood_equal, log_likelihood_free })
}
