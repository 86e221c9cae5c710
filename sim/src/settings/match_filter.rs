//! Which matches something is written of.

use std::str::FromStr;

use threehand_engine::options::{did_you_mean, nearest};

use super::value;

/// Which matches something is written of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFilter {
    /// Every match.
    All,
    /// No match.
    None,
    /// Match 0 and every `N`-th after it.
    Every(u64),
}

impl MatchFilter {
    /// Whether this match is among them.
    pub const fn contains(self, match_number: u64) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Every(n) => match_number.is_multiple_of(n),
        }
    }

    /// How many of these matches are among them.
    pub const fn count(self, matches: &std::ops::Range<u64>) -> u64 {
        match self {
            Self::All => matches.end - matches.start,
            Self::None => 0,
            Self::Every(n) => matches.end.div_ceil(n) - matches.start.div_ceil(n),
        }
    }
}

impl FromStr for MatchFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let every = || value::whole::<1, { u64::MAX }>(text.strip_prefix("every=")?).ok();
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            _ => every().map(Self::Every).ok_or_else(|| {
                let hint = did_you_mean(&nearest(text, ["all", "none"]));
                format!("it is all, none or every=N{hint}")
            }),
        }
    }
}

impl std::fmt::Display for MatchFilter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::None => f.write_str("none"),
            Self::Every(n) => write!(f, "every={n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_counted_as_they_are_chosen() {
        for which in [
            MatchFilter::All,
            MatchFilter::None,
            MatchFilter::Every(1),
            MatchFilter::Every(7),
            MatchFilter::Every(90),
        ] {
            for range in [0..1, 0..100, 3..21, 7..8, 8..14, 14..14] {
                let chosen = range.clone().filter(|&number| which.contains(number)).count();
                assert_eq!(which.count(&range), chosen as u64, "{which} of {range:?}");
            }
        }
    }
}
