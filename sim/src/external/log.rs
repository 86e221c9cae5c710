//! What programs write to standard error, kept in the folder of the run as far as there is room.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rustix::fs::OFlags;

use super::held;

/// The most that is kept of a program, in bytes.
const MOST: usize = 1 << 18;

/// What one program writes to standard error.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    path: Option<PathBuf>,
    file: Option<File>,
    /// Lines that came before there was a file.
    early: Vec<Vec<u8>>,
    written: usize,
}

impl Log {
    /// Keeps in this file what is written, and what the program of the label has written before.
    pub(super) fn keep_in(&self, path: &Path, label: &str) {
        let early = {
            let kept = &mut *held(&self.0);
            kept.path = Some(path.to_owned());
            kept.written = 0;
            std::mem::take(&mut kept.early)
        };
        early.iter().for_each(|line| self.add(label, line));
    }

    /// The lines that came before there was a file.
    pub(super) fn early(&self) -> Vec<String> {
        let kept = held(&self.0);
        kept.early.iter().map(|line| String::from_utf8_lossy(line).trim_end().to_owned()).collect()
    }

    /// Adds a line of the program of a label. What can't be kept is dropped: a run does not fail for it.
    pub(super) fn add(&self, label: &str, line: &[u8]) {
        let kept = &mut *held(&self.0);
        if kept.written >= MOST {
            return;
        }
        let Some(path) = &kept.path else {
            kept.early.push(line.to_vec());
            kept.written += line.len();
            return;
        };
        if kept.file.is_none() {
            let no_link = OFlags::NOFOLLOW.bits().cast_signed();
            let mut how = OpenOptions::new();
            kept.file = how.append(true).create(true).custom_flags(no_link).open(path).ok();
        }
        let Some(file) = &mut kept.file else { return };
        let mut text = format!("{label}: {}\n", String::from_utf8_lossy(line).trim_end());
        kept.written += text.len();
        if kept.written >= MOST {
            text = format!("{label}: (no more is kept)\n");
        }
        let _ = file.write_all(text.as_bytes());
    }
}
