//! The tables of a calibration: its runs and its promises.

use threehand_stats::TestDecision;

use super::Calibrate;
use super::cells::Kept;
use super::fresh::Trial;
use super::outcome::{CalibrateOutcome, Judged};
use crate::tables::column::{Columns, Documented};
use crate::tables::shape::{Schema, Shaped, of_type};
use crate::terminal::listener::TableRows;

/// A run of a calibration, by its number.
type RunRow<'a> = (&'a Calibrate, u64, &'a Trial);
/// A promise of a calibration.
type PromiseRow<'a> = (&'a CalibrateOutcome<'a>, &'a Judged);

/// `runs.csv`: runs on fresh cards, from this number on.
pub(super) fn runs_table(of: &Calibrate, first: u64, trials: &[Trial]) -> TableRows {
    let rows = (first..).zip(trials).map(|(run, trial)| (of, run, trial));
    run_columns().table(rows)
}

fn run_columns<'a>() -> Columns<'a, RunRow<'a>> {
    Columns::<RunRow<'a>>::of("runs.csv")
        .column("game", |row| row.0.game)
        .column("variant", |row| row.0.variant.as_str())
        .column("bot", |row| row.0.bot())
        .column("run", |row| row.1)
        .column("blocks", |row| row.2.blocks())
        .column("difference", |row| row.2.difference())
        .column("p", |row| row.2.p())
        .column("missed", |row| row.2.place().is_ne())
        .column("sprt", |row| TestDecision::word(row.2.decision))
        .column("sprt_blocks", |row| row.2.tested)
        .column("anytime_missed", |row| row.2.strays)
}

pub(super) fn columns_of_fresh<'a>() -> Columns<'a, PromiseRow<'a>> {
    let kept = |kept| (kept != Kept::Nothing).then_some(kept == Kept::Yes);
    Columns::<PromiseRow<'a>>::of("calibration.csv")
        .column("game", |row| row.0.of.game)
        .column("variant", |row| row.0.of.variant.as_str())
        .column("bot", |row| row.0.of.bot())
        .column("runs", |row| row.0.runs)
        .column("blocks", |row| row.1.cell.blocks)
        .column("promise", |row| row.1.cell.promise.word())
        .column("due", |row| row.1.due)
        .column("count", |row| row.1.count())
        .column("found", |row| row.1.mean())
        .column("lo", |row| row.1.share?.lo)
        .column("hi", |row| row.1.share?.hi)
        .column("kept", move |row| kept(row.1.kept))
}

pub(super) fn columns_of_pool<'a>() -> Columns<'a, PromiseRow<'a>> {
    Columns::<PromiseRow<'a>>::of("coverage.csv")
        .column("game", |row| row.0.of.game)
        .column("variant", |row| row.0.of.variant.as_str())
        .column("promise", |row| row.1.cell.promise.word())
        .column("figure", |row| &*row.1.cell.figure)
        .column("blocks", |row| row.1.cell.blocks)
        .column("runs", |row| row.0.runs)
        .column("printed", |row| row.1.cell.printed)
        .column("missed", |row| row.1.cell.missed())
        .column("missed_below", |row| row.1.cell.below)
        .column("missed_above", |row| row.1.cell.above)
        .column("missed_share", |row| row.1.mean())
        .column("lo", |row| row.1.share?.lo)
        .column("hi", |row| row.1.share?.hi)
        .column("due", |row| row.1.due)
        .column("kept", |row| row.1.kept)
}

/// The figures of `runs.csv` and `calibration.csv`.
pub(super) fn figures_of_fresh() -> Vec<(&'static str, Documented)> {
    vec![run_columns().documented(), columns_of_fresh().documented()]
}

/// The figures of `coverage.csv`.
pub(super) fn figures_of_pool() -> Vec<(&'static str, Documented)> {
    vec![columns_of_pool().documented()]
}

impl Shaped for Kept {
    fn schema() -> Schema {
        of_type("string")
    }
}
