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

    /// Whether all matches of another choice are among these.
    pub const fn contains_all(self, other: Self) -> bool {
        match (self, other) {
            (Self::All | Self::Every(1), _) | (_, Self::None) => true,
            (Self::Every(n), Self::Every(m)) => m.is_multiple_of(n),
            _ => false,
        }
    }
}

/// The value of `--matches`: what goes to `matches.csv`, or a number, by an older name of `--blocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchesOrBlocks {
    /// The matches whose rows are written.
    Matches(MatchFilter),
    /// The number of blocks.
    Blocks(u64),
}

impl FromStr for MatchesOrBlocks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            true => value::whole::<1, { value::MOST_BLOCKS }>(text).map(Self::Blocks),
            false => text.parse().map(Self::Matches),
        }
    }
}

impl std::fmt::Display for MatchesOrBlocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Matches(which) => which.fmt(f),
            Self::Blocks(number) => number.fmt(f),
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
                let hint = match text.starts_with(|c: char| c.is_ascii_digit()) {
                    true => "; --blocks says how much is played".to_owned(),
                    false => did_you_mean(&nearest(text, ["all", "none"])),
                };
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
    fn a_choice_that_contains_another_has_all_its_matches() {
        let all = ["all", "none", "every=1", "every=2", "every=3", "every=6"];
        let all = all.map(|text| text.parse::<MatchFilter>().expect("a choice"));
        for one in all {
            for other in all {
                let has_all = (0..36).all(|it| one.contains(it) || !other.contains(it));
                assert_eq!(one.contains_all(other), has_all, "{one} {other}");
            }
        }
    }

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
