//! The tables that a run leaves behind: a CSV file each, of one observation a row.

pub mod column;
pub mod export;
pub mod page;
pub mod shape;
#[cfg(test)]
mod tests;

use crate::terminal::listener::TableRows;

const IN_MEMORY: &str = "plain rows can be written to memory";

impl TableRows {
    /// The content of the table's file. A table without rows is an empty file.
    pub fn csv(&self) -> Vec<u8> {
        if self.rows.is_empty() { Vec::new() } else { self.csv_with_header() }
    }

    /// The same with a header, also of a table without rows.
    pub(crate) fn csv_with_header(&self) -> Vec<u8> {
        self.separated_by(b',')
    }

    /// The header and the rows with this character between fields.
    pub(crate) fn separated_by(&self, between: u8) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new();
        let writer = writer.has_headers(false).delimiter(between);
        let mut writer = writer.from_writer(Vec::new());
        writer.write_record(&self.columns).expect(IN_MEMORY);
        for row in &self.rows {
            writer.serialize(row).expect(IN_MEMORY);
        }
        writer.into_inner().expect(IN_MEMORY)
    }
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
