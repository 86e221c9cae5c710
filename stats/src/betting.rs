//! Bets on the mean of bounded values: a confidence sequence and a sequential test, valid for any distribution.

use crate::{Hypotheses, TestDecision};

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
struct Bettor {
    n: f64,
    sum: f64,
    /// Squared distances of each value from the running mean after it.
    squares: f64,
}

/// The place of a value in a range, from 0 to 1.
fn within((least, greatest): (f64, f64), value: f64) -> f64 {
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
    fn factor(self, x: f64) -> impl Fn(f64) -> f64 {
        let (mean, variance) = (self.mean(), (0.25 + self.squares) / (self.n + 1.0));
        move |m| {
            let off = mean - m;
            let bet = off / (variance + off * off);
            1.0 + bet.clamp(-MAX_RISK / (1.0 - m), MAX_RISK / m) * (x - m)
        }
    }

    /// Adds a value.
    fn add(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += (x - self.mean()).powi(2);
    }

    /// Whether the next bet is on a mean above the candidate.
    fn bets_above(self, m: f64) -> bool {
        self.mean() > m
    }
}

/// A 95 % confidence sequence for the mean of bounded values, in their order: with a probability of 0.95 the interval holds
/// the mean after *every* value, so that a run may be stopped by it. A fixed-length interval does not allow that.
///
/// A test martingale bets against each of 4,095 candidates for the mean (I. Waudby-Smith and A. Ramdas, "Estimating means of
/// bounded random variables by betting", *Journal of the Royal Statistical Society B* 86, 2024). The interval reaches one
/// candidate beyond the first and the last whose capital never reached 20.
#[derive(Clone, Debug)]
pub struct ConfidenceSequence {
    /// The least and the greatest possible value.
    range: (f64, f64),
    bettor: Bettor,
    /// The capital against each candidate from the first to the last that is left.
    capitals: Vec<f64>,
    /// The number of the first candidate in `capitals`.
    first: usize,
}

/// The number of equal cells between candidates. Of the difference of two bots' win shares one is 0.03
/// percentage points.
const CELLS: usize = 4096;

/// The capital that excludes a candidate: 1 / 0.05.
const THRESHOLD: f64 = 20.0;

impl ConfidenceSequence {
    /// No values yet, which can be from `lo` to `hi`.
    pub fn new(lo: f64, hi: f64) -> Self {
        let (bettor, capitals) = (Bettor::default(), vec![1.0; CELLS - 1]);
        Self { range: (lo, hi), bettor, capitals, first: 1 }
    }

    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let x = within(self.range, value);
        let factor = self.bettor.factor(x);
        for (number, capital) in (self.first..).zip(&mut self.capitals) {
            *capital *= factor(number as f64 / CELLS as f64);
            if *capital >= THRESHOLD {
                *capital = f64::INFINITY;
            }
        }
        self.bettor.add(x);
        let is_left = |capital: &f64| *capital < THRESHOLD;
        // If all are excluded, with a probability of at most 0.05, the last that were left stay.
        let Some(first) = self.capitals.iter().position(is_left) else { return };
        let last = self.capitals.iter().rposition(is_left).unwrap_or(first);
        self.capitals.truncate(last + 1);
        self.capitals.drain(..first);
        self.first += first;
    }

    /// The interval.
    pub fn interval(&self) -> (f64, f64) {
        let (least, greatest) = self.range;
        let at = |number: usize| least + number as f64 / CELLS as f64 * (greatest - least);
        (at(self.first - 1), at(self.first + self.capitals.len()))
    }

    /// Whether the interval excludes a value.
    pub fn excludes(&self, value: f64) -> bool {
        let (lo, hi) = self.interval();
        value < lo || value > hi
    }
}

/// A test by betting: one capital bets on a mean difference above the lower bound, another on one below the upper bound, with
/// the bets of [`ConfidenceSequence`]. It decides "better" when the first reaches 1 / α, "not
/// better" when the second reaches 1 / β, for any distribution within the range and from the first block on.
#[derive(Clone, Copy, Debug)]
pub struct ETest {
    /// The least and the greatest possible difference.
    range: (f64, f64),
    /// The two bounds by their place in the range.
    bounds: [f64; 2],
    /// 1 / α and 1 / β.
    enough: [f64; 2],
    bettor: Bettor,
    capitals: [f64; 2],
}

impl ETest {
    /// A test whether the mean of differences in a range is above `lo` or below `hi`, with the error rates of these
    /// hypotheses.
    pub fn new((lo, hi): (f64, f64), range: (f64, f64), hypotheses: Hypotheses) -> Self {
        Self {
            range,
            bounds: [lo, hi].map(|bound| within(range, bound)),
            enough: [1.0 / hypotheses.alpha, 1.0 / hypotheses.beta],
            bettor: Bettor::default(),
            capitals: [1.0; 2],
        }
    }

