//! Tables as a person reads them, as wide as the screen.

use comfy_table::{CellAlignment, Table};
use threehand_stats::Estimate;

use super::screen::width;
use super::unit::Unit;

/// Names of rows are not broken to less before each row becomes a block.
const LEAST: usize = 16;

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// What stands above it.
    pub head: String,
    /// Whether it holds numbers, which are aligned to the right.
    pub is_right: bool,
    /// What its figures are counted in.
    pub unit: Option<Unit>,
    is_optional: bool,
    /// How soon it goes where the table is too wide; 0 for never.
    goes: u8,
    /// How soon its figures lose their intervals there; 0 for never.
    bares: u8,
}

/// A column of words.
pub fn words(head: impl Into<String>) -> Column {
    let head = head.into();
    Column { head, is_right: false, unit: None, is_optional: false, goes: 0, bares: 0 }
}

/// A column of numbers, which are aligned to the right.
pub fn numbers(head: impl Into<String>) -> Column {
    Column { is_right: true, ..words(head) }
}

impl Unit {
    /// A column of figures in this unit.
    pub fn column(self, head: impl Into<String>) -> Column {
        Column { unit: Some(self), ..numbers(head) }
    }

    /// A figure, if there is one.
    pub fn cell(self, of: Option<impl Into<Estimate>>) -> GridCell {
        of.map_or(GridCell::Missing, |of| GridCell::Figure(self, of.into()))
    }
}

impl Column {
    /// The column is left out where no row has a figure in it.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// The column goes where the table is too wide: those of the highest number first, and of these the last.
    #[must_use]
    pub fn goes(self, order: u8) -> Self {
        Self { goes: order, ..self }
    }

    /// The figures of the column lose their intervals where the table is too wide, in the same order as columns go.
    #[must_use]
    pub fn bares(self, order: u8) -> Self {
        Self { bares: order, ..self }
    }
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub enum GridCell {
    /// Words, or a number that is shown as it is.
    Text(String),
    /// A figure.
    Figure(Unit, Estimate),
    /// The mean of several figures, and the worst of them.
    MeanAndWorst(Unit, f64, f64),
    /// No figure, shown as a dash.
    Missing,
}

impl<T: Into<String>> From<T> for GridCell {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl GridCell {
    fn text(&self, shown: Shown) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Figure(unit, of) if shown == Shown::Bare => unit.value(of.mean),
            Self::Figure(unit, of) => unit.text(of),
            Self::MeanAndWorst(unit, mean, worst) => {
                format!("{} ({})", unit.value(*mean), unit.bare(*worst))
            }
            Self::Missing => "–".to_owned(),
        }
    }
}

/// A table with a line of heads and no frame.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<GridCell>>,
}

