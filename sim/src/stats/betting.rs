//! How much to bet against a value of a mean.

/// What a bettor has seen of values from 0 to 1, and so what share of the capital to bet next against a
/// candidate `m` for their mean.
///
/// If the mean is `m`, a capital of 1 that is multiplied by 1 + λ (x − m) for each value x never grows on
/// average, whatever λ was chosen before x was seen. So the capital ever reaches 20 with probability 0.05 at
/// most (Ville), and candidates against which it does are ruled out: for any distribution of the values, however
/// skewed, and after any number of them.
///
/// The bets are the approximate GRAPA of Waudby-Smith and Ramdas, "Estimating means of bounded random
/// variables by betting", *Journal of the Royal Statistical Society B* 86 (2024), section B.3: λ is
/// (μ − m) / (σ² + (μ − m)²), with mean and variance as they were estimated before, and never risks more than
/// nine tenths of the capital.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bettor {
    n: f64,
    sum: f64,
    /// Squared distances of each value to the mean as it was estimated then.
    squares: f64,
}

/// Where a value lies in a range, from 0 at its least to 1 at its greatest value.
pub(super) fn within((least, greatest): (f64, f64), value: f64) -> f64 {
    (value - least) / (greatest - least)
}

/// The greatest share of the capital that one value may cost.
const MOST_RISK: f64 = 0.9;

impl Bettor {
    /// The mean so far, after half a win in one value before the first.
    fn mean(self) -> f64 {
        (0.5 + self.sum) / (self.n + 1.0)
    }

    /// By what the capital against a candidate strictly between 0 and 1 is multiplied if the next value is `x`.
    pub(super) fn factor(self, x: f64) -> impl Fn(f64) -> f64 {
        let (mean, variance) = (self.mean(), (0.25 + self.squares) / (self.n + 1.0));
        move |m| {
            let off = mean - m;
            let bet = off / (variance + off * off);
            1.0 + bet.clamp(-MOST_RISK / (1.0 - m), MOST_RISK / m) * (x - m)
        }
    }

    /// Sees a value.
    pub(super) fn see(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += (x - self.mean()).powi(2);
    }

    /// Whether the next bet against a candidate says that the mean is above it.
    pub(super) fn bets_above(self, m: f64) -> bool {
        self.mean() > m
    }
}
