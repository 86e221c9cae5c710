//! Distribution functions, made of one library in software: a processor with other instructions has the same digits.

use std::f64::consts::FRAC_1_SQRT_2;

/// The 97.5 % quantile of the normal distribution.
pub(super) const NORMAL_975: f64 = 1.959_963_984_540_054;
/// Its 80 % quantile.
pub(super) const NORMAL_800: f64 = 0.841_621_233_572_914_3;

/// The probability of a normal number above `x`.
pub(super) fn normal_tail(x: f64) -> f64 {
    0.5 * libm::erfc(x * FRAC_1_SQRT_2)
}

/// The probability of a number of Student's t at least `x` from 0.
pub(super) fn t_tails(x: f64, freedom: f64) -> f64 {
    beta(freedom / 2.0, 0.5, freedom / (freedom + x * x))
}

/// The quantile of Student's t that leaves this probability on both its tails.
pub(super) fn t_of_tails(tails: f64, freedom: f64) -> f64 {
    let x = beta_quantile(freedom / 2.0, 0.5, tails);
    (freedom * (1.0 - x) / x).sqrt()
}

/// The probability of a number of the F distribution above `x`.
pub(super) fn f_tail(x: f64, [of, within]: [f64; 2]) -> f64 {
    beta(within / 2.0, of / 2.0, within / (within + of * x))
}

/// The least count of the binomial distribution that is not exceeded with this probability.
pub(super) fn binomial_quantile(n: u64, chance: f64, probability: f64) -> u64 {
    let reaches = |k: u64| beta((n - k) as f64, k as f64 + 1.0, 1.0 - chance) >= probability;
    let (mut least, mut reached) = (0, n);
    while least < reached {
        let middle = u64::midpoint(least, reached);
        (least, reached) = if reaches(middle) { (least, middle) } else { (middle + 1, reached) };
    }
    least
}

/// The quantile of the beta distribution.
pub(super) fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    let (mut lo, mut hi, mut x) = (0.0, 1.0, a / (a + b));
    // Newton's steps, and halving where one leads out.
    for _ in 0..200 {
        let off = beta(a, b, x) - probability;
        if off < 0.0 {
            lo = x;
        } else {
            hi = x;
        }
        let step = x - off * x * (1.0 - x) / power(a, b, x);
        let next = if lo < step && step < hi { step } else { f64::midpoint(lo, hi) };
        let moved = (next - x).abs();
        x = next;
        if moved <= f64::EPSILON * x {
            break;
        }
    }
    x
}

/// x^a (1 − x)^b / B(a, b).
fn power(a: f64, b: f64, x: f64) -> f64 {
    let whole = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    libm::exp(whole + a * libm::log(x) + b * libm::log1p(-x))
}

/// The distribution function of the beta distribution, by the continued fraction of Lentz (W. H. Press, S. A. Teukolsky, W. T.
/// Vetterling and B. P. Flannery, *Numerical Recipes*, 3rd ed. 2007, section 6.4).
fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return f64::from(u8::from(x >= 1.0));
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(b, a, 1.0 - x);
    }
    let not_0 = |x: f64| if x.abs() < 1e-300 { 1e-300 } else { x };
    let mut c = 1.0;
    let mut d = 1.0 / not_0(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..100_000 {
        let m = f64::from(step);
        let end = a + 2.0 * m;
        let even = m * (b - m) * x / ((end - 1.0) * end);
        let odd = -(a + m) * (a + b + m) * x / (end * (end + 1.0));
        for term in [even, odd] {
            d = 1.0 / not_0(1.0 + term * d);
            c = not_0(1.0 + term / c);
            fraction *= d * c;
        }
        if (d * c - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    power(a, b, x) * fraction / a
}
