//! The kinds of promise: how often an interval, or a claim, may be wrong.

use serde::{Deserialize, Serialize};

/// How often a 95 % interval may miss the truth.
pub const MISSES: f64 = 0.05;

/// A promise to be wrong at this rate, and one to be wrong no more often.
const RATE: bool = false;
const BOUND: bool = true;

/// Declares the kinds of promise in the order of the tables: each with its word in files, its label for a reader,
/// and whether it is a bound.
macro_rules! promises {
    ($($name:ident $word:literal $label:literal $is_bound:ident,)+) => {
        /// A kind of promise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Promise {
            $(#[doc = $label] $name,)+
        }

        impl Promise {
            const fn declared(self) -> (&'static str, &'static str, bool) {
                match self { $(Self::$name => ($word, $label, $is_bound),)+ }
            }
        }
    };
}

promises! {
    WinShare "win_share" "win share" RATE,
    Points "points" "points per hand" RATE,
    RolePoints "role_points" "points per hand in a role" RATE,
    Ahead "ahead" "finishing ahead of another" RATE,
    Difference "difference" "difference of win shares" RATE,
    Alone "alone" "one against two of another" RATE,
    Rating "rating" "rating" RATE,
    AboveNext "above_next" "rating above the next bot" RATE,
    Split "split" "share beside a third" RATE,
    Change "change" "effect of a third" RATE,
    Kingmaking "kingmaking" "who pays for the third" RATE,
    WinShareAtAnyStop "win_share_any_stop" "win share at any stop" BOUND,
    DifferenceAtAnyStop "difference_any_stop" "difference at any stop" BOUND,
    SprtBetter "sprt_better" "sprt: false \"better\"" BOUND,
    SprtNotBetter "sprt_not_better" "sprt: false \"not better\"" BOUND,
    ScoreBetter "sprt_score_better" "sprt on score: false \"better\"" BOUND,
    ScoreNotBetter "sprt_score_not_better" "sprt on score: false \"not better\"" BOUND,
    EBetter "e_better" "e-test: false \"better\"" BOUND,
    ENotBetter "e_not_better" "e-test: false \"not better\"" BOUND,
    Share "share" "share" RATE,
    Mean "mean" "mean" RATE,
    Deviation "deviation" "standard deviation" RATE,
    Correlation "correlation" "correlation" RATE,
    Median "median" "median" RATE,
    P95 "p95" "95th percentile" RATE,
    Uneven "uneven" "unevenness of roles" RATE,
    Distribution "distribution" "share of a value" RATE,
    MeanDifference "difference_mean" "difference of shares and means" RATE,
    DeviationDifference "difference_deviation" "difference of deviations" RATE,
    CorrelationDifference "difference_correlation" "difference of correlations" RATE,
    MedianDifference "difference_median" "difference of medians" RATE,
    P95Difference "difference_p95" "difference of 95th percentiles" RATE,
    UnevenDifference "difference_uneven" "difference of unevenness" RATE,
    Adjusted "adjusted" "luck-adjusted difference" RATE,
    Same "same" "false \"the same\" at the margin" BOUND,
    Direction "direction" "verdict in the wrong direction" BOUND,
    IntervalMisses "interval_misses" "95 % interval misses 0" RATE,
    SprtFalsePositives "sprt_false_positives" "sprt says \"better\"" BOUND,
    AnytimeMisses "anytime_misses" "confidence sequence ever misses 0" BOUND,
    EvenPValues "ks_p" "even p-values: p of their test" BOUND,
}

impl Promise {
    /// The word in files.
    pub(crate) const fn word(self) -> &'static str {
        self.declared().0
    }

    /// What it is about, for a reader.
    pub(crate) const fn label(self) -> &'static str {
        self.declared().1
    }

    /// Whether being wrong less often is as good.
    pub(super) const fn is_bound(self) -> bool {
        self.declared().2
    }

    /// The figure of this kind with these numbers of bots, variants or measures.
    pub(super) fn of<const N: usize>(self, numbers: [usize; N]) -> Subject {
        let mut of = [0; 4];
        of[..N].copy_from_slice(&numbers);
        Subject { promise: self, of }
    }
}

/// A figure that a promise is about: its kind, and numbers of bots, variants or measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Subject {
    pub(super) promise: Promise,
    pub(super) of: [usize; 4],
}
