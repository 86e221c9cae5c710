//! The figures of `check`: the columns of `decisions.csv`, and the keys of its summary for programs.

use threehand_stats::Estimate;

use super::Check;
use super::calls::CallRow;
use super::decisions::{Figure, JUDGE};
use crate::kinds::compare::columns::cells;
use crate::tables::column::Columns;
use crate::tables::shape::Key;

/// The file of the table of calls.
const CALLS: &str = "calls.csv";

/// The file of the table of decisions.
pub const DECISIONS: &str = "decisions.csv";

/// A phase with a bot.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    of: &'a Check<'a>,
    phase: usize,
    bot: usize,
}

impl Row<'_> {
    fn value(&self, figure: Figure) -> Option<Estimate> {
        self.of.decisions.value(self.phase, self.bot, figure)
    }
}

impl<'a> Check<'a> {
    /// Each phase with each bot.
    pub(super) fn rows(&'a self) -> impl Iterator<Item = Row<'a>> {
        let bots = 0..self.hands.len();
        let phases = 0..self.decisions.0.len();
        phases.flat_map(move |phase| bots.clone().map(move |bot| Row { of: self, phase, bot }))
    }

    /// Each call of each bot.
    pub(super) fn of_calls(&'a self) -> impl Iterator<Item = (&'a Self, &'a CallRow)> {
        self.calls.iter().map(move |row| (self, row))
    }
}

/// `calls.csv`: how often a bot makes a call, and what it gets in such hands.
pub fn calls<'a>() -> Columns<'a, (&'a Check<'a>, &'a CallRow)> {
    Columns::<(&'a Check<'a>, &'a CallRow)>::of(CALLS)
        .column("game", |(of, _)| of.comparison.design.game.name())
        .only_csv()
        .column("variant", |(of, _)| of.comparison.design.variants[0].as_str())
        .only_csv()
        .column("phase", |(_, row)| row.phase)
        .column("call", |(_, row)| row.call.as_str())
        .column("bot", |(of, row)| of.comparison.design.rungs[row.bot].label.as_str())
        .column("blocks", |(of, _)| of.comparison.study.blocks)
        .column("share", |(_, row)| row.share)
        .ends("share_")
        .key("share")
        .column("points", |(_, row)| row.points)
        .ends("points_")
        .key("points")
}

/// `decisions.csv`: the decisions of a phase, and how a bot takes them.
pub fn decisions<'a>() -> Columns<'a, Row<'a>> {
    Columns::<Row<'a>>::of(DECISIONS)
        .column("game", |row| row.of.comparison.design.game.name())
        .only_csv()
        .column("variant", |row| row.of.comparison.design.variants[0].as_str())
        .only_csv()
        .column("phase", |row| row.of.decisions.0[row.phase].0)
        .column("bot", |row| row.of.comparison.design.rungs[row.bot].label.as_str())
        .column("blocks", |row| row.of.comparison.study.blocks)
        .column("judge", |_| JUDGE)
        .column("decisions", |row| row.value(Figure::Decisions))
        .ends("decisions_")
        .key("decisions")
        .column("forced", |row| row.value(Figure::Forced))
        .ends("forced_")
        .key("forced")
        .column("choices", |row| row.value(Figure::Choices))
        .ends("choices_")
        .key("choices")
        .column("best_less_worst", |row| row.value(Figure::Range))
        .ends("best_less_worst_")
        .key("best_less_worst")
        .column("best_less_second", |row| row.value(Figure::Gap))
        .ends("best_less_second_")
        .key("best_less_second")
        .column("found", |row| row.value(Figure::Found))
        .ends("found_")
        .key("found")
        .column("lost", |row| row.value(Figure::Lost))
        .ends("lost_")
        .key("lost")
}

/// The keys of `--json`.
pub(super) fn summary<'a>() -> Columns<'a, &'a Check<'a>> {
    Columns::<&'a Check<'a>>::of("check")
        .column("game", |check| check.comparison.design.game.name())
        .column("variant", |check| check.comparison.design.variants[0].as_str())
        .column("seed", |check| check.seed)
        .column("warnings", |check| check.warnings())
        .rows("bots", cells(), |check| check.comparison.cells().collect())
        .rows("decisions", decisions(), |check| check.rows().collect())
        .rows("calls", calls(), |check| check.of_calls().collect())
}

/// The same, for their schema.
pub fn keys() -> Vec<Key> {
    summary().keys()
}
