//! What is promised of a figure, and how often a promise may be broken.

use serde::{Deserialize, Serialize};

/// Within this band of shares a 95 % interval is as good as its name.
pub(super) const BAND: (f64, f64) = (0.03, 0.07);

/// Declares the kinds of promise in the order of the table, with the word of each and what it is about.
macro_rules! promises {
    ($($name:ident $word:literal $told:literal,)+) => {
        /// A kind of promise: what the interval, or the claim, is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(super) enum Promise {
            $(#[doc = $told] $name,)+
        }

        impl Promise {
            const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The word in files.
            pub(super) const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)+ }
            }

            /// What it is about, for a reader.
            pub(super) const fn told(self) -> &'static str {
                match self { $(Self::$name => $told,)+ }
            }
        }
    };
}

promises! {
    WinShare "win_share" "win share",
    Points "points" "points a hand",
    RolePoints "role_points" "points a hand in a role",
    Ahead "ahead" "finishing ahead of another",
    Difference "difference" "difference of win shares",
    Alone "alone" "one against two of another",
    Rating "rating" "rating",
    AboveNext "above_next" "rating above the next bot",
    Split "split" "who is ahead, with a third",
    Change "change" "what the third changes",
    Kingmaking "kingmaking" "who pays for the third",
    WinShareAtAnyStop "win_share_any_stop" "win share at any stop",
    DifferenceAtAnyStop "difference_any_stop" "difference at any stop",
    SprtBetter "sprt_better" "sprt: wrong \"better\"",
    SprtNotBetter "sprt_not_better" "sprt: wrong \"not better\"",
    ScoreBetter "sprt_score_better" "sprt on score: wrong \"better\"",
    ScoreNotBetter "sprt_score_not_better" "sprt on score: wrong \"not better\"",
    EBetter "e_better" "e-test: wrong \"better\"",
    ENotBetter "e_not_better" "e-test: wrong \"not better\"",
    Share "share" "share",
    Mean "mean" "mean",
    Deviation "deviation" "standard deviation",
    Correlation "correlation" "correlation",
    Median "median" "median",
    P95 "p95" "95th percentile",
    Uneven "uneven" "unevenness of roles",
    Distribution "distribution" "share of a value",
    MeanDifference "difference_mean" "difference of shares and means",
    DeviationDifference "difference_deviation" "difference of deviations",
    CorrelationDifference "difference_correlation" "difference of correlations",
    MedianDifference "difference_median" "difference of medians",
    P95Difference "difference_p95" "difference of 95th percentiles",
    UnevenDifference "difference_uneven" "difference of unevenness",
    Adjusted "adjusted" "difference without luck",
    Same "same" "wrong \"the same\" at the margin",
    Direction "direction" "a verdict in the wrong direction",
}

impl Promise {
    /// The promise with this word.
    pub(super) fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|promise| promise.word() == word)
    }

    /// Whether less often is as good: it is a bound, not a rate.
    pub(super) const fn is_bound(self) -> bool {
        matches!(
            self,
            Self::WinShareAtAnyStop
                | Self::DifferenceAtAnyStop
                | Self::SprtBetter
                | Self::SprtNotBetter
                | Self::ScoreBetter
                | Self::ScoreNotBetter
                | Self::EBetter
                | Self::ENotBetter
                | Self::Same
                | Self::Direction
        )
    }
}

/// Which figure a promise is about: its kind, and numbers of bots, variants or measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Figure {
    pub(super) promise: Promise,
    pub(super) of: [usize; 4],
}

impl Promise {
    /// The figure of this kind with these numbers.
    pub(super) fn of<const N: usize>(self, numbers: [usize; N]) -> Figure {
        let mut of = [0; 4];
        of[..N].copy_from_slice(&numbers);
        Figure { promise: self, of }
    }
}
