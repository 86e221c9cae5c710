//! How often each promise was broken, counted over runs.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use threehand_stats::{Estimate, binomial_interval};

use super::promise::Promise;

/// The shares of misses with which a 95 % interval is as good as its name.
pub(super) const BAND: (f64, f64) = (0.03, 0.07);

/// Where an interval lies from the truth: `Equal` if it holds the truth, `None` if none was printed.
pub(super) fn place(Estimate { lo, hi, .. }: Estimate, truth: f64) -> Option<Ordering> {
    // An end that differs from the truth by rounding alone is no miss.
    let near = 1e-9 * truth.abs().max(1e-3);
    match (lo, hi) {
        (None, None) => None,
        (_, Some(hi)) if hi < truth - near => Some(Ordering::Less),
        (Some(lo), _) if lo > truth + near => Some(Ordering::Greater),
        _ => Some(Ordering::Equal),
    }
}

/// A false claim as an interval for 0, which lies above 0 if the claim was made.
pub(super) fn claim(is_made: bool) -> Estimate {
    Estimate { mean: 0.0, se: None, lo: Some(f64::from(is_made)), hi: None }
}

/// The counts of one promise about one figure after so many blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cell {
    pub(super) promise: Promise,
    /// The name of the figure.
    pub(super) figure: String,
    pub(super) blocks: u64,
    /// Runs with an interval, or that could have made the claim.
    pub(super) printed: u64,
    /// Runs whose interval lies below the truth.
    pub(super) below: u64,
    /// Runs whose interval lies above the truth, or that made the false claim.
    pub(super) above: u64,
}

/// Whether a promise was kept, as far as the runs show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kept {
    /// It was broken about as often as it may be.
    Yes,
    /// It was broken more often.
    No,
    /// Intervals miss less often than they may: they are wider than they need be.
    Wide,
    /// It takes more runs to say.
    Unsure,
    /// No interval was ever printed.
    Nothing,
}

impl Kept {
    pub(super) const fn of(is_kept: bool) -> Self {
        if is_kept { Self::Yes } else { Self::No }
    }
}

impl Cell {
    /// Counts of no runs.
    pub(super) const fn new(promise: Promise, figure: String, blocks: u64) -> Self {
        Self { promise, figure, blocks, printed: 0, below: 0, above: 0 }
    }

    /// Counts a run by where its interval lies from the truth.
    pub(super) fn add(&mut self, place: Option<Ordering>) {
        self.printed += u64::from(place.is_some());
        self.below += u64::from(place == Some(Ordering::Less));
        self.above += u64::from(place == Some(Ordering::Greater));
    }

    /// Runs in which the promise was broken.
    pub(super) const fn missed(&self) -> u64 {
        self.below + self.above
    }

    /// These as a share of all runs, with its 95 % interval; `None` if no run printed anything.
    pub(super) fn share(&self, runs: u64) -> Option<Estimate> {
        let share = || {
            let (lo, hi) = binomial_interval(self.missed(), runs);
            let mean = self.missed() as f64 / runs as f64;
            Estimate { mean, se: None, lo: Some(lo), hi: Some(hi) }
        };
        (self.printed > 0).then(share)
    }

    /// Whether the share of misses lies in the band.
    pub(super) fn kept(&self, runs: u64) -> Kept {
        let (least, most) = BAND;
        if self.printed == 0 {
            return Kept::Nothing;
        }
        match binomial_interval(self.missed(), runs) {
            (lo, _) if lo > most => Kept::No,
            (_, hi) if hi > most => Kept::Unsure,
            _ if self.promise.is_bound() => Kept::Yes,
            (_, hi) if hi < least => Kept::Wide,
            (lo, _) if lo < least => Kept::Unsure,
            _ => Kept::Yes,
        }
    }
}

/// The counts of all promises.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) runs: u64,
    /// By figure, then by number of blocks. Empty before the first run.
    pub(super) cells: Vec<Cell>,
}

impl Counts {
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
    fn counts_that_no_runs_come_to_are_refused() {
        let of = |printed, below, above, blocks| {
            let cell = Cell {
                printed,
                below,
                above,
                ..Cell::new(Promise::Mean, "number".to_owned(), blocks)
            };
            Counts { runs: 20, cells: vec![cell] }
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

    #[test]
    fn an_interval_misses_below_or_above_the_truth() {
        let interval = |lo, hi| Estimate { mean: 0.0, se: None, lo, hi };
        for (shown, truth, found) in [
            (interval(None, None), 1.0, None),
            (interval(None, Some(0.5)), 1.0, Some(Ordering::Less)),
            (interval(Some(1.5), None), 1.0, Some(Ordering::Greater)),
            (interval(Some(1.0), Some(1.0)), 1.0 + 1e-12, Some(Ordering::Equal)),
            (claim(true), 0.0, Some(Ordering::Greater)),
            (claim(false), 0.0, Some(Ordering::Equal)),
        ] {
            assert_eq!(place(shown, truth), found, "{shown:?}");
        }
    }
}
