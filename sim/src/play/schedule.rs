//! Which bots sit where: the line-ups that play each block's cards.

use clap::ValueEnum;
use indicatif::HumanCount;
use threehand_engine::BySeat;

/// How the line-ups of a block are made of the bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Each three bots in all six orders (the default for three).
    Triples,
    /// Each two bots, A and B, as ABB BAB BBA BAA ABA AAB (the default for any other number).
    Pairs,
    /// As pairs, but only those of the first bot with each other.
    Gauntlet,
    /// Of a gauntlet only the first bot alone against two of another: ABB BAB BBA.
    Abb,
}

impl Format {
    /// What is meant where nothing is said.
    pub const fn default_for(bots: usize) -> Self {
        if bots == 3 { Self::Triples } else { Self::Pairs }
    }

    /// Its name, as typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Triples => "triples",
            Self::Pairs => "pairs",
            Self::Gauntlet => "gauntlet",
            Self::Abb => "abb",
        }
    }

    /// The fewest bots that it can be played with.
    const fn fewest(self) -> usize {
        match self {
            Self::Triples => 3,
            Self::Pairs | Self::Gauntlet | Self::Abb => 2,
        }
    }

    /// The most line-ups that a block may have. A tournament of this many takes up to half a gigabyte of
    /// memory: its sums grow with line-ups and with pairs of bots, and a gauntlet has the most pairs.
    pub const fn most_lineups(self) -> usize {
        match self {
            Self::Triples | Self::Pairs => 15_000,
            Self::Gauntlet => 2_500,
            Self::Abb => 1_250,
        }
    }
}

/// The line-ups of a block: groups of bots, each in all its orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule(Vec<BySeat<usize>>);

/// The line-ups of two bots and of three.
pub(super) const PAIR: [[usize; 3]; 6] =
    [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
const TRIPLE: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Schedule {
    /// The schedule of this many bots.
    ///
    /// # Errors
    /// That they are too few for the format, or that their line-ups are too many for a block.
    pub fn new(format: Format, bots: usize) -> Result<Self, String> {
        let fewest = format.fewest();
        if bots < fewest {
            return Err(format!("{format} need at least {fewest} bots, not {bots}"));
        }
        let fits = |format: Format, bots| count(format, bots) <= format.most_lineups() as u64;
        let lineups = count(format, bots);
        if fits(format, bots) {
            return Ok(Self::of_groups(format, bots));
        }
        let most_bots = (0..bots).take_while(|&bots| fits(format, bots)).last().unwrap_or(0);
        let gauntlet = if fits(Format::Gauntlet, bots) {
            ", or --format gauntlet, which pairs only the first bot with each other"
        } else {
            ""
        };
        Err(format!(
            "{bots} bots make {} line-ups as {format}, and a block has {} at most: take {most_bots} bots or fewer{gauntlet}",
            HumanCount(lineups),
            HumanCount(format.most_lineups() as u64),
        ))
    }

    fn of_groups(format: Format, bots: usize) -> Self {
        let pairs = |a: usize| (a + 1..bots).map(move |b| [a, b, 0]);
        let triples = |[a, b, _]: [usize; 3]| (b + 1..bots).map(move |c| [a, b, c]);
        let groups: Vec<[usize; 3]> = match format {
            Format::Triples => (0..bots).flat_map(pairs).flat_map(triples).collect(),
            Format::Pairs => (0..bots).flat_map(pairs).collect(),
            Format::Gauntlet | Format::Abb => pairs(0).collect(),
        };
        let orders = match format {
            Format::Triples => &TRIPLE[..],
            Format::Pairs | Format::Gauntlet => &PAIR,
            // The first three of a pair have its first bot alone.
            Format::Abb => &PAIR[..3],
        };
        let of =
            |group: [usize; 3]| orders.iter().map(move |order| order.map(|place| group[place]));
        Self(groups.into_iter().flat_map(of).map(BySeat).collect())
    }

    /// The number of line-ups.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All line-ups, in order.
    pub fn iter(&self) -> impl Iterator<Item = BySeat<usize>> {
        self.0.iter().copied()
    }
}

/// The number of line-ups that this many bots make; `u64::MAX` where there are more.
fn count(format: Format, bots: usize) -> u64 {
    let less = |n| (bots as u64).saturating_sub(n);
    match format {
        Format::Triples => less(0).saturating_mul(less(1)).saturating_mul(less(2)),
        Format::Pairs => less(0).saturating_mul(less(1)).saturating_mul(3),
        Format::Gauntlet => less(1).saturating_mul(6),
        Format::Abb => less(1).saturating_mul(3),
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let format = Self::value_variants().iter().find(|format| format.name() == text);
        format.copied().ok_or_else(|| "it is triples, pairs, gauntlet or abb".to_owned())
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineups(format: Format, bots: usize) -> Vec<[usize; 3]> {
        Schedule::new(format, bots).unwrap().iter().map(|lineup| lineup.0).collect()
    }

    #[test]
    fn line_ups_are_numbered_by_their_bots_and_then_by_their_order() {
        for bots in 3..8 {
            let (mut triples, mut pairs) = (Vec::new(), Vec::new());
            for a in 0..bots {
                for b in a + 1..bots {
                    pairs.extend([[a, b, b], [b, a, b], [b, b, a]]);
                    pairs.extend([[b, a, a], [a, b, a], [a, a, b]]);
                    for c in b + 1..bots {
                        triples.extend([[a, b, c], [a, c, b], [b, a, c]]);
                        triples.extend([[b, c, a], [c, a, b], [c, b, a]]);
                    }
                }
            }
            assert_eq!(lineups(Format::Triples, bots), triples);
            assert_eq!(lineups(Format::Pairs, bots), pairs);
            assert_eq!(lineups(Format::Gauntlet, bots), pairs[..6 * (bots - 1)]);
        }
    }

    #[test]
    fn too_many_line_ups_are_counted_and_not_made() {
        for (format, bots, lineups, most_bots) in [
            (Format::Triples, 96, 857_280, 25),
            (Format::Triples, usize::MAX, u64::MAX, 25),
            (Format::Pairs, 72, 15_336, 71),
            (Format::Gauntlet, 418, 2_502, 417),
            (Format::Abb, 418, 1_251, 417),
        ] {
            let error = Schedule::new(format, bots).unwrap_err();
            let why = format!("make {} line-ups as {format},", HumanCount(lineups));
            assert!(error.contains(&why), "{error}");
            assert!(error.contains(&format!("take {most_bots} bots or fewer")), "{error}");
            assert_eq!(error.contains("gauntlet, which"), bots < 100, "{error}");
            let schedule = Schedule::new(format, most_bots).unwrap();
            assert_eq!(schedule.iter().count(), schedule.len());
        }
    }

    #[test]
    fn every_bot_sits_in_every_seat_equally_often() {
        for (format, bots) in
            [(Format::Triples, 3), (Format::Triples, 5), (Format::Pairs, 2), (Format::Pairs, 4)]
        {
            let lineups = lineups(format, bots);
            let sits = |bot, seat: usize| lineups.iter().filter(|l| l[seat] == bot).count();
            for bot in 0..bots {
                for seat in 0..3 {
                    assert_eq!(
                        sits(bot, seat) * 3 * bots,
                        lineups.len() * 3,
                        "{format:?} of {bots}"
                    );
                }
            }
        }
    }

    #[test]
    fn in_abb_the_first_is_alone_in_each_seat_against_two_of_each_other() {
        let due = [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 2, 2], [2, 0, 2], [2, 2, 0]];
        assert_eq!(lineups(Format::Abb, 3), due);
    }
}
