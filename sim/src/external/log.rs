//! What a program writes to standard error, kept in the run's folder up to a limit.

use std::fs::{File, OpenOptions};
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
pub(super) struct Log {
    label: String,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    path: Option<PathBuf>,
    file: Option<File>,
    /// Lines from before there was a path.
    early: Vec<Vec<u8>>,
    size: usize,
}

impl Log {
    /// An empty log of the program with this label.
    pub(super) fn new(label: &str) -> Self {
        Self { label: label.to_owned(), kept: Mutex::default() }
    }

    /// Keeps all lines in this file, those from before included.
    pub(super) fn keep_in(&self, path: &Path) {
        let kept = Kept { path: Some(path.to_owned()), ..Kept::default() };
        let before = std::mem::replace(&mut *locked(&self.kept), kept);
        before.early.iter().for_each(|line| self.add(line));
    }

    /// The lines from before there was a file.
    pub(super) fn early(&self) -> Vec<String> {
        locked(&self.kept).early.iter().map(|line| text(line)).collect()
    }

    /// Adds a line. A line that can't be written is dropped: a run does not fail for it.
    pub(super) fn add(&self, line: &[u8]) {
        let kept = &mut *locked(&self.kept);
        if kept.size >= MOST {
            return;
        }
        let Some(path) = &kept.path else {
            kept.early.push(line.to_vec());
            kept.size += line.len();
            return;
        };
        if kept.file.is_none() {
            let no_link = OFlags::NOFOLLOW.bits().cast_signed();
            let mut options = OpenOptions::new();
            kept.file = options.append(true).create(true).custom_flags(no_link).open(path).ok();
        }
        let Some(file) = &mut kept.file else { return };
        let line = format!("{}: {}\n", self.label, text(line));
        kept.size += line.len();
        let _ = match kept.size {
            MOST.. => writeln!(file, "{}: (no more is kept)", self.label),
            _ => file.write_all(line.as_bytes()),
        };
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().to_owned()
}
