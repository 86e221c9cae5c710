//! An interval that may be looked at after every block.

/// A 95 % confidence sequence for the mean of values in an interval, fed in their order: with
/// probability 0.95 the mean lies within it after *every* block, so it may be watched, and a run may
/// be stopped by it. A plain 95 % interval does not allow that.
///
/// It is the predictable plug-in empirical Bernstein sequence of Waudby-Smith and Ramdas,
/// "Estimating means of bounded random variables by betting" (2024), theorem 2 with c = 1/2.
#[derive(Clone, Copy, Debug)]
pub struct ConfidenceSequence {
    /// The least and the greatest value there can be.
    range: (f64, f64),
    n: f64,
    sum: f64,
    /// Squared distances of each value to the mean as it was estimated then.
    squares: f64,
    weights: f64,
    weighted: f64,
    penalty: f64,
    lo: f64,
    hi: f64,
}

/// ln(2 / 0.05).
const LOG: f64 = 3.688_879_454_113_936;
const MOST_WEIGHT: f64 = 0.5;

impl ConfidenceSequence {
    /// Nothing is known yet of values from `lo` to `hi`.
    pub const fn new(lo: f64, hi: f64) -> Self {
        Self {
            range: (lo, hi),
            n: 0.0,
            sum: 0.0,
            squares: 0.0,
            weights: 0.0,
            weighted: 0.0,
            penalty: 0.0,
            lo: 0.0,
            hi: 1.0,
        }
    }

    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let (least, greatest) = self.range;
        let x = (value - least) / (greatest - least);
        let (mean_before, variance_before) =
            ((0.5 + self.sum) / (self.n + 1.0), (0.25 + self.squares) / (self.n + 1.0));
        self.n += 1.0;
        let weight = (2.0 * LOG / (variance_before * self.n * self.n.ln_1p())).sqrt();
        let weight = weight.min(MOST_WEIGHT);
        self.weights += weight;
        self.weighted += weight * x;
        self.penalty += (x - mean_before).powi(2) * (-(-weight).ln_1p() - weight);
        self.sum += x;
        self.squares += (x - (0.5 + self.sum) / (self.n + 1.0)).powi(2);
        let (mean, half) = (self.weighted / self.weights, (LOG + self.penalty) / self.weights);
        // The mean lies within all intervals so far, so also within what they share.
        self.lo = self.lo.max(mean - half);
        self.hi = self.hi.min(mean + half);
    }

    /// Within which the mean lies. Should the values contradict each other so much that nothing is
    /// left, which happens with probability below 0.05, it is the last point that was.
    pub fn interval(&self) -> (f64, f64) {
        let (least, greatest) = self.range;
        let scale = |x: f64| least + x * (greatest - least);
        if self.lo > self.hi {
            let middle = scale(f64::midpoint(self.lo, self.hi));
            return (middle, middle);
        }
        (scale(self.lo), scale(self.hi))
    }

    /// Whether some interval so far does not hold this value.
    pub fn excludes(&self, value: f64) -> bool {
        let (least, greatest) = self.range;
        let x = (value - least) / (greatest - least);
        x < self.lo || x > self.hi
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threehand_engine::{Stream, fraction};

    #[test]
    fn the_sequence_is_that_of_the_paper() {
        // NumPy 2.4, the formulas of the paper over whole arrays: x = (7i² + 3i) mod 11 / 10 for i
        // from 1; mu = (1/2 + cumsum(x)) / (t + 1), var = (1/4 + cumsum((x - mu)²)) / (t + 1), both
        // shifted by one; lam = min(sqrt(2 ln(2/α) / (var t ln(1 + t))), 1/2).
        let mut sequence = ConfidenceSequence::new(0.0, 1.0);
        let mut shown = Vec::new();
        for i in 1..=200_u32 {
            sequence.add(f64::from((7 * i * i + 3 * i) % 11) / 10.0);
            let (mean, half) =
                (sequence.weighted / sequence.weights, (LOG + sequence.penalty) / sequence.weights);
            shown.push((mean - half, mean + half));
        }
        for (n, (lo, hi)) in [
            (10, (-0.356_295_777_427_721_9, 1.236_295_777_427_722)),
            (200, (0.317_245_921_608_001_36, 0.487_916_017_915_455_8)),
        ] {
            let (l, h) = shown[n - 1];
            assert!((l - lo).abs() < 1e-12 && (h - hi).abs() < 1e-12, "{n}: {l} {h}");
        }
    }

    #[test]
    fn a_scale_moves_the_interval_and_nothing_else() {
        let (mut plain, mut scaled) =
            (ConfidenceSequence::new(0.0, 1.0), ConfidenceSequence::new(-2.0, 6.0));
        for i in 0..300 {
            let x = f64::from(i % 5) / 4.0;
            plain.add(x);
            scaled.add(-2.0 + 8.0 * x);
        }
        let ((lo, hi), (l, h)) = (plain.interval(), scaled.interval());
        assert!((l - (8.0 * lo - 2.0)).abs() < 1e-9 && (h - (8.0 * hi - 2.0)).abs() < 1e-9);
    }

    #[test]
    fn watched_all_the_time_it_misses_less_than_one_time_in_twenty() {
        let mut rng = Stream::new([9, 2, 5, 0]);
        let mut missed = 0;
        for _ in 0..1_000 {
            let mut sequence = ConfidenceSequence::new(0.0, 1.0);
            for _ in 0..400 {
                sequence.add(if fraction(&mut rng) < 0.3 { 1.0 } else { 0.0 });
            }
            let (lo, hi) = sequence.interval();
            assert!(sequence.excludes(0.3) || (lo..=hi).contains(&0.3));
            missed += u32::from(sequence.excludes(0.3));
        }
        // 50 expected at most, standard deviation 7.
        assert!(missed < 60, "{missed}");
    }
}
