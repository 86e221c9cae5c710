//! Tables as a person reads them.

use comfy_table::{CellAlignment, Table};

/// A table with this first line and no frame.
pub fn grid(head: impl IntoIterator<Item = String>) -> Table {
    let mut grid = Table::new();
    grid.load_style(comfy_table::presets::NOTHING);
    grid.set_header(head);
    grid
}

/// The lines of a table, each a blank in, with these columns aligned to the right.
pub fn lines(mut grid: Table, right: std::ops::Range<usize>) -> String {
    for column in right {
        if let Some(column) = grid.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    grid.to_string().lines().map(|line| format!(" {}\n", line.trim_end())).collect()
}
