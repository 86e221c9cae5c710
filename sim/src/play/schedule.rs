//! Which bots sit where: the line-ups that play each block's cards.

use clap::ValueEnum;
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
        }
    }

    /// The fewest bots that it can be played with.
    pub const fn fewest(self) -> usize {
        match self {
            Self::Triples => 3,
            Self::Pairs | Self::Gauntlet => 2,
        }
    }

    /// The line-ups, as indices of the bots by seat; they are numbered by their place here.
    pub fn lineups(self, bots: usize) -> Vec<BySeat<usize>> {
        let mut lineups = Vec::new();
        match self {
            Self::Triples => {
                for a in 0..bots {
                    for b in a + 1..bots {
                        for c in b + 1..bots {
                            let orders =
                                [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
                            lineups.extend(orders.map(BySeat));
                        }
                    }
                }
            }
            Self::Pairs | Self::Gauntlet => {
                let firsts = if self == Self::Gauntlet { 1 } else { bots };
                for a in 0..firsts {
                    for b in a + 1..bots {
                        let mixed =
                            [[a, b, b], [b, a, b], [b, b, a], [b, a, a], [a, b, a], [a, a, b]];
                        lineups.extend(mixed.map(BySeat));
                    }
                }
            }
        }
        lineups
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let format = Self::value_variants().iter().find(|format| format.name() == text);
        format.copied().ok_or_else(|| "it is triples, pairs or gauntlet".to_owned())
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

    #[test]
    fn three_bots_sit_in_all_six_orders() {
        let mut lineups = Format::Triples.lineups(3);
        assert_eq!(lineups.len(), 6);
        lineups.sort_by_key(|lineup| lineup.0);
        lineups.dedup();
        assert_eq!(lineups.len(), 6);
    }

    #[test]
    fn every_bot_sits_in_every_seat_equally_often() {
        for (format, bots) in
            [(Format::Triples, 3), (Format::Triples, 5), (Format::Pairs, 2), (Format::Pairs, 4)]
        {
            let lineups = format.lineups(bots);
            let sits = |bot, seat: usize| lineups.iter().filter(|l| l.0[seat] == bot).count();
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
    fn a_gauntlet_pairs_the_first_with_each_other() {
        let lineups = Format::Gauntlet.lineups(4);
        assert_eq!(lineups.len(), 18);
        assert!(lineups.iter().all(|lineup| lineup.0.contains(&0)));
    }
}
