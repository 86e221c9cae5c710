//! Who pays: how a third bot at the table moves the split between two others.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use threehand_engine::{BySeat, Seat};

use super::{Estimate, PairedSums, Statistic};
use threehand_play::Ahead;

/// Of fewer blocks that have matches of a kind the error can't be trusted.
const FEWEST: u64 = 30;

/// Two bots and the one that sits with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trio {
    /// The bot that sits with the two; it may be one of them a second time.
    pub third: usize,
    /// The first of the two, by number.
    pub bot: usize,
    /// The second.
    pub opponent: usize,
}

/// How often the bot finished ahead of the opponent, ties half: parts of one measure.
#[derive(Clone, Copy)]
enum With {
    /// With the third at the table.
    Third = 0,
    /// With any other in its chair.
    Other = 1,
    /// With the third at the table and ahead of both.
    First = 2,
    /// With the third at the table and behind both.
    Last = 3,
}

/// Sums over blocks, for each two bots and each third that sat with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kingmaking {
    sums: Vec<PairedSums>,
    #[serde(skip)]
    rows: Vec<Trio>,
    /// By line-up and the third's seat, the row, and whether the bot sits left of the third.
    #[serde(skip)]
    places: Vec<BySeat<Option<(usize, bool)>>>,
    /// By row, those of the same two bots with another third.
    #[serde(skip)]
    others: Vec<Vec<usize>>,
}

/// What is known of one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrioShares {
    /// Share of the matches with the third in which the bot finished ahead of the opponent.
    pub share: Estimate,
    /// That less the same on the same cards with others in the third's chair.
    pub change: Option<Estimate>,
    /// The same of those matches in which the third was ahead of both.
    pub first: Option<Estimate>,
    /// The same of those in which it was behind both.
    pub last: Option<Estimate>,
    /// The first of these two less the second; `None` if either rests on fewer than 30 blocks.
    pub kingmaking: Option<Estimate>,
}

impl Kingmaking {
    /// Nothing yet, of these line-ups.
    pub fn new(lineups: &[BySeat<usize>]) -> Self {
        let mut numbers = BTreeMap::new();
        let seated = |lineup: &BySeat<usize>, seat: Seat| {
            let (left, right) = (lineup[seat.left()], lineup[seat.right()]);
            let row = Trio { third: lineup[seat], bot: left.min(right), opponent: left.max(right) };
            (left != right).then_some((row, left < right))
        };
        for lineup in lineups {
            for (row, _) in Seat::ALL.into_iter().filter_map(|seat| seated(lineup, seat)) {
                numbers.insert((row.bot, row.opponent, row.third), 0);
            }
        }
        for (number, value) in numbers.values_mut().enumerate() {
            *value = number;
        }
        let place =
            |(row, left): (Trio, bool)| (numbers[&(row.bot, row.opponent, row.third)], left);
        let places = lineups
            .iter()
            .map(|lineup| BySeat::from_fn(|seat| seated(lineup, seat).map(place)))
            .collect();
        let rows: Vec<_> =
            numbers.keys().map(|&(bot, opponent, third)| Trio { third, bot, opponent }).collect();
        let others = rows.iter().enumerate().map(|(number, row)| {
            let same = |&other: &usize| {
                other != number
                    && (rows[other].bot, rows[other].opponent) == (row.bot, row.opponent)
            };
            (0..rows.len()).filter(same).collect()
        });
        let others = others.collect();
        Self { sums: vec![PairedSums::new(Statistic::Ratio, 4); rows.len()], rows, places, others }
    }

    /// Adds a block: by line-up who finished ahead of whom.
    pub(super) fn add<'a>(&mut self, matches: impl Iterator<Item = (usize, &'a Ahead)>) {
        let mut block = vec![[[0; 6]; 4]; self.rows.len()];
        for (lineup, ahead) in matches {
            for third in Seat::ALL {
                let Some((row, left)) = self.places[lineup][third] else { continue };
                let (left, right) = if left {
                    (third.left(), third.right())
                } else {
                    (third.right(), third.left())
                };
                let mut count = |with: With| {
                    let parts = &mut block[row][with as usize];
                    parts[0] += 2;
                    parts[1] += ahead[left][right];
                };
                count(With::Third);
                match (ahead[third][left], ahead[third][right]) {
                    (2, 2) => count(With::First),
                    (0, 0) => count(With::Last),
                    _ => {}
                }
            }
        }
        for (row, others) in self.others.iter().enumerate() {
            for &other in others {
                let with = block[other][With::Third as usize];
                let sums = &mut block[row][With::Other as usize];
                sums.iter_mut().zip(with).for_each(|(sum, part)| *sum += part);
            }
        }
        for (sums, parts) in self.sums.iter_mut().zip(&block) {
            sums.add(parts.iter());
        }
    }

    /// Adds the sums of other blocks of the same line-ups.
    pub fn merge(&mut self, other: &Self) {
        for (sums, others) in self.sums.iter_mut().zip(&other.sums) {
            sums.merge(others);
        }
    }

    /// Whether others are sums of as many rows.
    pub fn is_like(&self, other: &Self) -> bool {
        self.sums.len() == other.sums.len()
            && self.sums.iter().zip(&other.sums).all(|(sums, others)| sums.is_like(others))
    }

    /// Each two bots with each third, and how they split; by the two, then by the third.
    pub fn splits(&self) -> impl Iterator<Item = (Trio, TrioShares)> {
        self.rows.iter().zip(&self.sums).filter_map(|(row, sums)| {
            let difference = |a: With, b: With| sums.difference(a as usize, b as usize);
            let enough = |with: With| sums.effective_blocks(with as usize) >= FEWEST;
            let enough = enough(With::First) && enough(With::Last);
            let (first, last) = (sums.share(With::First as usize), sums.share(With::Last as usize));
            let kingmaking = difference(With::First, With::Last).filter(|_| enough).map(|found| {
                first.zip(last).map_or(found.estimate, |(first, last)| {
                    found.estimate.between(&first, &last, found.rho.unwrap_or_default())
                })
            });
            let split = TrioShares {
                share: sums.share(With::Third as usize)?,
                change: difference(With::Third, With::Other).map(|found| found.estimate),
                first,
                last,
                kingmaking,
            };
            Some((*row, split))
        })
    }
}
