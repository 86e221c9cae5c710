//! The tables that a run leaves behind: a CSV file each, of one observation a row.

pub mod column;
pub mod export;
pub mod shape;
#[cfg(test)]
mod tests;

use serde_json::Value;

use self::column::Columns;
use crate::terminal::listener::TableRows;

const IN_MEMORY: &str = "plain rows can be written to memory";

/// A table of a run.
pub struct Table<'a> {
    /// The name of its file.
    pub file: &'static str,
    /// The names of its columns. New ones are added at the end.
    pub columns: Vec<String>,
    rows: PutRows<'a>,
}

/// Gives each row of cells to a function.
type PutRows<'a> = Box<dyn Fn(&mut dyn FnMut(Vec<Value>)) + 'a>;

impl<'a> Table<'a> {
    /// A table of these columns and rows.
    pub fn new<R: 'a, I: IntoIterator<Item = R>>(
        file: &'static str,
        columns: Columns<'a, R>,
        rows: impl Fn() -> I + 'a,
    ) -> Self {
        Self {
            file,
            columns: columns.names(),
            rows: Box::new(move |put| rows().into_iter().for_each(|row| put(columns.cells(&row)))),
        }
    }

    /// The content of its file. A table without rows is an empty file.
    pub fn csv(&self) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let mut columns = Some(&self.columns);
        (self.rows)(&mut |row| {
            if let Some(columns) = columns.take() {
                writer.write_record(columns).expect(IN_MEMORY);
            }
            writer.serialize(row).expect(IN_MEMORY);
        });
        writer.into_inner().expect(IN_MEMORY)
    }

    /// Its values, row by row; what is undefined is null.
    pub fn values(&self) -> Vec<Vec<Value>> {
        let mut rows = Vec::new();
        (self.rows)(&mut |row| rows.push(row));
        rows
    }
}

/// The tables with all their rows.
pub fn table_rows(tables: &[Table<'_>]) -> Vec<TableRows> {
    let rows = |table: &Table<'_>| TableRows {
        file: table.file,
        columns: table.columns.clone(),
        rows: table.values(),
    };
    tables.iter().map(rows).collect()
}

/// Fields as they stand in a CSV file, each with a comma after it.
pub fn fields(texts: &[&str]) -> Vec<u8> {
    let mut row = csv::Writer::from_writer(Vec::new());
    row.write_record(texts).expect(IN_MEMORY);
    let mut row = row.into_inner().expect(IN_MEMORY);
    row.pop();
    row.push(b',');
    row
}
