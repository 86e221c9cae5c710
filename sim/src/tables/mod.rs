//! The tables that a run leaves behind: what they all have in common.

use serde::Serialize;

const IN_MEMORY: &str = "plain rows can be written to memory";

/// A table of a run: a CSV file of one observation a row.
pub trait Table {
    /// The name of its file.
    fn file(&self) -> &'static str;
    /// The names of its columns. New ones are added at the end.
    fn columns(&self) -> Vec<String>;
    /// Puts its rows, in their order.
    fn rows(&self, rows: &mut Rows);
}

/// The rows of a table on their way into the file.
pub struct Rows {
    writer: csv::Writer<Vec<u8>>,
    /// The columns, until the first row stands below them.
    columns: Option<Vec<String>>,
}

impl Rows {
    /// Adds a row, whose fields come in the order of the columns.
    pub fn put(&mut self, row: impl Serialize) {
        if let Some(columns) = self.columns.take() {
            self.writer.write_record(columns).expect(IN_MEMORY);
        }
        self.writer.serialize(row).expect(IN_MEMORY);
    }
}

/// The content of a table's file. A table without rows is an empty file.
pub fn csv(table: &(impl Table + ?Sized)) -> Vec<u8> {
    let writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let mut rows = Rows { writer, columns: Some(table.columns()) };
    table.rows(&mut rows);
    rows.writer.into_inner().expect(IN_MEMORY)
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

/// Declares the row of a table, with the names of its fields as `COLUMNS`.
macro_rules! row {
    ($(#[$attribute:meta])* $name:ident<$life:lifetime> { $($field:ident: $type:ty,)+ }) => {
        $(#[$attribute])*
        #[derive(serde::Serialize)]
        struct $name<$life> {
            $($field: $type,)+
        }

        impl $name<'_> {
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),+];

            fn columns() -> Vec<String> {
                Self::COLUMNS.iter().map(|&column| column.to_owned()).collect()
            }
        }
    };
}

pub(crate) use row;
