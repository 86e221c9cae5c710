//! Reading a records file line by line.

use std::io::{self, BufRead, BufReader, ErrorKind, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use threehand_engine::record::Record;

use crate::files::absent::missing;
use crate::files::growing::compress;
use crate::io::atomic_write::write_whole;
use crate::io::bounded_read::{Lines, is_folder, is_missing, plain_file, unpacked};

/// The records of a file.
pub(super) struct RecordsFile {
    /// The file.
    pub(super) path: PathBuf,
    lines: Lines<Box<dyn BufRead>>,
    line: usize,
}

impl RecordsFile {
    /// Opens a records file, the one in the folder of a run, or standard input for `-`.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let of =
            |path, reader| Self { path, lines: Lines::by_hand(reader, "record", LONGEST), line: 0 };
        if path == Path::new("-") {
            return Ok(of(PathBuf::from("standard input"), Box::new(BufReader::new(stdin()))));
        }
        if path.extension().is_some_and(|end| end == "gz") {
            bail!(
                "{0}: gzip is not read, but zstd is; unpack it: gzip -dc {0} | threehand verify -",
                path.display()
            );
        }
        let path = if is_folder(path)? {
            let names = ["records.jsonl", "records.jsonl.zst"];
            let inside =
                names.map(|name| path.join(name)).into_iter().find(|file| !is_missing(file));
            inside.ok_or_else(|| {
                anyhow!(
                    "{}: no records.jsonl in this folder; a tournament writes one with --records all, and \
                     `threehand contrast` writes contrast.jsonl",
                    path.display()
                )
            })?
        } else {
            path.to_owned()
        };
        let file = plain_file(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => missing(&path, "no such file or folder"),
            _ => anyhow::Error::from(error).context(path.display().to_string()),
        })?;
        let reader: Box<dyn BufRead> = if path.extension().is_some_and(|end| end == "zst") {
            let bytes = file.metadata().map(|file| file.len());
            let plain = bytes.and_then(|bytes| unpacked(file, bytes));
            Box::new(BufReader::new(plain.with_context(|| path.display().to_string())?))
        } else {
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        Ok(of(path, reader))
    }

    /// Where the record that was read last stands: file and line.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.path.display(), self.line)
    }
}

/// Writes a records file whole, as its name says: compressed, or as it is.
///
/// # Errors
/// If the file can't be written.
pub(crate) fn write_records(path: &Path, lines: &[u8]) -> io::Result<()> {
    let is_packed = path.extension().is_some_and(|end| end == "zst");
    let packed = is_packed.then(|| compress(lines));
    write_whole(path, packed.as_deref().unwrap_or(lines))
}

/// The longest line that can be a record, in bytes; the longest of any game is far shorter.
const LONGEST: u64 = 1 << 20;

impl Iterator for RecordsFile {
    type Item = anyhow::Result<Record>;

    fn next(&mut self) -> Option<anyhow::Result<Record>> {
        self.line += 1;
        let record = self.lines.next()?.map_err(Into::into).and_then(|line| parse(&line));
        Some(record.with_context(|| self.place()))
    }
}

fn parse(line: &[u8]) -> anyhow::Result<Record> {
    if line.iter().all(u8::is_ascii_whitespace) {
        bail!("a blank line, where a record should be");
    }
    serde_json::from_slice(line).map_err(|error| {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        anyhow!("column {}: {what}", error.column())
    })
}
