//! What a program writes to standard error, kept in the run's folder: its beginning and its end.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use rustix::fs::OFlags;

use super::locked;
use super::trace::{Trace, Traces};
use crate::terminal::shown::{one_line, shortened, shown};

/// The bytes that are kept of a program's beginning.
const MOST: usize = 1 << 18;
/// The lines that are kept of its end.
const LAST: usize = 50;
/// The letters that are kept of one of them.
const LONGEST: usize = 200;

/// What one program writes to standard error.
#[derive(Debug)]
pub(crate) struct Log {
    label: String,
    kept: Mutex<Kept>,
    traces: OnceLock<Traces>,
}

#[derive(Debug, Default)]
struct Kept {
    file: Option<PathBuf>,
    /// The lines that are not in the file yet.
    lines: Vec<String>,
    /// The bytes of all lines.
    size: usize,
    /// The last lines, shortened.
    last: VecDeque<String>,
    /// How many lines came after the beginning.
    late: usize,
}

impl Log {
    /// An empty log of the program with this label.
    pub(super) fn new(label: &str) -> Self {
        Self { label: label.to_owned(), kept: Mutex::default(), traces: OnceLock::new() }
    }

    /// The label of the program.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// Keeps what is said from now on in files of this folder.
    ///
    /// # Errors
    /// If it can't be made.
    pub(crate) fn trace_to(&self, dir: &Path) -> anyhow::Result<()> {
        let traces = Traces::new(dir, &self.label)?;
        self.traces.get_or_init(|| traces);
        Ok(())
    }

    /// The file for what is said with a process that now starts, if that is kept.
    pub(super) fn trace(&self) -> Option<Trace> {
        self.traces.get()?.next()
    }

    /// Keeps all lines in this file, those from before included.
    pub(super) fn keep_in(&self, file: &Path) {
        let kept = &mut *locked(&self.kept);
        kept.file = Some(file.to_owned());
        self.write(kept);
    }

    /// Adds a line.
    pub(super) fn add(&self, line: &[u8]) {
        let kept = &mut *locked(&self.kept);
        let text = one_line(String::from_utf8_lossy(line).trim_end());
        kept.size = kept.size.saturating_add(text.len());
        if kept.last.len() == LAST {
            kept.last.pop_front();
        }
        kept.last.push_back(shortened(&text, LONGEST));
        if kept.size < MOST {
            kept.lines.push(text);
            self.write(kept);
        } else {
            kept.late += 1;
        }
    }

    /// The last lines.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        locked(&self.kept).last.iter().cloned().collect()
    }

    /// The last line with a word, for the end of a sentence; empty if there is none.
    pub(crate) fn last_words(&self) -> String {
        let kept = &*locked(&self.kept);
        let last = kept.last.iter().rfind(|line| !line.trim().is_empty());
        last.map_or_else(String::new, |line| format!("; last on standard error: {}", shown(line)))
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

impl Drop for Log {
    /// Adds the end to the file.
    fn drop(&mut self) {
        let kept = &mut *locked(&self.kept);
        let shown = kept.late.min(LAST);
        let left_out = kept.late - shown;
        kept.lines.extend((left_out > 0).then(|| format!("({left_out} lines are left out)")));
        kept.lines.extend(kept.last.drain(kept.last.len() - shown..));
        self.write(kept);
    }
}
