//! Kingmaking: how a third bot at the table changes which of two others finishes ahead.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use threehand_engine::{BySeat, Seat};
use threehand_play::Ahead;

use crate::mergeable;
use crate::{Estimate, PairedDifference, PairedSums, Statistic, ValueRange};

/// The fewest effective blocks with matches of a kind for a standard error to trust.
const MIN_EFFECTIVE_BLOCKS: u64 = 30;

/// Two bots and a third at their table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trio {
    /// The first of the two, by number.
    pub bot: usize,
    /// The second.
    pub opponent: usize,
    /// The bot at their table; it may be one of them a second time.
    pub third: usize,
}

/// The columns of a trio's sums: how often the bot finished ahead of the opponent, ties half.
#[derive(Clone, Copy)]
enum With {
    /// With the third at the table.
    Third = 0,
    /// With any other in its seat.
    Other = 1,
    /// With the third at the table and ahead of both.
    First = 2,
    /// With the third at the table and behind both.
    Last = 3,
}

/// A trio's place, and the seats of its bot and of the opponent.
type Seated = (usize, [Seat; 2]);

/// Sums over blocks for each two bots and each third that sat with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kingmaking {
    sums: Vec<PairedSums>,
    /// In ascending order.
    #[serde(skip)]
    trios: Vec<Trio>,
    /// By line-up and the third's seat.
    #[serde(skip)]
    places: Vec<BySeat<Option<Seated>>>,
}
mergeable!(Kingmaking { sums });

/// How often the bot of a trio finishes ahead of the opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrioShares {
    /// The share of the matches with the third in which the bot finished ahead of the opponent.
    pub share: Estimate,
    /// That less the share on the same cards with others in the third's seat.
    pub change: Option<Estimate>,
    /// The share of those matches in which the third was ahead of both.
    pub first: Option<Estimate>,
    /// The share of those in which it was behind both.
    pub last: Option<Estimate>,
    /// `first` less `last`; `None` if either has fewer than 30 effective blocks.
    pub kingmaking: Option<Estimate>,
}

impl Kingmaking {
    /// Sums of no blocks, for these line-ups.
    pub fn new(lineups: &[BySeat<usize>]) -> Self {
        let seated = |lineup: &BySeat<usize>, seat: Seat| {
            let mut others = [seat.left(), seat.right()];
            others.sort_by_key(|&other| lineup[other]);
            let [bot, opponent] = others.map(|other| lineup[other]);
            (bot != opponent).then_some((Trio { bot, opponent, third: lineup[seat] }, others))
        };
        let all = lineups.iter().flat_map(|lineup| Seat::ALL.map(|seat| seated(lineup, seat)));
        let trios: BTreeSet<_> = all.flatten().map(|(trio, _)| trio).collect();
        let trios: Vec<_> = trios.into_iter().collect();
        let place = |(trio, seats)| Some((trios.binary_search(&trio).ok()?, seats));
        let places = |lineup| BySeat::from_fn(|seat| seated(lineup, seat).and_then(place));
        let sums = vec![PairedSums::new(Statistic::Ratio, 4); trios.len()];
        Self { sums, places: lineups.iter().map(places).collect(), trios }
    }

    /// Adds a block: by line-up who finished ahead of whom.
    pub(super) fn add<'a>(&mut self, matches: impl Iterator<Item = (usize, &'a Ahead)>) {
        let mut block = vec![[[0; 6]; 4]; self.trios.len()];
        for (lineup, ahead) in matches {
            for third in Seat::ALL {
                let Some((trio, [bot, opponent])) = self.places[lineup][third] else { continue };
                let end = match (ahead[third][bot], ahead[third][opponent]) {
                    (2, 2) => Some(With::First),
                    (0, 0) => Some(With::Last),
                    _ => None,
                };
                for with in [Some(With::Third), end].into_iter().flatten() {
                    let sums = &mut block[trio][with as usize];
                    sums[0] += 2;
                    sums[1] += ahead[bot][opponent];
                }
            }
        }
        let same_two = |a: &Trio, b: &Trio| (a.bot, a.opponent) == (b.bot, b.opponent);
        let mut rest = &mut block[..];
        for trios in self.trios.chunk_by(same_two) {
            let (cells, after) = rest.split_at_mut(trios.len());
            rest = after;
            for part in 0..Statistic::Ratio.parts() {
                let all: i64 = cells.iter().map(|cell| cell[With::Third as usize][part]).sum();
                for cell in &mut *cells {
                    cell[With::Other as usize][part] = all - cell[With::Third as usize][part];
                }
            }
        }
        for (sums, cell) in self.sums.iter_mut().zip(&block) {
            sums.add(cell.iter());
        }
    }

    /// Each trio, in ascending order, with its shares.
    pub fn splits(&self) -> impl Iterator<Item = (Trio, TrioShares)> {
        self.trios.iter().zip(&self.sums).filter_map(|(trio, sums)| {
            let difference = |a: With, b: With| sums.difference(a as usize, b as usize);
            let ends = [With::First, With::Last];
            let [first, last] = ends.map(|with| sums.share(with as usize));
            let is_trusted = ends
                .iter()
                .all(|with| sums.effective_blocks(*with as usize) >= MIN_EFFECTIVE_BLOCKS);
            let kingmaking = difference(With::First, With::Last).filter(|_| is_trusted);
            let between = |found: PairedDifference| match first.as_ref().zip(last.as_ref()) {
                Some((a, b)) => found.estimate.between(a, b, found.rho.unwrap_or_default()),
                None => found.estimate,
            };
            let shares = TrioShares {
                share: sums.share(With::Third as usize)?,
                change: difference(With::Third, With::Other)
                    .map(|found| found.estimate.cut(ValueRange::Between(-1.0, 1.0))),
                first,
                last,
                kingmaking: kingmaking.map(between),
            };
            Some((*trio, shares))
        })
    }
}
