//! The verdict on a difference from the tests on several rungs of bots, and the correction for many tests.

use std::cmp::Ordering;

/// The level of significance of corrected p-values.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// The number of rungs that have to agree.
pub const RUNGS_REQUIRED: usize = 3;

/// The verdict on a difference. On each rung it is significantly above 0, below 0, or neither (`Equal`); or it could not be
/// tested (`None`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same sign on three rungs or more, the other on none.
    Holds(Ordering),
    /// Equivalent within the margin on all rungs.
    Same,
    /// Not the same on all rungs: a test of heterogeneity is significant, or two rungs have opposite signs.
    DependsOnTheBots,
    /// The same sign on fewer than three rungs, neither on the others.
    TooFewRungs(Ordering),
    /// Significant on none.
    NoDifference,
    /// Tested on none: undefined, or without a standard error.
    NotTested,
}

impl Verdict {
    /// The verdict of these rungs. `is_same`: the difference is within its margin on each of them; `differ`: the test of
    /// heterogeneity is significant.
    pub fn of(rungs: &[Option<Ordering>], is_same: bool, differ: bool) -> Self {
        let count = |sign| rungs.iter().filter(|rung| **rung == Some(sign)).count();
        let tested = rungs.iter().flatten().count();
        match (count(Ordering::Greater), count(Ordering::Less)) {
            _ if tested == 0 => Self::NotTested,
            (above, 0) if above >= RUNGS_REQUIRED => Self::Holds(Ordering::Greater),
            (0, below) if below >= RUNGS_REQUIRED => Self::Holds(Ordering::Less),
            _ if is_same && tested >= RUNGS_REQUIRED => Self::Same,
            _ if differ => Self::DependsOnTheBots,
            (0, 0) => Self::NoDifference,
            (_, 0) => Self::TooFewRungs(Ordering::Greater),
            (0, _) => Self::TooFewRungs(Ordering::Less),
            (_, _) => Self::DependsOnTheBots,
        }
    }
}

/// The p-values with Holm's correction: those below α are significant with a family-wise error rate of at most α, for any
/// dependence. `None` is no test.
pub fn holm(p: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> =
        p.iter().enumerate().filter_map(|(i, p)| Some((i, (*p)?))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let tests = order.len();
    let mut adjusted = vec![None; p.len()];
    let mut greatest = 0.0_f64;
    for (rank, (i, p)) in order.into_iter().enumerate() {
        greatest = greatest.max(((tests - rank) as f64 * p).min(1.0));
        adjusted[i] = Some(greatest);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_from_the_rungs_and_the_tests() {
        use Ordering::{Equal, Greater, Less};
        let (up, down, no) = (Some(Greater), Some(Less), Some(Equal));
        for (rungs, is_same, differ, verdict) in [
            (&[up, up, up][..], false, false, Verdict::Holds(Greater)),
            (&[down, no, down, down], false, false, Verdict::Holds(Less)),
            (&[up, up, up, down], false, false, Verdict::DependsOnTheBots),
            (&[up, up, no], false, false, Verdict::TooFewRungs(Greater)),
            (&[up, no], false, false, Verdict::TooFewRungs(Greater)),
            (&[up, up], false, false, Verdict::TooFewRungs(Greater)),
            (&[None, down, down], false, false, Verdict::TooFewRungs(Less)),
            (&[no, no, None], false, false, Verdict::NoDifference),
            (&[None, None], false, false, Verdict::NotTested),
            // Rungs differ only by a test of heterogeneity.
            (&[up, up, up], false, true, Verdict::Holds(Greater)),
            (&[down, no, no], false, true, Verdict::DependsOnTheBots),
            (&[no, no], false, true, Verdict::DependsOnTheBots),
            // Equivalence takes three rungs, too.
            (&[up, up, up], true, false, Verdict::Holds(Greater)),
            (&[up, no, no], true, false, Verdict::Same),
            (&[no, no, no], true, false, Verdict::Same),
            (&[no, no], true, false, Verdict::NoDifference),
            (&[None, None], true, false, Verdict::NotTested),
        ] {
            assert_eq!(Verdict::of(rungs, is_same, differ), verdict, "{rungs:?}");
        }
    }

    #[test]
    fn the_correction_is_that_of_its_definition() {
        // By the definition of R's p.adjust(p, "holm"), pmin(1, cummax((n - i + 1) * sort(p))):
        // 4 × 0.005, 3 × 0.01, 2 × 0.03, and 1 × 0.04, which is raised to what comes before it.
        let p = [Some(0.01), None, Some(0.04), Some(0.03), Some(0.005)];
        let expected = [Some(0.03), None, Some(0.06), Some(0.06), Some(0.02)];
        for (found, expected) in holm(&p).into_iter().zip(expected) {
            assert_eq!(found.is_some(), expected.is_some());
            assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-15);
        }
        // statsmodels 0.15: multipletests([0.011, 0.04, 0.0007, 0.2, 0.049, 0.3], method="holm").
        let p = [0.011, 0.04, 0.000_7, 0.2, 0.049, 0.3].map(Some);
        let expected = [0.055, 0.16, 0.004_2, 0.4, 0.16, 0.4];
        for (found, expected) in holm(&p).into_iter().zip(expected) {
            assert!((found.unwrap() - expected).abs() < 1e-15, "{found:?} {expected}");
        }
        assert_eq!(holm(&[Some(0.9), Some(0.8)]), [Some(1.0), Some(1.0)]);
        assert!(holm(&[None]) == [None]);
    }
}
