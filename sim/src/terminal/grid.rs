//! Tables as a person reads them, as wide as the screen.

use comfy_table::{CellAlignment, Table};

use super::screen::width;

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    head: String,
    is_right: bool,
    /// How soon it goes where the table is too wide; 0 for never.
    goes: u8,
    /// How soon its figures lose their intervals there; 0 for never.
    bares: u8,
}

/// A column of words.
pub fn words(head: impl Into<String>) -> Column {
    Column { head: head.into(), is_right: false, goes: 0, bares: 0 }
}

/// A column of numbers, which are aligned to the right.
pub fn numbers(head: impl Into<String>) -> Column {
    Column { is_right: true, ..words(head) }
}

impl Column {
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

/// A figure without its interval: `0.12 ± 0.03` and `0.12 (0.08 to 0.16)` are both 0.12.
fn bare(cell: &str) -> &str {
    let ends = |(figure, end): (&'_ str, &str)| {
        [" to ", " or "].iter().any(|word| end.contains(word)) && !figure.is_empty()
    };
    match cell.split_once(" ± ") {
        Some((figure, _)) => figure,
        None => {
            cell.split_once(" (").filter(|parts| ends(*parts)).map_or(cell, |(figure, _)| figure)
        }
    }
}

/// A table with a line of heads and no frame.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
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
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let row: Vec<String> = cells.into_iter().collect();
        assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        self.rows.push(row);
    }

    /// The table, a blank in, without the columns that have no room on the reader's screen.
    pub fn text(&self) -> String {
        self.at(width())
    }

    fn at(&self, width: Option<usize>) -> String {
        let mut shown = vec![Shown::Whole; self.columns.len()];
        let mut text = self.lines(&shown);
        for (place, how) in self.steps() {
            if width.is_none_or(|width| widest(&text) <= width) {
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
                Shown::Gone => shown[place] = Shown::Gone,
                _ => continue,
            }
            text = self.lines(&shown);
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

    /// The lines of the columns that have not gone.
    fn lines(&self, shown: &[Shown]) -> String {
        let kept: Vec<usize> =
            (0..shown.len()).filter(|&column| shown[column] != Shown::Gone).collect();
        let mut table = Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        table.set_header(kept.iter().map(|&column| &self.columns[column].head));
        for row in &self.rows {
            table.add_row(kept.iter().map(|&column| match shown[column] {
                Shown::Bare => bare(&row[column]),
                _ => &row[column],
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

/// What is shown of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// All of it.
    Whole,
    /// Its figures without their intervals.
    Bare,
    /// Nothing.
    Gone,
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
        // What never goes stays, however narrow the screen is.
        assert_eq!(
            grid.at(Some(5)),
            "  bot      share\n  greedy  12.5 %\n".to_owned() + &no_room("x, yy, z")
        );
    }

    #[test]
    fn figures_lose_their_intervals_before_their_column_goes() {
        let mut grid = Grid::new([
            words("bot"),
            numbers("a").bares(2).goes(1),
            numbers("b").bares(2).goes(1),
            numbers("ρ").goes(3),
        ]);
        grid.row(["greedy", "1.25 ± 0.10", "7.1 % (6.0 to 8.1)", "0.9"].map(str::to_owned));
        grid.row(["random", "3 (n = 12)", "–", ""].map(str::to_owned));
        let lines = |width| grid.at(Some(width));
        assert!(!lines(50).contains("No room"), "{}", lines(50));
        let no_room = |gone| format!("No room for: {gone} (--wide shows all).\n");
        assert_eq!(
            lines(30),
            "  bot              a      b\n  greedy        1.25  7.1 %\n  random  3 (n = 12)      –\n".to_owned()
                + &no_room("ρ, intervals under a, b")
        );
        assert_eq!(
            lines(25),
            "  bot              a\n  greedy        1.25\n  random  3 (n = 12)\n".to_owned()
                + &no_room("b, ρ, intervals under a")
        );
    }
}
