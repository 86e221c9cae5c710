//! A table of a run, read by the names of its columns: those of an earlier version may lack some.

use std::path::Path;

use anyhow::Context as _;
use csv::StringRecord;
use serde_json::Value;

use crate::bounded_read::{plain_file, read};
use crate::terminal::shown::lines;

/// The longest table that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// A number, as it stands in a table and as a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// The cell.
    pub(super) raw: String,
    /// What it says.
    pub(super) value: f64,
}

impl Figure {
    /// The number of a cell; `None` if the cell holds none.
    pub(super) fn read(cell: &str) -> Option<Self> {
        let value = cell.parse().ok().filter(|value: &f64| value.is_finite())?;
        Some(Self { raw: cell.to_owned(), value })
    }

    /// The number of a JSON value; `None` if the value is none.
    pub(super) fn of(json: &Value) -> Option<Self> {
        Some(Self { raw: json.to_string(), value: json.as_f64()? })
    }
}

/// A figure with the ends of its interval, as far as there are any.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Estimated {
    pub(super) mean: Figure,
    pub(super) lo: Option<Figure>,
    pub(super) hi: Option<Figure>,
}

impl Estimated {
    /// The ends of the interval, if there are both.
    pub(super) fn interval(&self) -> Option<(&Figure, &Figure)> {
        self.lo.as_ref().zip(self.hi.as_ref())
    }
}

/// A table.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    columns: StringRecord,
    rows: Vec<StringRecord>,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'s> {
    columns: &'s StringRecord,
    cells: &'s StringRecord,
}

impl Sheet {
    /// The table in a file; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file can't be read, or is no table.
    pub(super) fn read(path: &Path) -> anyhow::Result<Option<Self>> {
        let said = || path.display().to_string();
        let bytes = match plain_file(path).and_then(|file| read(file, "table", LONGEST)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.with_context(said)?,
        };
        let text = lines(&String::from_utf8(bytes).with_context(said)?);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = reader.headers().with_context(said)?.clone();
        let rows = reader.records().collect::<Result<_, _>>().with_context(said)?;
        Ok(Some(Self { columns, rows }))
    }

    /// Its rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let columns = &self.columns;
        self.rows.iter().map(move |cells| Row { columns, cells })
    }

    /// The different texts of a column, in their order.
    pub(super) fn distinct(&self, column: &str) -> Vec<&str> {
        let mut distinct: Vec<&str> = Vec::new();
        for text in self.rows().map(|row| row.text(column)) {
            if !distinct.contains(&text) {
                distinct.push(text);
            }
        }
        distinct
    }

    /// What follows this in the names of columns that begin with it, such as the roles after `points_`.
    pub(super) fn after<'s>(&'s self, stem: &str) -> Vec<&'s str> {
        self.columns.iter().filter_map(|column| column.strip_prefix(stem)).collect()
    }
}

impl<'s> Row<'s> {
    /// The text of a column; nothing where there is no such column.
    pub(super) fn text(&self, column: &str) -> &'s str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.cells.get(place)).unwrap_or_default()
    }

    /// The number of a column; `None` where there is none.
    pub(super) fn figure(&self, column: &str) -> Option<Figure> {
        Figure::read(self.text(column))
    }

    /// The value of that number.
    pub(super) fn value(&self, column: &str) -> Option<f64> {
        Some(self.figure(column)?.value)
    }

    /// The number of a column with the interval that stands in two others.
    pub(super) fn estimated(&self, [mean, lo, hi]: [&str; 3]) -> Option<Estimated> {
        Some(Estimated { mean: self.figure(mean)?, lo: self.figure(lo), hi: self.figure(hi) })
    }
}
