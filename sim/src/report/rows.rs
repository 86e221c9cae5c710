//! The rows of `hands.csv` and `matches.csv`, match by match.

use std::io::{self, ErrorKind, Read};
use std::iter::Peekable;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;

use crate::io::bounded_read::{plain_file, unpacked};

/// The row of a seat, in a hand or in a match. Columns that only one of the two tables has are optional.
#[derive(Debug, Deserialize)]
pub(super) struct SeatRow {
    #[serde(rename = "match")]
    pub(super) match_number: u64,
    pub(super) lineup: usize,
    /// Of `hands.csv`.
    pub(super) hand: Option<usize>,
    pub(super) points: Option<i64>,
    /// Of `matches.csv`.
    pub(super) score: Option<i64>,
    pub(super) won: Option<f64>,
    pub(super) hands: Option<usize>,
    #[serde(default)]
    pub(super) truncated: bool,
    #[serde(default)]
    pub(super) forfeit: bool,
}

/// The rows of a table, read one by one.
pub(super) struct SeatRows {
    rows: Peekable<csv::DeserializeRecordsIntoIter<Box<dyn Read>, SeatRow>>,
    /// The name of the table in messages.
    pub(super) path: String,
}

impl SeatRow {
    /// The match and the line-up.
    pub(super) const fn place(&self) -> (u64, usize) {
        (self.match_number, self.lineup)
    }
}

impl SeatRows {
    /// The rows of a table of a run's folder, which may be compressed; `None` if the folder has no such table.
    ///
    /// # Errors
    /// If the file can't be opened.
    pub(super) fn open(dir: &Path, name: &str) -> anyhow::Result<Option<Self>> {
        for (name, is_packed) in [(name, false), (&*format!("{name}.zst"), true)] {
            let path = dir.join(name);
            let open = || -> io::Result<Box<dyn Read>> {
                let file = plain_file(&path)?;
                let bytes = file.metadata()?.len();
                Ok(if is_packed { Box::new(unpacked(file, bytes)?) } else { Box::new(file) })
            };
            let at = path.display().to_string();
            match open() {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                bytes => {
                    let bytes = bytes.with_context(|| at.clone())?;
                    return Self::of(bytes, at).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// The rows of the table with this name in messages.
    fn of(bytes: Box<dyn Read>, path: String) -> anyhow::Result<Self> {
        let mut rows = csv::Reader::from_reader(bytes);
        // Without names of columns, rows would be read by their places.
        rows.headers().with_context(|| path.clone())?;
        Ok(Self { rows: rows.into_deserialize().peekable(), path })
    }

    /// The rows of the next match, at least one; `None` at the end.
    ///
    /// # Errors
    /// If a row can't be read.
    pub(super) fn next_match(&mut self) -> anyhow::Result<Option<Vec<SeatRow>>> {
        let mut rows: Vec<SeatRow> = Vec::new();
        while let Some(row) = self.rows.next_if(|row| match (row, rows.first()) {
            (Ok(row), Some(first)) => row.place() == first.place(),
            _ => true,
        }) {
            rows.push(row.with_context(|| self.path.clone())?);
        }
        Ok(Some(rows).filter(|rows| !rows.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails once, and then reads on.
    struct FailsOnce<R>(Option<io::Error>, R);

    impl<R: Read> Read for FailsOnce<R> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            self.0.take().map_or_else(|| self.1.read(to), Err)
        }
    }

    #[test]
    fn a_table_whose_first_line_can_not_be_read_is_an_error() {
        let table = &b"match,lineup,score\n4,1,2\n"[..];
        let open = |error| SeatRows::of(Box::new(FailsOnce(error, table)), "it".to_owned());
        assert_eq!(open(None).unwrap().next_match().unwrap().unwrap()[0].score, Some(2));
        assert!(open(Some(io::Error::other("a fault"))).is_err());
    }
}
