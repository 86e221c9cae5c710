//! What a person reads of a check.

use indicatif::HumanCount;
use threehand_stats::Estimate;

use super::Check;
use super::decisions::{Figure, JUDGE};
use crate::play::players::Player;
use crate::terminal::grid::{Column, Grid, GridCell, numbers, words};
use crate::terminal::number::plural;
use crate::terminal::screen;
use crate::terminal::unit::Unit;

/// The most calls that are shown.
const CALLS: usize = 12;

impl Check<'_> {
    /// The warnings, what happened, and what the figures mean.
    pub(super) fn text(&self) -> String {
        let design = self.comparison.design;
        let hands = design.rungs.iter().zip(&self.hands).map(|(bot, hands)| {
            let hands = HumanCount(*hands as u64);
            format!("{hands} hands of {}", bot.label)
        });
        let warnings = self.warnings();
        let warnings = match &warnings[..] {
            [] => "Nothing looks wrong.\n".to_owned(),
            some => some.iter().map(|warning| format!("Warning: {warning}\n")).collect(),
        };
        format!(
            "{} · {} of each bot: {} · seed {}\n\n{warnings}\n{}\n{}\n{}{}",
            design.variants[0],
            plural(self.comparison.study.blocks, "match"),
            hands.collect::<Vec<_>>().join(", "),
            self.seed,
            self.of_bots().text(),
            self.of_phases().text(),
            self.of_calls_text(),
            self.explanation(),
        )
    }

    /// Figures with a column for each bot. Where there is no room, the weakest bot loses its intervals first.
    fn of_bots(&self) -> Grid {
        let design = self.comparison.design;
        let bots = design.rungs.len();
        let column =
            |(bot, player): (usize, &Player)| numbers(&*player.label).bares((bots - bot) as u8);
        let columns = design.rungs.iter().enumerate().map(column);
        let mut grid = Grid::new([words("measure")].into_iter().chain(columns));
        let mut add = |meaning: &str, unit: Unit, values: Vec<Option<Estimate>>| {
            if values.iter().any(Option::is_some) {
                let cells = values.into_iter().map(|value| cell_of(unit, value));
                grid.row([meaning.into()].into_iter().chain(cells));
            }
        };
        for (f, figure) in design.figures.iter().enumerate() {
            let is_shown = ["hands", "role_spread", "skill"].contains(&&*figure.name)
                || figure.role.is_some()
                || figure.name.starts_with("made_");
            if is_shown {
                let values = self.comparison.values[0].iter().map(|values| values[f]);
                add(&figure.meaning, figure.unit_of_values(), values.collect());
            }
        }
        add("matches shared", Unit::Share, self.shared.clone());
        for (meaning, unit, figure) in [
            ("decisions a hand", Unit::Plain, Figure::Decisions),
            ("decisions with one choice", Unit::Share, Figure::Forced),
            ("choices of the other decisions", Unit::Plain, Figure::Choices),
            ("finds the best choice", Unit::Share, Figure::Found),
            ("points lost a decision", Unit::Plain, Figure::Lost),
        ] {
            let values = (0..bots).map(|bot| self.decisions.value(0, bot, figure));
            add(meaning, unit, values.collect());
        }
        grid
    }

    /// The decisions of the last bot, with a row for each phase.
    fn of_phases(&self) -> Grid {
        let last = self.comparison.design.rungs.len() - 1;
        let heading = format!("phase, {} plays", self.comparison.design.rungs[last].label);
        let figures: [(Unit, Column, Figure); 5] = [
            (Unit::Plain, numbers("a hand"), Figure::Decisions),
            (Unit::Share, numbers("one choice").bares(2), Figure::Forced),
            (Unit::Plain, numbers("choices").bares(2), Figure::Choices),
            (Unit::Plain, numbers("best less worst").optional(), Figure::Range),
            (Unit::Plain, numbers("best less second").optional(), Figure::Gap),
        ];
        let columns = figures.iter().map(|(_, column, _)| column.clone());
        let mut grid = Grid::new([words(heading)].into_iter().chain(columns));
        for (phase, (name, _)) in self.decisions.0.iter().enumerate() {
            let cell = |(unit, _, figure): &(Unit, _, _)| {
                cell_of(*unit, self.decisions.value(phase, last, *figure))
            };
            grid.row([GridCell::from(*name)].into_iter().chain(figures.iter().map(cell)));
        }
        grid
    }

    /// What the last bot calls most, with what it gets in such hands.
    fn of_calls_text(&self) -> String {
        let last = self.comparison.design.rungs.len() - 1;
        let calls: Vec<_> = self.calls.iter().filter(|row| row.bot == last).collect();
        if calls.is_empty() {
            return String::new();
        }
        let shown = if screen::wants_all() { calls.len() } else { CALLS.min(calls.len()) };
        let heading = format!("call, {} plays", self.comparison.design.rungs[last].label);
        let columns = [words(heading), numbers("how often"), numbers("points of the hand")];
        let mut grid = Grid::new(columns);
        for row in &calls[..shown] {
            let cells = [cell_of(Unit::Share, row.share), cell_of(Unit::Plain, row.points)];
            grid.row([GridCell::from(&*row.call)].into_iter().chain(cells));
        }
        let more = match calls.len() - shown {
            0 => String::new(),
            left => format!("{left} more calls: --all shows them.\n"),
        };
        format!("{}{more}\n", grid.text())
    }

    fn explanation(&self) -> String {
        let mut text = String::new();
        if self.rules.win().lowest {
            text += "The lowest score wins: fewer points are better.\n";
        }
        if self.decisions.value(0, 0, Figure::Range).is_some() {
            text += &format!(
                "Choices are valued by {JUDGE}, in points of the hand above the mean of the three. Half of the worlds says which \
                 choice is the best, the other half what it is worth: differences are rather too low than too high. Of choices \
                 that are worth the same any is the best, so chance finds it often.\n"
            );
        }
        if !self.calls.is_empty() {
            text += "The points of a call are those of the hand for who called, counted at each call. Hands with another call \
                     are other hands: the difference is not what a call is worth.\n";
        }
        text + "± is half a 95 % interval over matches; brackets hold the ends of an uneven one.\n"
    }
}

/// An estimate as it is shown: without an interval if all blocks are equal.
pub(super) fn shown(estimate: Estimate) -> Estimate {
    if estimate.se.is_some() { estimate } else { estimate.bare() }
}

fn cell_of(unit: Unit, value: Option<Estimate>) -> GridCell {
    unit.cell(value.map(shown))
}
