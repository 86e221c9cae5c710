//! What a program writes to standard error, kept in the run's folder up to a limit.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rustix::fs::OFlags;

use super::locked;

/// The bytes that are kept of a program.
const MOST: usize = 1 << 18;

/// What one program writes to standard error.
#[derive(Debug)]
pub(crate) struct Log {
    label: String,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    file: Option<PathBuf>,
    /// The lines that are not in the file yet.
    lines: Vec<String>,
    /// The bytes of all lines.
    size: usize,
}

impl Log {
    /// An empty log of the program with this label.
    pub(super) fn new(label: &str) -> Self {
        Self { label: label.to_owned(), kept: Mutex::default() }
    }

    /// The label of the program.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Keeps all lines in this file, those from before included.
    pub(super) fn keep_in(&self, file: &Path) {
        let kept = &mut *locked(&self.kept);
        kept.file = Some(file.to_owned());
        self.write(kept);
    }

    /// The lines that are in no file.
    pub(crate) fn lines(&self) -> Vec<String> {
        locked(&self.kept).lines.clone()
    }

    /// Adds a line.
    pub(super) fn add(&self, line: &[u8]) {
        let kept = &mut *locked(&self.kept);
        if kept.size < MOST {
            kept.size += line.len();
            kept.lines.push(match kept.size {
                ..MOST => String::from_utf8_lossy(line).trim_end().to_owned(),
                _ => "(no more is kept)".to_owned(),
            });
            self.write(kept);
        }
    }

    /// Writes the lines to the file, if there are both. Lines that can't be written are dropped: a run does not fail
    /// for them.
    fn write(&self, kept: &mut Kept) {
        let Some(file) = kept.file.as_ref().filter(|_| !kept.lines.is_empty()) else { return };
        let no_link = OFlags::NOFOLLOW.bits().cast_signed();
        let file = OpenOptions::new().append(true).create(true).custom_flags(no_link).open(file);
        let lines = kept.lines.drain(..).map(|line| format!("{}: {line}\n", self.label));
        let text = lines.collect::<String>();
        let _ = file.and_then(|mut file| file.write_all(text.as_bytes()));
    }
}