    /// Adds a block's difference; returns the decision, if there is one.
    pub fn add(&mut self, difference: f64) -> Option<TestDecision> {
        let x = within(self.range, difference);
        let [lo, hi] = self.bounds;
        let factor = self.bettor.factor(x);
        if self.bettor.bets_above(lo) {
            self.capitals[0] *= factor(lo);
        }
        if !self.bettor.bets_above(hi) {
            self.capitals[1] *= factor(hi);
        }
        self.bettor.add(x);
        if self.capitals[0] >= self.enough[0] {
            Some(TestDecision::Better)
        } else if self.capitals[1] >= self.enough[1] {
            Some(TestDecision::NotBetter)
        } else {
            None
        }
    }

    /// The capitals that bet on "better" and on "not better", from 1 on.
    pub const fn capitals(&self) -> [f64; 2] {
        self.capitals
    }

    /// The capitals that decide: 1 / α and 1 / β.
    pub const fn enough(&self) -> [f64; 2] {
        self.enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threehand_engine::{Stream, fraction};

    #[test]
    fn the_sequence_is_that_of_the_paper() {
        // NumPy 2.4, the formulas of the paper over an array of candidates i / 4096: x = (7i² + 3i) mod 11 / 10
        // for i from 1; mu = (1/2 + cumsum(x)) / (t + 1), var = (1/4 + cumsum((x - mu)²)) / (t + 1), both shifted
        // by one; lam = clip((mu - m) / (var + (mu - m)²), -0.9 / (1 - m), 0.9 / m).
        let mixed = |i: u32| f64::from((7 * i * i + 3 * i) % 11) / 10.0;
        for (value, n, interval) in [
            (mixed as fn(u32) -> f64, 10, (0.129_882_812_5, 0.785_156_25)),
            (mixed, 200, (0.332_275_390_625, 0.488_037_109_375)),
            (mixed, 2000, (0.373_535_156_25, 0.429_443_359_375)),
            (|_| 1.0, 30, (0.866_943_359_375, 1.0)),
            (|_| 1.0, 100, (0.957_519_531_25, 1.0)),
        ] {
            let mut sequence = ConfidenceSequence::new(0.0, 1.0);
            (1..=n).for_each(|i| sequence.add(value(i)));
            assert_eq!(sequence.interval(), interval, "{n}");
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
        assert_eq!((l, h), (8.0 * lo - 2.0, 8.0 * hi - 2.0));
    }

    /// How many of so many sequences of blocks ever exclude the mean; and the mean width at the end. A block's
    /// values are given with how many of 1,000 blocks have them.
    fn ever_missed(values: &[(f64, u64)], runs: u64, blocks: u64) -> (u64, f64) {
        let mean = values.iter().map(|(value, weight)| value * *weight as f64 / 1000.0).sum();
        let (mut missed, mut width) = (0, 0.0);
        for run in 0..runs {
            let mut rng = Stream::new([9, 2, 5, run]);
            let mut sequence = ConfidenceSequence::new(0.0, 1.0);
            for _ in 0..blocks {
                let mut at = (1000.0 * fraction(&mut rng)) as u64;
                let value = values.iter().find(|(_, weight)| {
                    let found = at < *weight;
                    at = at.saturating_sub(*weight);
                    found
                });
                sequence.add(value.expect("a value").0);
            }
            let (lo, hi) = sequence.interval();
            missed += u64::from(sequence.excludes(mean));
            width += (hi - lo) / runs as f64;
        }
        (missed, width)
    }

    #[test]
    fn watched_all_the_time_it_misses_less_than_one_time_in_twenty() {
        // Fair coins; six coins a block; ties with rare large losses, and with rarer ones; nearly always won.
        let coins = [16, 94, 234, 312, 234, 94, 16];
        let six: Vec<_> =
            (0..).zip(coins).map(|(won, weight)| (f64::from(won) / 6.0, weight)).collect();
        for values in [
            &[(0.0, 700), (1.0, 300)][..],
            &six,
            &[(0.5, 970), (0.666, 22), (0.0, 8)],
            &[(0.5, 997), (0.0, 3)],
            &[(1.0, 950), (0.0, 50)],
        ] {
            let (missed, width) = ever_missed(values, 400, 400);
            // 20 expected at most, standard deviation 4.4.
            assert!(missed < 30 && width < 0.2, "{missed} {width} of {values:?}");
        }
    }
}
