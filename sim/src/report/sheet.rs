//! A table of a run, read by the names of its columns. A run of an earlier version may lack some.

use std::path::Path;

use anyhow::Context as _;
use csv::StringRecord;
use maud::Markup;
use serde_json::Value;

use super::unit::Unit;
use crate::io::bounded_read::{plain_file, read};
use crate::terminal::shown::lines;

/// The longest table that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// A number of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// The cell as it stands in the file.
    pub(super) raw: String,
    pub(super) value: f64,
}

impl Figure {
    /// The number of a JSON value; `None` if the value is none.
    pub(super) fn of(json: &Value) -> Option<Self> {
        Some(Self { raw: json.to_string(), value: json.as_f64()? })
    }
}

/// A figure with the ends of its interval, where there are any.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Estimated {
    pub(super) mean: Figure,
    pub(super) lo: Option<Figure>,
    pub(super) hi: Option<Figure>,
}

impl Estimated {
    /// The ends of an interval that has both.
    pub(super) fn interval(&self) -> Option<(&Figure, &Figure)> {
        self.lo.as_ref().zip(self.hi.as_ref())
    }
}

/// The rows of a CSV file.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    columns: StringRecord,
    rows: Vec<StringRecord>,
}

/// A row of a sheet.
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

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let columns = &self.columns;
        self.rows.iter().map(move |cells| Row { columns, cells })
    }

    /// The rows by the values of a column, the highest first and those without a value last.
    pub(super) fn falling(&self, column: &str) -> Vec<Row<'_>> {
        let mut rows: Vec<_> = self.rows().collect();
        let value = |row: &Row<'_>| row.value(column).unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
        rows
    }

    /// The different texts of a column, in order of appearance.
    pub(super) fn distinct(&self, column: &str) -> Vec<&str> {
        let mut distinct: Vec<&str> = Vec::new();
        for text in self.rows().map(|row| row.text(column)) {
            if !distinct.contains(&text) {
                distinct.push(text);
            }
        }
        distinct
    }

    /// The rest of the names of columns that begin with `stem`, such as the roles after `points_`.
    pub(super) fn after<'s>(&'s self, stem: &str) -> Vec<&'s str> {
        self.columns.iter().filter_map(|column| column.strip_prefix(stem)).collect()
    }
}

impl<'s> Row<'s> {
    /// The text of a column; empty where there is no such column.
    pub(super) fn text(&self, column: &str) -> &'s str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.cells.get(place)).unwrap_or_default()
    }

    /// The number of a column, if it holds one.
    pub(super) fn figure(&self, column: &str) -> Option<Figure> {
        let raw = self.text(column);
        let value = raw.parse().ok().filter(|value: &f64| value.is_finite())?;
        Some(Figure { raw: raw.to_owned(), value })
    }

    /// The value of the number of a column.
    pub(super) fn value(&self, column: &str) -> Option<f64> {
        Some(self.figure(column)?.value)
    }

    /// The number of a column with the interval in two others.
    pub(super) fn estimated(&self, [mean, lo, hi]: [&str; 3]) -> Option<Estimated> {
        Some(Estimated { mean: self.figure(mean)?, lo: self.figure(lo), hi: self.figure(hi) })
    }

    /// The figure of the first of these columns, with the interval in the others; a dash where there is none.
    pub(super) fn show(&self, unit: Unit, columns: &[&str]) -> Markup {
        let column = |place: usize| columns.get(place).copied().unwrap_or_default();
        unit.estimate(self.estimated([0, 1, 2].map(column)).as_ref())
    }
}
