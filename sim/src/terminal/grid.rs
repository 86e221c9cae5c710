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
}

/// A column of words.
pub fn words(head: impl Into<String>) -> Column {
    Column { head: head.into(), is_right: false, goes: 0 }
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
        let mut kept: Vec<usize> = (0..self.columns.len()).collect();
        let mut text = self.lines(&kept);
        let Some(width) = width else { return text };
        while widest(&text) > width {
            let orders =
                kept.iter().enumerate().map(|(place, &column)| (self.columns[column].goes, place));
            let Some((_, place)) = orders.max().filter(|(goes, _)| *goes > 0) else { break };
            kept.remove(place);
            text = self.lines(&kept);
        }
        let gone = self.columns.iter().enumerate().filter(|(column, _)| !kept.contains(column));
        let gone: Vec<&str> = gone.map(|(_, column)| &*column.head).collect();
        if !gone.is_empty() {
            text.push_str(&format!("No room for: {} (--wide has all columns).\n", gone.join(", ")));
        }
        text
    }

    /// The lines of these columns.
    fn lines(&self, kept: &[usize]) -> String {
        let mut table = Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        table.set_header(kept.iter().map(|&column| &self.columns[column].head));
        for row in &self.rows {
            table.add_row(kept.iter().map(|&column| &row[column]));
        }
        for (place, &column) in kept.iter().enumerate() {
            if let Some(shown) = table.column_mut(place).filter(|_| self.columns[column].is_right) {
                shown.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.to_string().lines().map(|line| format!(" {}\n", line.trim_end())).collect()
    }
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
        let told = |gone| format!("No room for: {gone} (--wide has all columns).\n");
        assert_eq!(
            grid.at(Some(25)),
            "  bot      share  x  z\n  greedy  12.5 %  1  3\n".to_owned() + &told("yy")
        );
        assert_eq!(
            grid.at(Some(20)),
            "  bot      share  x\n  greedy  12.5 %  1\n".to_owned() + &told("yy, z")
        );
        // What never goes stays, however narrow the screen is.
        assert_eq!(
            grid.at(Some(5)),
            "  bot      share\n  greedy  12.5 %\n".to_owned() + &told("x, yy, z")
        );
    }
}
