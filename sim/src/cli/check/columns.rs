//! The figures of `check`: the columns of `decisions.csv`, and the keys of its summary for programs.

use super::Check;
use super::decisions::{Figure, JUDGE};
use crate::kinds::compare::columns::cells;
use crate::stats::Estimate;
use crate::tables::column::Columns;
use crate::tables::shape::Key;

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
}

/// `decisions.csv`: the decisions of a phase, and how a bot takes them.
pub fn decisions<'a>() -> Columns<'a, Row<'a>> {
    Columns::<Row<'a>>::new()
        .game(|row| row.of.comparison.design.game.name())
        .only_csv()
        .variant(|row| &row.of.comparison.design.variants[0])
        .only_csv()
        .column("phase", "", "the phase of the hand, or `all`", |row| row.of.decisions.0[row.phase].0)
        .column("bot", "", "the bot in all three seats", |row| {
            row.of.comparison.design.rungs[row.bot].label.as_str()
        })
        .blocks(|row| row.of.comparison.study.blocks)
        .column("judge", "", "the bot that values choices", |_| JUDGE)
        .column("decisions", "decisions", "decisions a hand", |row| row.value(Figure::Decisions))
        .ends("decisions_")
        .key("decisions")
        .column("forced", "share", "those with one legal action", |row| row.value(Figure::Forced))
        .ends("forced_")
        .key("forced")
        .column("choices", "actions", "legal actions of the others", |row| {
            row.value(Figure::Choices)
        })
        .ends("choices_")
        .key("choices")
        .column("best_less_worst", "points", "the best choice less the worst", |row| {
            row.value(Figure::Range)
        })
        .note(
            "this and what follows is of decisions with a choice in hands of the last bot; points are the seat's own of the \
             hand less the mean of all three, and help to win; see [decisions](statistics.md#decisions)",
        )
        .ends("best_less_worst_")
        .key("best_less_worst")
        .column("best_less_second", "points", "the best choice less the second", |row| {
            row.value(Figure::Gap)
        })
        .ends("best_less_second_")
        .key("best_less_second")
        .column("found", "share", "how often `bot` takes the best choice", |row| {
            row.value(Figure::Found)
        })
        .ends("found_")
        .key("found")
        .column("lost", "points", "what it loses a decision by other choices", |row| {
            row.value(Figure::Lost)
        })
        .ends("lost_")
        .key("lost")
}

/// The keys of `--json`.
pub(super) fn summary<'a>() -> Columns<'a, &'a Check<'a>> {
    Columns::<&'a Check<'a>>::new()
        .game(|check| check.comparison.design.game.name())
        .variant(|check| &check.comparison.design.variants[0])
        .column("seed", "", "the seed", |check| check.seed)
        .column("warnings", "", "what looks wrong, a sentence each", |check| check.warnings())
        .rows("bots", "the measures of each bot", cells(), |check| {
            check.comparison.cells().collect()
        })
        .rows("decisions", "the decisions of each phase with each bot", decisions(), |check| {
            check.rows().collect()
        })
}

/// The same, for their schema.
pub fn keys() -> Vec<Key> {
    summary().keys()
}
