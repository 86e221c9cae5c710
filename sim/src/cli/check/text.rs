//! What a person reads of a check.

use indicatif::HumanCount;

use super::Check;
use super::decisions::{Figure, JUDGE};
use crate::terminal::grid::{Column, Grid, GridCell, words};
use crate::terminal::number::plural;
use crate::terminal::unit::Unit;

impl Check<'_> {
    /// The warnings, what happened, and what the figures mean.
    pub(super) fn text(&self) -> String {
        let comparison = &self.comparison;
        let design = comparison.design;
        let bots = design.rungs.iter().zip(&self.hands);
        let hands =
            bots.map(|(bot, hands)| format!("{} by {}", HumanCount(*hands as u64), bot.label));
        let warnings = self.warnings();
        let warnings = match &warnings[..] {
            [] => "Nothing looks wrong.\n".to_owned(),
            some => some.iter().map(|warning| format!("Warning: {warning}\n")).collect(),
        };
        format!(
            "{} · {} of each bot, hands: {} · seed {}\n\n{warnings}{}\n{}\n{}\n{}",
            design.variants[0],
            plural(comparison.study.blocks, "match"),
            hands.collect::<Vec<_>>().join(", "),
            self.seed,
            comparison.conclusion(),
            self.of_bots().text(),
            self.of_phases().text(),
            self.explanation(),
        )
    }

    /// Figures with a column for each bot.
    fn of_bots(&self) -> Grid {
        let figures = self.comparison.design.figures.iter().enumerate();
        let is_shown = |name: &str| ["hands", "role_spread", "skill"].contains(&name);
        let rows = figures.filter(|(f, figure)| {
            let is_shown = is_shown(&figure.name) || figure.name.starts_with("made_");
            let is_defined = self.comparison.values[0].iter().any(|values| values[*f].is_some());
            is_defined && (is_shown || figure.role.is_some())
        });
        let rows: Vec<_> = rows.map(|(f, _)| f).collect();
        let mut grid = self.comparison.values_table(&rows);
        let bots = || 0..self.hands.len();
        let mut add = |meaning: &str, unit: Unit, values: Vec<_>| {
            if values.iter().any(Option::is_some) {
                let cells = values.into_iter().map(|value| unit.cell(value));
                grid.row([GridCell::from(meaning)].into_iter().chain(cells));
            }
        };
        add("matches shared", Unit::Share, self.shared.clone());
        for (meaning, unit, figure) in [
            ("decisions a hand", Unit::Plain, Figure::Decisions),
            ("with one choice", Unit::Share, Figure::Forced),
            ("choices of the others", Unit::Plain, Figure::Choices),
            ("finds the best choice", Unit::Share, Figure::Found),
            ("loses a decision, points", Unit::Plain, Figure::Lost),
        ] {
            add(meaning, unit, bots().map(|bot| self.decisions.value(0, bot, figure)).collect());
        }
        grid
    }

    /// The decisions of the last bot, with a row for each phase.
    fn of_phases(&self) -> Grid {
        let figures = [
            (Unit::Plain.column("a hand"), Figure::Decisions),
            (Unit::Share.column("one choice").bares(2), Figure::Forced),
            (Unit::Plain.column("choices").bares(2), Figure::Choices),
            (Unit::Plain.column("best less worst").optional(), Figure::Range),
            (Unit::Plain.column("best less second").optional(), Figure::Gap),
        ];
        let last = self.hands.len() - 1;
        let columns = figures.iter().map(|(column, _)| column.clone());
        let mut grid = Grid::new([words("phase")].into_iter().chain(columns));
        // With one phase its row is that of all.
        let skipped = usize::from(self.decisions.0.len() == 2);
        for (number, (phase, _)) in self.decisions.0.iter().enumerate().skip(skipped) {
            let value = |(column, figure): &(Column, Figure)| {
                column.unit.unwrap_or(Unit::Plain).cell(self.decisions.value(number, last, *figure))
            };
            grid.row([GridCell::from(*phase)].into_iter().chain(figures.iter().map(value)));
        }
        grid
    }

    fn explanation(&self) -> String {
        let mut text = String::new();
        if self.decisions.value(0, 0, Figure::Range).is_some() {
            text += &format!(
                "Choices are valued by {JUDGE} twice, in points of the hand above the mean of the three: one half says which \
                 is the best, the other what it is worth. So differences are too low rather than too high.\n"
            );
        }
        text + "± is half a 95 % interval over matches; brackets hold the ends of an uneven one.\n"
    }
}