impl Grid {
    /// A table of these columns, without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row: a cell for each column.
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<GridCell>>) {
        let row: Vec<GridCell> = cells.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        self.rows.push(row);
    }

    /// The figures of the first row that are there, a row each.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut turned = Self::new([words("figure"), numbers("value")]);
        for (column, cell) in self.columns.iter().zip(self.rows.iter().flatten()) {
            if !matches!(cell, GridCell::Missing) {
                turned.row([column.head.clone().into(), cell.clone()]);
            }
        }
        turned
    }

    /// The same with the figures under this heading without their intervals.
    #[must_use]
    pub fn bare(mut self, head: &str) -> Self {
        let is_one = |column: &Column| column.head == head;
        if let Some(place) = self.columns.iter().position(is_one) {
            for row in &mut self.rows {
                if let GridCell::Figure(_, figure) = &mut row[place] {
                    *figure = figure.bare();
                }
            }
        }
        self
    }

    /// The columns that are not left out.
    pub fn columns(&self) -> Vec<&Column> {
        self.kept().map(|place| &self.columns[place]).collect()
    }

    /// The rows, with a cell for each of these columns.
    pub fn rows(&self) -> impl Iterator<Item = Vec<&GridCell>> {
        self.rows.iter().map(|row| self.kept().map(|place| &row[place]).collect())
    }

    /// The places of these columns.
    fn kept(&self) -> impl Iterator<Item = usize> {
        let is_missing =
            |place: usize| self.rows.iter().all(|row| matches!(row[place], GridCell::Missing));
        (0..self.columns.len())
            .filter(move |&place| !(self.columns[place].is_optional && is_missing(place)))
    }

    /// The table, a blank in, as it fits on the reader's screen: heads are broken, columns that may go have gone, then names
    /// of rows are broken, and at last each row is a block of lines.
    pub fn text(&self) -> String {
        self.at(width())
    }

    fn at(&self, width: Option<usize>) -> String {
        let mut shown = vec![Shown::LeftOut; self.columns.len()];
        self.kept().for_each(|place| shown[place] = Shown::Whole);
        let whole = self.lines(&shown, None);
        let Some(width) = width.filter(|&width| widest(&whole) > width) else { return whole };
        let mut text = self.lines(&shown, Some(usize::MAX));
        for (place, how) in self.steps() {
            if widest(&text) <= width {
                break;
            }
            match how {
                // Figures side by side are read together: all of one order have their intervals, or none has.
                Shown::Bare if shown[place] == Shown::Whole => {
                    for (column, how) in self.columns.iter().zip(&mut shown) {
                        let is_one = column.bares == self.columns[place].bares;
                        *how = if is_one && *how == Shown::Whole { Shown::Bare } else { *how };
                    }
                }
                Shown::Gone if shown[place] != Shown::LeftOut => shown[place] = Shown::Gone,
                _ => continue,
            }
            text = self.lines(&shown, Some(usize::MAX));
        }
        if let over @ 1.. = widest(&text).saturating_sub(width) {
            let names = self.rows.iter().map(|row| widest(&row[0].text(shown[0])));
            let names = names.fold(widest(&self.columns[0].head), usize::max);
            text = self.lines(&shown, Some(names.saturating_sub(over).max(LEAST)));
        }
        if widest(&text) > width && self.columns.len() > 2 {
            return self.blocks(width);
        }
        let heads = |wanted: Shown| {
            let heads = self.columns.iter().zip(&shown).filter(|(_, how)| **how == wanted);
            heads.map(|(column, _)| &*column.head).collect::<Vec<_>>().join(", ")
        };
        let bare = heads(Shown::Bare);
        let bare = if bare.is_empty() { bare } else { format!("intervals under {bare}") };
        let missing = [heads(Shown::Gone), bare];
        let missing: Vec<_> = missing.into_iter().filter(|part| !part.is_empty()).collect();
        if !missing.is_empty() {
            text.push_str(&format!("No room for: {} (--wide shows all).\n", missing.join(", ")));
        }
        text
    }

    /// Each row as lines of one figure each, below its name.
    fn blocks(&self, width: usize) -> String {
        let blocks = self.rows.iter().map(|row| {
            let mut block = Self { rows: vec![row.clone()], ..self.clone() }.turned();
            let name = block.rows.remove(0)[1].text(Shown::Whole);
            block.columns = vec![words(name), numbers("")];
            block.at(Some(width))
        });
        blocks.collect::<Vec<_>>().join("\n")
    }

    /// The steps by which columns make room, the first to be taken first.
    fn steps(&self) -> impl Iterator<Item = (usize, Shown)> {
        let columns = self.columns.iter().enumerate();
        let steps = columns.flat_map(|(place, column)| {
            [(column.goes, place, Shown::Gone), (column.bares, place, Shown::Bare)]
        });
        let mut steps: Vec<_> = steps.filter(|(order, ..)| *order > 0).collect();
        steps.sort_unstable();
        steps.into_iter().rev().map(|(_, place, how)| (place, how))
    }

    /// The lines of the columns that have not gone. With a width for the names of rows, these are broken to fit it, and
    /// heads after the colons of a spec to fit their figures.
    fn lines(&self, shown: &[Shown], names: Option<usize>) -> String {
        let is_kept = |&column: &usize| shown[column] < Shown::Gone;
        let kept: Vec<usize> = (0..shown.len()).filter(is_kept).collect();
        let mut table = Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        let texts =
            |column: usize| self.rows.iter().map(move |row| row[column].text(shown[column]));
        table.set_header(kept.iter().map(|&column| {
            let room = texts(column).map(|text| widest(&text)).max().unwrap_or_default();
            let (after, room) =
                if column == 0 { (": ", names) } else { (":", names.map(|_| room)) };
            broken(&self.columns[column].head, after, room)
        }));
        for row in &self.rows {
            table.add_row(kept.iter().map(|&column| {
                broken(&row[column].text(shown[column]), ": ", names.filter(|_| column == 0))
            }));
        }
        for (place, &column) in kept.iter().enumerate() {
            if let Some(shown) = table.column_mut(place).filter(|_| self.columns[column].is_right) {
                shown.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.to_string().lines().map(|line| format!(" {}\n", line.trim_end())).collect()
    }
}

/// A text broken after some of these letters, where it is wider than this.
fn broken(text: &str, after: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|width| widest(text) > *width) else { return text.to_owned() };
    let (mut broken, mut column) = (String::new(), 0);
    for word in text.split_inclusive(|c| after.contains(c)) {
        let length = word.trim_end().chars().count();
        if column > 0 && column + length > width {
            broken.truncate(broken.trim_end().len());
            broken.push_str("\n ");
            column = 1;
        }
        broken.push_str(word);
        column += word.chars().count();
    }
    broken
}

