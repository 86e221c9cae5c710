//! Reading a records file line by line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use threehand_engine::record::Record;

/// The lines of a records file, with what they are called in messages.
pub(super) struct RecordsFile {
    /// The file.
    pub(super) path: PathBuf,
    lines: std::io::Lines<Box<dyn BufRead>>,
    line: usize,
}

impl RecordsFile {
    /// Opens a records file, or the one in the folder of a run.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let path = if path.is_dir() {
            let names = ["records.jsonl", "records.jsonl.zst"];
            let inside = names.map(|name| path.join(name)).into_iter().find(|file| file.exists());
            inside.ok_or_else(|| {
                anyhow!(
                    "{}: no records.jsonl in this folder; a run writes one with --records all",
                    path.display()
                )
            })?
        } else {
            path.to_owned()
        };
        let file = File::open(&path).with_context(|| path.display().to_string())?;
        let reader: Box<dyn BufRead> = if path.extension().is_some_and(|end| end == "zst") {
            let plain = zstd::Decoder::new(file).with_context(|| path.display().to_string())?;
            Box::new(BufReader::new(plain))
        } else {
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        Ok(Self { path, lines: reader.lines(), line: 0 })
    }

    /// Where the record that was read last stands: file and line.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.path.display(), self.line)
    }
}

impl Iterator for RecordsFile {
    type Item = anyhow::Result<Record>;

    fn next(&mut self) -> Option<anyhow::Result<Record>> {
        let line = self.lines.next()?;
        self.line += 1;
        let record = line.map_err(anyhow::Error::from).and_then(|line| {
            serde_json::from_str(&line).map_err(|error| {
                let text = error.to_string();
                let what = text.split(" at line ").next().unwrap_or_default();
                anyhow!("column {}: {what}", error.column())
            })
        });
        Some(record.with_context(|| self.place()))
    }
}
