//! The summary of a calibration for programs.

use threehand_stats::{Estimate, TestDecision, UniformityTest};

use super::cells::Kept;
use super::fresh::Progress;
use super::outcome::{CalibrateOutcome, Judged};
use super::promise::{MISSES, Promise};
use crate::tables::column::Columns;

/// Runs on fresh cards: what became of the promises, the sums of the runs, and whether their p-values are uniform.
type Fresh<'a> = (&'a CalibrateOutcome<'a>, &'a Progress, Option<UniformityTest>);

/// The runs that broke the promise of this number: intervals, false "better", confidence sequences.
fn missed(row: &Fresh<'_>, promise: usize) -> u64 {
    row.0.judged[promise].cell.missed()
}

/// A share of runs with its interval.
fn share<'a>() -> Columns<'a, Estimate> {
    Columns::<Estimate>::of("share")
        .column("mean", |share| share.mean)
        .column("lo", |share| share.lo)
        .column("hi", |share| share.hi)
}

/// The keys of `calibrate --json`.
pub(super) fn of_fresh<'a>() -> Columns<'a, Fresh<'a>> {
    Columns::<Fresh<'a>>::of("calibrate")
        .column("game", |row| row.0.of.game)
        .column("variant", |row| row.0.of.variant.as_str())
        .column("bot", |row| row.0.of.bot())
        .column("runs", |row| row.0.runs)
        .column("blocks", |row| row.0.of.after[0])
        .column("interval_misses", |row| missed(row, 0))
        .column("expected_misses", |row| MISSES * row.0.runs as f64)
        .part("miss_share", share(), |row| row.0.judged[0].share)
        .column("sprt_false_positives", |row| missed(row, 1))
        .part("sprt_false_positive_share", share(), |row| row.0.judged[1].share)
        .column("sprt_not_better", |row| row.1.runs.decided(Some(TestDecision::NotBetter)))
        .column("sprt_undecided", |row| row.1.runs.decided(None))
        .column("sprt_blocks", |row| row.1.runs.tested())
        .column("t0", |row| row.0.of.hypotheses.bounds.ends().0)
        .column("t1", |row| row.0.of.hypotheses.bounds.ends().1)
        .column("alpha", |row| row.0.of.hypotheses.alpha)
        .column("beta", |row| row.0.of.hypotheses.beta)
        .column("anytime_misses", |row| missed(row, 2))
        .column("ks_d", |row| row.2.map(|ks| ks.distance))
        .column("ks_p", |row| row.2.map(|ks| ks.p))
        .column("lattice_d", |row| row.1.runs.lattice())
        .column("hands", |row| row.1.hands)
        .column("forfeits", |row| row.1.forfeits)
}

/// A kind of promise after so many blocks: how many figures, and the mean and the greatest share of runs that break it.
type KindRow = (Promise, u64, usize, Option<(f64, f64)>);

fn kinds<'a>() -> Columns<'a, KindRow> {
    Columns::<KindRow>::of("kinds")
        .column("promise", |row| row.0.word())
        .column("blocks", |row| row.1)
        .column("figures", |row| row.2)
        .column("missed_share", |row| row.3.map(|over| over.0))
        .column("worst", |row| row.3.map(|over| over.1))
}

fn broken<'a>() -> Columns<'a, &'a Judged> {
    Columns::<&'a Judged>::of("broken_promises")
        .column("promise", |row| row.cell.promise.word())
        .column("figure", |row| row.cell.figure.as_str())
        .column("blocks", |row| row.cell.blocks)
        .column("printed", |row| row.cell.printed)
        .column("missed", |row| row.cell.missed())
}

/// The keys of `coverage --json`.
pub(super) fn of_pool<'a>() -> Columns<'a, &'a CalibrateOutcome<'a>> {
    Columns::<&'a CalibrateOutcome<'a>>::of("coverage")
        .column("game", |of| of.of.game)
        .column("variant", |of| of.of.variant.as_str())
        .column("bots", |of| of.of.settings.bots.clone())
        .column("pool", |of| of.of.settings.pool)
        .column("runs", |of| of.runs)
        .column("promises", |of| of.judged.len())
        .column("kept", |of| of.count(Kept::Yes))
        .column("broken", |of| of.count(Kept::No))
        .column("wide", |of| of.count(Kept::Wide))
        .column("unsure", |of| of.count(Kept::Unsure))
        .column("nothing", |of| of.count(Kept::Nothing))
        .rows("kinds", kinds(), |of| {
            let after = |kind| {
                of.of.after.iter().map(move |&blocks| {
                    let figures = of.figures(kind, blocks);
                    (kind, blocks, figures.len(), of.over(&figures))
                })
            };
            of.kinds().into_iter().flat_map(after).collect()
        })
        .rows("broken_promises", broken(), |of| of.broken())
}
