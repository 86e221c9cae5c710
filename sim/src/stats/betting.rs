//! The bets of test martingales for bounded means.

/// The running mean and variance of values from 0 to 1, from which the next bet against a candidate `m` for their mean
/// follows.
///
/// A capital of 1 is multiplied by 1 + λ (x − m) for each value x, with λ chosen before x is seen. If the mean is `m`, the
/// capital is a martingale: it ever reaches 20 with a probability of at most 0.05 (Ville's inequality), for any
/// distribution and any number of values.
///
/// The bets are the approximate GRAPA of I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
/// betting", *Journal of the Royal Statistical Society B* 86 (2024), section B.3: λ = (μ − m) / (σ² + (μ − m)²) with the
/// mean and variance of the values before, at a risk of at most nine tenths of the capital.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bettor {
    n: f64,
    sum: f64,
    /// Squared distances of each value from the running mean after it.
    squares: f64,
}

/// The place of a value in a range, from 0 to 1.
pub(super) fn within((least, greatest): (f64, f64), value: f64) -> f64 {
    (value - least) / (greatest - least)
}

/// The greatest share of the capital at risk in one bet.
const MAX_RISK: f64 = 0.9;

impl Bettor {
    /// The running mean, with a first value of 1/2.
    fn mean(self) -> f64 {
        (0.5 + self.sum) / (self.n + 1.0)
    }

    /// The factor of the capital against a candidate strictly between 0 and 1 for the next value, `x`.
    pub(super) fn factor(self, x: f64) -> impl Fn(f64) -> f64 {
        let (mean, variance) = (self.mean(), (0.25 + self.squares) / (self.n + 1.0));
        move |m| {
            let off = mean - m;
            let bet = off / (variance + off * off);
            1.0 + bet.clamp(-MAX_RISK / (1.0 - m), MAX_RISK / m) * (x - m)
        }
    }

    /// Adds a value.
    pub(super) fn add(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += (x - self.mean()).powi(2);
    }

    /// Whether the next bet is on a mean above the candidate.
    pub(super) fn bets_above(self, m: f64) -> bool {
        self.mean() > m
    }
}
