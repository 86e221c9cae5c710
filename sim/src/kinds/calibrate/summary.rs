//! The summary of a calibration for programs.

use super::cells::Kept;
use super::fresh::Progress;
use super::outcome::{CalibrateOutcome, Judged};
use super::promise::{MISSES, Promise};
use crate::stats::{Estimate, TestDecision, UniformityTest};
use crate::tables::column::Columns;

/// Runs on fresh cards: what became of the promises, the sums of the runs, and whether their p-values are uniform.
type Fresh<'a> = (&'a CalibrateOutcome<'a>, &'a Progress, Option<UniformityTest>);

/// The runs that broke the promise of this number: intervals, false "better", confidence sequences.
fn missed(row: &Fresh<'_>, promise: usize) -> u64 {
    row.0.judged[promise].cell.missed()
}

/// A share of runs with its interval.
fn share<'a>() -> Columns<'a, Estimate> {
    Columns::<Estimate>::new()
        .column("mean", "share", "the share", |share| share.mean)
        .column("lo", "share", "lower end of its 95 % interval", |share| share.lo)
        .column("hi", "share", "upper end of its 95 % interval", |share| share.hi)
}

/// The keys of `calibrate --json`.
pub(super) fn of_fresh<'a>() -> Columns<'a, Fresh<'a>> {
    Columns::<Fresh<'a>>::new()
        .game(|row| row.0.of.game)
        .variant(|row| &row.0.of.variant)
        .column("bot", "", "the bot, which plays itself", |row| row.0.of.bot())
        .column("runs", "runs", "number of runs", |row| row.0.runs)
        .column("blocks", "blocks", "blocks of each run", |row| row.0.of.after[0])
        .column("interval_misses", "runs", "runs whose interval misses 0", |row| missed(row, 0))
        .column("expected_misses", "runs", "how many are due", |row| MISSES * row.0.runs as f64)
        .part("miss_share", "`interval_misses` as a share", share(), |row| row.0.judged[0].share)
        .column("sprt_false_positives", "runs", "runs that `sprt` calls better", |row| {
            missed(row, 1)
        })
        .part("sprt_false_positive_share", "these as a share", share(), |row| row.0.judged[1].share)
        .column("sprt_not_better", "runs", "runs that `sprt` calls not better", |row| {
            row.1.runs.decided(Some(TestDecision::NotBetter))
        })
        .column("sprt_undecided", "runs", "runs that `sprt` leaves undecided", |row| {
            row.1.runs.decided(None)
        })
        .column("sprt_blocks", "blocks", "mean number that `sprt` looked at", |row| {
            row.1.runs.tested()
        })
        .column("t0", "", "the t that is not better", |row| row.0.of.hypotheses.bounds.ends().0)
        .column("t1", "", "the t that is better", |row| row.0.of.hypotheses.bounds.ends().1)
        .column("alpha", "share", "`--alpha`", |row| row.0.of.hypotheses.alpha)
        .column("beta", "share", "`--beta`", |row| row.0.of.hypotheses.beta)
        .column("anytime_misses", "runs", "runs whose confidence sequence missed 0", |row| {
            missed(row, 2)
        })
        .column("ks_d", "", "greatest distance of the p-values from uniform", |row| {
            row.2.map(|ks| ks.distance)
        })
        .column("ks_p", "", "its p-value", |row| row.2.map(|ks| ks.p))
        .column("lattice_d", "", "the distance that the steps of differences make", |row| {
            row.1.runs.lattice()
        })
        .column("hands", "hands", "finished hands", |row| row.1.hands)
        .column("forfeits", "matches", "matches that the bot forfeited", |row| row.1.forfeits)
}

/// A kind of promise after so many blocks: how many figures, and the mean and the greatest share of runs that break it.
type KindRow = (Promise, u64, usize, Option<(f64, f64)>);

fn kinds<'a>() -> Columns<'a, KindRow> {
    Columns::<KindRow>::new()
        .column("promise", "", "the kind of promise", |row| row.0.word())
        .column("blocks", "blocks", "blocks of each run", |row| row.1)
        .column("figures", "", "figures with this promise", |row| row.2)
        .column("missed_share", "share", "runs that break it", |row| row.3.map(|over| over.0))
        .column("worst", "share", "the same of the worst figure", |row| row.3.map(|over| over.1))
}

fn broken<'a>() -> Columns<'a, &'a Judged> {
    Columns::<&'a Judged>::new()
        .column("promise", "", "the kind of promise", |row| row.cell.promise.word())
        .column("figure", "", "the figure", |row| row.cell.figure.as_str())
        .column("blocks", "blocks", "blocks of each run", |row| row.cell.blocks)
        .column("printed", "runs", "runs with an interval", |row| row.cell.printed)
        .column("missed", "runs", "runs that miss the truth", |row| row.cell.missed())
}

/// The keys of `coverage --json`.
pub(super) fn of_pool<'a>() -> Columns<'a, &'a CalibrateOutcome<'a>> {
    Columns::<&'a CalibrateOutcome<'a>>::new()
        .game(|of| of.of.game)
        .variant(|of| &of.of.variant)
        .column("bots", "", "the bots", |of| of.of.settings.bots.clone())
        .column("pool", "blocks", "blocks of the pool", |of| of.of.settings.pool)
        .column("runs", "runs", "number of runs", |of| of.runs)
        .column("promises", "", "promises checked", |of| of.judged.len())
        .column("kept", "", "promises kept", |of| of.count(Kept::Yes))
        .column("broken", "", "promises broken", |of| of.count(Kept::No))
        .column("wide", "", "promises with wider intervals than need be", |of| of.count(Kept::Wide))
        .column("unsure", "", "promises that need more runs", |of| of.count(Kept::Unsure))
        .column("nothing", "", "promises of which nothing was printed", |of| {
            of.count(Kept::Nothing)
        })
        .rows("kinds", "each kind of promise after each number of blocks", kinds(), |of| {
            let after = |kind| {
                of.of.after.iter().map(move |&blocks| {
                    let figures = of.figures(kind, blocks);
                    (kind, blocks, figures.len(), of.over(&figures))
                })
            };
            of.kinds().into_iter().flat_map(after).collect()
        })
        .rows("broken_promises", "the broken promises, the worst first", broken(), |of| of.broken())
}
