//! The tables that a run leaves behind: what they all have in common.

pub mod export;

use serde::Serialize;
use serde_json::Value;

use crate::terminal::listener::TableRows;

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

/// The rows of a table on their way into a file.
pub struct Rows(Sink);

enum Sink {
    /// A CSV file, with the columns until the first row stands below them.
    Csv(Box<csv::Writer<Vec<u8>>>, Option<Vec<String>>),
    /// The values themselves.
    Values(Vec<Vec<Value>>),
}

impl Rows {
    /// Adds a row, whose fields come in the order of the columns.
    pub fn put(&mut self, row: impl Serialize) {
        match &mut self.0 {
            Sink::Csv(writer, columns) => {
                if let Some(columns) = columns.take() {
                    writer.write_record(columns).expect(IN_MEMORY);
                }
                writer.serialize(row).expect(IN_MEMORY);
            }
            Sink::Values(rows) => {
                let mut fields = Vec::new();
                leaves(serde_json::to_value(row).expect(IN_MEMORY), &mut fields);
                rows.push(fields);
            }
        }
    }
}

/// The fields of a row, which may be made of rows.
fn leaves(value: Value, fields: &mut Vec<Value>) {
    match value {
        Value::Object(map) => map.into_iter().for_each(|(_, value)| leaves(value, fields)),
        Value::Array(values) => values.into_iter().for_each(|value| leaves(value, fields)),
        field => fields.push(field),
    }
}

/// The content of a table's file. A table without rows is an empty file.
pub fn csv(table: &(impl Table + ?Sized)) -> Vec<u8> {
    let writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let mut rows = Rows(Sink::Csv(Box::new(writer), Some(table.columns())));
    table.rows(&mut rows);
    match rows.0 {
        Sink::Csv(writer, _) => writer.into_inner().expect(IN_MEMORY),
        Sink::Values(_) => unreachable!("a file was begun"),
    }
}

/// The values of a table, row by row; what is undefined is null.
pub fn values(table: &(impl Table + ?Sized)) -> Vec<Vec<Value>> {
    let mut rows = Rows(Sink::Values(Vec::new()));
    table.rows(&mut rows);
    match rows.0 {
        Sink::Values(rows) => rows,
        Sink::Csv(..) => unreachable!("values were begun"),
    }
}

/// The tables with all their rows.
pub fn table_rows(tables: &[Box<dyn Table + '_>]) -> Vec<TableRows> {
    let told = |table: &dyn Table| TableRows {
        file: table.file(),
        columns: table.columns(),
        rows: values(table),
    };
    tables.iter().map(|table| told(&**table)).collect()
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

/// The columns of a table whose rows are JSON objects: the name of each, and the JSON pointer to its figure.
#[derive(Default)]
pub struct Columns(Vec<(String, String)>);

impl Columns {
    /// A column of this name.
    pub fn at(mut self, name: impl Into<String>, pointer: impl Into<String>) -> Self {
        self.0.push((name.into(), pointer.into()));
        self
    }

    /// Columns that have the names of their figures.
    pub fn plain(self, names: &[&str]) -> Self {
        self.within("", names)
    }

    /// Columns that have the names of their figures, which stand in one object of the row.
    pub fn within(self, pointer: &str, names: &[&str]) -> Self {
        names.iter().fold(self, |columns, name| columns.at(*name, format!("{pointer}/{name}")))
    }

    /// The mean of an estimate, and its error and interval, whose names begin so.
    pub fn estimate(self, name: &str, start: &str, pointer: &str) -> Self {
        let columns = self.at(name, format!("{pointer}/mean"));
        let rest = ["se", "lo", "hi"].iter();
        rest.fold(columns, |all, end| all.at(format!("{start}{end}"), format!("{pointer}/{end}")))
    }
}

/// A table made of JSON objects, a row each. What a row lacks is undefined, and a list of words is one text.
pub struct JsonTable<F> {
    /// The name of its file.
    pub file: &'static str,
    /// Its columns.
    pub columns: Columns,
    /// Makes its rows.
    pub rows: F,
}

impl<F: Fn() -> I, I: Iterator<Item = Value>> Table for JsonTable<F> {
    fn file(&self) -> &'static str {
        self.file
    }

    fn columns(&self) -> Vec<String> {
        self.columns.0.iter().map(|(name, _)| name.clone()).collect()
    }

    fn rows(&self, rows: &mut Rows) {
        for row in (self.rows)() {
            let field = |(_, pointer): &(String, String)| match row.pointer(pointer) {
                Some(Value::Array(words)) => {
                    let words = words.iter().map(|word| word.as_str().unwrap_or_default());
                    Value::String(words.collect::<Vec<_>>().join(" "))
                }
                found => found.cloned().unwrap_or_default(),
            };
            rows.put(self.columns.0.iter().map(field).collect::<Vec<_>>());
        }
    }
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
