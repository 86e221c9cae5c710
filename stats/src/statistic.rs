//! Statistics of sums over blocks, with their gradients for the delta method.

use serde::{Deserialize, Serialize};

/// A statistic of values x, or of pairs (x, y), that follows from their sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statistic {
    /// Σx / n, from n and Σx.
    Ratio,
    /// The standard deviation (divisor n), from n, Σx and Σx².
    Deviation,
    /// The correlation, from n, Σx, Σy, Σx², Σy² and Σxy.
    Correlation,
}

/// The sums over a block that a [`Statistic`] needs, in its order; the others are 0.
pub type BlockSums = [i64; 6];

/// The derivative by each of these sums, or a weight for each.
pub(super) type Gradient = [f64; 6];

/// A gradient whose last components are 0.
pub(super) fn gradient<const N: usize>(first: [f64; N]) -> Gradient {
    let mut all = [0.0; 6];
    all[..N].copy_from_slice(&first);
    all
}

impl Statistic {
    /// The number of sums that it needs.
    pub const fn parts(self) -> usize {
        match self {
            Self::Ratio => 2,
            Self::Deviation => 3,
            Self::Correlation => 6,
        }
    }

    /// The statistic and its gradient; `None` where the statistic is undefined.
    pub(super) fn value(self, sums: &[i64]) -> Option<(f64, Gradient)> {
        let sum = |part: usize| sums[part] as f64;
        let n = sum(0);
        if n == 0.0 {
            return None;
        }
        let mx = sum(1) / n;
        match self {
            Self::Ratio => Some((mx, gradient([-mx / n, 1.0 / n]))),
            Self::Deviation => {
                let deviation = variance(sum(2) / n, mx).sqrt();
                let by = |d: f64| if deviation > 0.0 { d / (2.0 * deviation * n) } else { 0.0 };
                let slope = [by(2.0 * mx * mx - sum(2) / n), by(-2.0 * mx), by(1.0)];
                Some((deviation, gradient(slope)))
            }
            Self::Correlation => {
                let my = sum(2) / n;
                let (vx, vy) = (variance(sum(3) / n, mx), variance(sum(4) / n, my));
                let scale = (vx * vy).sqrt();
                let r = (sum(5) / n - mx * my) / scale;
                // The influence of one pair is zx zy − r (zx² + zy²) / 2, with z the standard scores.
                let slope = [
                    mx * my / scale - r / 2.0 * (mx * mx / vx + my * my / vy),
                    r * mx / vx - my / scale,
                    r * my / vy - mx / scale,
                    -r / (2.0 * vx),
                    -r / (2.0 * vy),
                    1.0 / scale,
                ];
                (scale != 0.0).then(|| (r, slope.map(|d| d / n)))
            }
        }
    }
}

/// The mean square less the squared mean; 0 where no more than a rounding error is left.
fn variance(mean_square: f64, mean: f64) -> f64 {
    let variance = mean_square - mean * mean;
    if variance > 1e-12 * mean_square { variance } else { 0.0 }
}
