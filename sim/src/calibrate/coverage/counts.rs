//! How often each promise was broken, counted over runs.

use serde::{Deserialize, Serialize};

use super::pool::Found;
use super::promise::{BAND, Promise};
use crate::calibrate::share::Share;

/// One promise about one figure after so many blocks, over all runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cell {
    pub(super) promise: Promise,
    /// The name of the figure.
    pub(super) figure: String,
    pub(super) blocks: u64,
    /// In how many runs there was an interval, or could have been a claim.
    pub(super) printed: u64,
    /// In how many of these the interval lay below the truth.
    pub(super) below: u64,
    /// In how many the interval lay above the truth, or something false was claimed.
    pub(super) above: u64,
}

/// Whether a promise was kept, as far as the runs tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kept {
    /// It was broken about as often as it may be.
    Yes,
    /// It was broken more often.
    No,
    /// Intervals miss less often than they may: they are wider than need be.
    Wide,
    /// It takes more runs to tell.
    Unsure,
    /// There never was anything to break.
    Nothing,
}

impl Cell {
    /// In how many runs the promise was broken.
    pub(super) const fn missed(&self) -> u64 {
        self.below + self.above
    }

    /// In which share of so many runs; `None` if none printed anything.
    pub(super) fn share(&self, runs: u64) -> Option<Share> {
        (self.printed > 0).then(|| Share { count: self.missed(), of: runs })
    }

    /// Whether the promise was kept.
    pub(super) fn kept(&self, runs: u64) -> Kept {
        let (least, most) = BAND;
        match self.share(runs).map(Share::interval) {
            None => Kept::Nothing,
            Some((lo, _)) if lo > most => Kept::No,
            Some((_, hi)) if hi > most => Kept::Unsure,
            _ if self.promise.is_bound() => Kept::Yes,
            Some((_, hi)) if hi < least => Kept::Wide,
            Some((lo, _)) if lo < least => Kept::Unsure,
            Some(_) => Kept::Yes,
        }
    }

    fn add(&mut self, found: Found) {
        self.printed += u64::from(found != Found::Nothing);
        self.below += u64::from(found == Found::Below);
        self.above += u64::from(found == Found::Above);
    }
}

/// The counts of all promises.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(super) runs: u64,
    /// By figure, then by number of blocks. Empty before the first run.
    pub(super) cells: Vec<Cell>,
}

impl Counts {
    /// Adds what a run found of each promise after each of these numbers of blocks.
    pub(super) fn add(
        &mut self,
        found: &[Vec<Found>],
        after: &[u64],
        promises: impl FnOnce() -> Vec<(Promise, String)>,
    ) {
        if self.cells.is_empty() {
            for (promise, figure) in promises() {
                self.cells.extend(after.iter().map(|&blocks| Cell {
                    promise,
                    figure: figure.clone(),
                    blocks,
                    printed: 0,
                    below: 0,
                    above: 0,
                }));
            }
        }
        self.runs += 1;
        for (number, found) in found.iter().enumerate() {
            let cells = self.cells.iter_mut().skip(number).step_by(after.len());
            cells.zip(found).for_each(|(cell, found)| cell.add(*found));
        }
    }

    /// Whether so many runs, looked at after each of these numbers of blocks, can come to such counts.
    pub(super) fn can_be(&self, after: &[u64]) -> bool {
        let possible = |cell: &Cell| {
            let missed = cell.below.checked_add(cell.above);
            missed.is_some_and(|missed| missed <= cell.printed) && cell.printed <= self.runs
        };
        self.cells.len().is_multiple_of(after.len())
            && self.cells.iter().zip(after.iter().cycle()).all(|(cell, &n)| cell.blocks == n)
            && self.cells.iter().all(possible)
    }

    /// Adds the counts of other runs.
    pub(super) fn merge(&mut self, other: &Self) {
        self.runs += other.runs;
        if self.cells.is_empty() {
            self.cells.clone_from(&other.cells);
            return;
        }
        for (cell, other) in self.cells.iter_mut().zip(&other.cells) {
            cell.printed += other.printed;
            cell.below += other.below;
            cell.above += other.above;
        }
    }

    /// Whether both count the same promises.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        fn of(counts: &Counts) -> impl Iterator<Item = (Promise, u64, &str)> {
            counts.cells.iter().map(|cell| (cell.promise, cell.blocks, &*cell.figure))
        }
        self.cells.is_empty() || other.cells.is_empty() || of(self).eq(of(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_no_runs_come_to_are_told() {
        let of = |printed, below, above, blocks| Counts {
            runs: 20,
            cells: vec![Cell {
                promise: Promise::Mean,
                figure: "number".to_owned(),
                blocks,
                printed,
                below,
                above,
            }],
        };
        assert!(of(19, 2, 17, 5).can_be(&[5]) && Counts::default().can_be(&[5]));
        for (forged, after) in [
            (of(21, 0, 0, 5), &[5][..]),
            (of(20, 10, 11, 5), &[5]),
            (of(20, 1, u64::MAX, 5), &[5]),
            (of(20, 0, 0, 6), &[5]),
            (of(20, 0, 0, 5), &[5, 20]),
        ] {
            assert!(!forged.can_be(after), "{forged:?} {after:?}");
        }
    }
}