/// What is shown of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// All of it.
    Whole,
    /// Its figures without their intervals.
    Bare,
    /// Nothing, for want of room.
    Gone,
    /// Nothing, for want of figures.
    LeftOut,
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_in_the_order_that_was_said() {
        let mut grid = Grid::new([
            words("bot"),
            numbers("share"),
            numbers("x").goes(1),
            numbers("yy").goes(2),
            words("z").goes(1),
        ]);
        grid.row(["greedy", "12.5 %", "1", "2", "3"].map(str::to_owned));
        let all = "  bot      share  x  yy  z\n  greedy  12.5 %  1   2  3\n";
        assert_eq!(grid.at(None), all);
        assert_eq!(grid.at(Some(26)), all);
        let no_room = |gone| format!("No room for: {gone} (--wide shows all).\n");
        assert_eq!(
            grid.at(Some(25)),
            "  bot      share  x  z\n  greedy  12.5 %  1  3\n".to_owned() + &no_room("yy")
        );
        assert_eq!(
            grid.at(Some(20)),
            "  bot      share  x\n  greedy  12.5 %  1\n".to_owned() + &no_room("yy, z")
        );
        // What never goes becomes lines, however narrow the screen is.
        assert_eq!(
            grid.at(Some(10)),
            "  greedy\n  share   12.5 %\n  x            1\n  yy           2\n  z            3\n"
        );
    }

    #[test]
    fn names_are_broken_before_rows_become_blocks() {
        let mut grid =
            Grid::new([words("measure"), numbers("9-2-5"), numbers("9-2-5:contracts=7-4-5:cap=2")]);
        for name in ["points a hand, left", "won by the seat left of the first dealer"] {
            grid.row([name, "+1.07", "−0.64"]);
        }
        assert_eq!(
            grid.at(Some(43)),
            "  measure          9-2-5             9-2-5:\n                           contracts=7-4-5:\n                                      cap=2\n\
  \x20 points a hand,   +1.07              −0.64\n   left\n  won by the seat  +1.07              −0.64\n   left of the\n   first dealer\n"
        );
        assert_eq!(
            grid.at(Some(38)),
            "  points a hand, left\n  9-2-5                        +1.07\n  9-2-5:contracts=7-4-5:cap=2  −0.64\n\n\
  \x20 won by the seat left of the\n   first dealer\n  9-2-5                        +1.07\n\
             \x20 9-2-5:contracts=7-4-5:cap=2  −0.64\n"
        );
    }

    #[test]
    fn figures_lose_their_intervals_before_their_column_goes() {
        let mut grid = Grid::new([
            words("bot"),
            numbers("a").bares(2).goes(1),
            numbers("b").bares(2).goes(1),
            numbers("ρ").goes(3),
            numbers("none").optional().goes(4),
        ]);
        let of = |mean, lo, hi| Estimate { mean, se: None, lo: Some(lo), hi: Some(hi) };
        let a = of(1.25, 1.15, 1.35);
        let b = GridCell::Figure(Unit::Share, of(0.071, 0.06, 0.081));
        grid.row([
            "greedy".into(),
            GridCell::Figure(Unit::Plain, a),
            b,
            "0.9".into(),
            GridCell::Missing,
        ]);
        let three = GridCell::Figure(Unit::Plain, 3.0.into());
        grid.row(["random".into(), three, GridCell::Missing, "".into(), GridCell::Missing]);
        let lines = |width| grid.at(Some(width));
        assert!(!lines(50).contains("No room"), "{}", lines(50));
        let no_room = |gone| format!("No room for: {gone} (--wide shows all).\n");
        assert_eq!(
            lines(30),
            "  bot        a      b\n  greedy  1.25  7.1 %\n  random  3.00      –\n".to_owned()
                + &no_room("ρ, intervals under a, b")
        );
        assert_eq!(
            lines(18),
            "  bot        a\n  greedy  1.25\n  random  3.00\n".to_owned()
                + &no_room("b, ρ, intervals under a")
        );
    }
}
