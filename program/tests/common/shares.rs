//! Intervals of shares, made anew.

use statrs::distribution::{Beta, ContinuousCDF as _};

/// The ends of the interval of a share with an error that reaches so far: on the scale of the logit, or where fewer than
/// ten trials with that error would go one way, those of Clopper and Pearson for as many trials.
pub(crate) fn ends_of_share(share: f64, half: f64) -> [f64; 2] {
    // SciPy 1.17: stats.norm.ppf(0.975) = 1.959963984540054.
    let trials = share * (1.0 - share) * (1.959_963_984_540_054 / half).powi(2);
    let (yes, no) = (trials * share, trials * (1.0 - share));
    if yes.min(no) >= 10.0 {
        let (logit, half) = ((share / (1.0 - share)).ln(), half / (share * (1.0 - share)));
        return [logit - half, logit + half].map(|x| 1.0 / (1.0 + (-x).exp()));
    }
    let end = |a: f64, b: f64, below: f64| {
        let beta = Beta::new(a, b).unwrap();
        let (mut lo, mut hi) = (0.0, 1.0);
        for _ in 0..200 {
            let middle = (lo + hi) / 2.0;
            if beta.cdf(middle) < below { lo = middle } else { hi = middle }
        }
        lo
    };
    [end(yes, no + 1.0, 0.025), end(yes + 1.0, no, 0.975)]
}
