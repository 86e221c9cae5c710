//! The tables of a calibration: its runs and its promises.

use super::Calibrate;
use super::cells::Kept;
use super::fresh::Trial;
use super::outcome::{CalibrateOutcome, Judged};
use crate::stats::TestDecision;
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
    run_columns().table("runs.csv", rows)
}

fn run_columns<'a>() -> Columns<'a, RunRow<'a>> {
    Columns::<RunRow<'a>>::new()
        .game(|row| row.0.game)
        .variant(|row| &row.0.variant)
        .column("bot", "", "the bot, which plays itself", |row| row.0.bot())
        .column("run", "", "the number of the run", |row| row.1)
        .column("blocks", "blocks", "blocks of the run", |row| row.2.blocks())
        .column("difference", "share", DIFFERENCE, |row| row.2.difference())
        .column("p", "", "its p-value", |row| row.2.p())
        .column("missed", "", "whether the interval misses 0", |row| row.2.place().is_ne())
        .column("sprt", "", "decision of `sprt`", |row| TestDecision::word(row.2.decision))
        .column("sprt_blocks", "blocks", "blocks that `sprt` looked at", |row| row.2.tested)
        .column("anytime_missed", "", ANYTIME_MISSED, |row| row.2.strays)
}

const DIFFERENCE: &str = "difference of the two names' win shares, where 0 is true";
const ANYTIME_MISSED: &str = "whether the confidence sequence missed 0 after some block";

pub(super) fn columns_of_fresh<'a>() -> Columns<'a, PromiseRow<'a>> {
    let kept = |kept| (kept != Kept::Nothing).then_some(kept == Kept::Yes);
    Columns::<PromiseRow<'a>>::new()
        .game(|row| row.0.of.game)
        .variant(|row| &row.0.of.variant)
        .column("bot", "", "the bot, which plays itself", |row| row.0.of.bot())
        .column("runs", "runs", "number of runs", |row| row.0.runs)
        .column("blocks", "blocks", "blocks of each run", |row| row.1.cell.blocks)
        .column("promise", "", FRESH_PROMISES, |row| row.1.cell.promise.word())
        .column("due", "share", "how often the error may occur", |row| row.1.due)
        .note("for `ks_p` the least p allowed")
        .column("count", "runs", "how often it occurred", |row| row.1.count())
        .column("found", "share", "`count` divided by `runs`", |row| row.1.mean())
        .note("for `ks_p` the p")
        .column("lo", "share", "lower end of the 95 % interval of `found`", |row| row.1.share?.lo)
        .column("hi", "share", "its upper end", |row| row.1.share?.hi)
        .column("kept", "", "whether the promise was kept", move |row| kept(row.1.kept))
}

const FRESH_PROMISES: &str =
    "`interval_misses`, `sprt_false_positives`, `anytime_misses` or `ks_p`";

pub(super) fn columns_of_pool<'a>() -> Columns<'a, PromiseRow<'a>> {
    Columns::<PromiseRow<'a>>::new()
        .game(|row| row.0.of.game)
        .column("variant", "", "the rules, or the compared variants", |row| &*row.0.of.variant)
        .column("promise", "", POOL_PROMISES, |row| row.1.cell.promise.word())
        .note(POOL_CLAIMS)
        .column("figure", "", FIGURE, |row| &*row.1.cell.figure)
        .column("blocks", "blocks", "blocks of each run", |row| row.1.cell.blocks)
        .column("runs", "runs", "number of runs", |row| row.0.runs)
        .column("printed", "runs", "runs with an interval", |row| row.1.cell.printed)
        .note("of answers and verdicts all runs")
        .column("missed", "runs", "runs that miss the truth", |row| row.1.cell.missed())
        .column("missed_below", "runs", "those with an interval below it", |row| row.1.cell.below)
        .column("missed_above", "runs", "those with one above it", |row| row.1.cell.above)
        .note("or with a false answer or verdict")
        .column("missed_share", "share", "`missed` divided by `runs`", |row| row.1.mean())
        .note("a run without an interval counts as right")
        .column("lo", "share", "lower end of its exact 95 % interval", |row| row.1.share?.lo)
        .column("hi", "share", "its upper end", |row| row.1.share?.hi)
        .column("due", "share", "the share that is due, 0.05", |row| row.1.due)
        .column("kept", "", "`yes` if `lo` and `hi` lie between 3 and 7 %", |row| row.1.kept)
        .note(KEPT)
}

const POOL_PROMISES: &str = "the kind of interval, such as `win_share` or `difference_mean`";
const POOL_CLAIMS: &str = "with `_any_stop` a confidence sequence; `sprt_better` and the like: a false answer; `same`: two \
     one-sided tests against a margin that equals the truth; `direction`: a verdict of the wrong sign";
const FIGURE: &str = "the bot, the two bots, or the measure with variants and bot";
const KEPT: &str = "for an upper bound: below 7 %; `no` if above, `wide` if below, `unsure` if more runs are needed, \
     `nothing` if no interval was ever printed";

/// The figures of `runs.csv` and `calibration.csv`.
pub(super) fn figures_of_fresh() -> Vec<(&'static str, Documented)> {
    vec![
        ("runs.csv", run_columns().documented()),
        ("calibration.csv", columns_of_fresh().documented()),
    ]
}

/// The figures of `coverage.csv`.
pub(super) fn figures_of_pool() -> Vec<(&'static str, Documented)> {
    vec![("coverage.csv", columns_of_pool().documented())]
}

impl Shaped for Kept {
    fn schema() -> Schema {
        of_type("string")
    }
}
