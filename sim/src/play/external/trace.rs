//! What programs and this process say to each other, in a file for each process of a program.

use std::fs::{File, OpenOptions, create_dir_all};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context as _;

/// The folder of the files of one program.
#[derive(Debug)]
pub(super) struct Traces {
    dir: PathBuf,
    label: String,
    /// The number of the last file.
    last: AtomicU64,
}

/// The file of one process. Each line begins with what it is: `>` went to the program, `<` is its answer, `#` is what it
/// wrote to standard error, and `!` is how it failed.
#[derive(Debug)]
pub(super) struct Trace(File);

impl Traces {
    /// The files of the program with this label, in a folder that is made.
    pub(super) fn new(dir: &Path, label: &str) -> anyhow::Result<Self> {
        create_dir_all(dir).with_context(|| dir.display().to_string())?;
        Ok(Self { dir: dir.to_owned(), label: label.to_owned(), last: AtomicU64::new(0) })
    }

    /// The file of a process that now starts, under the first number that no file has; `None` if it can't be written: no
    /// bot forfeits for it.
    pub(super) fn next(&self) -> Option<Trace> {
        loop {
            let number = 1 + self.last.fetch_add(1, Ordering::Relaxed);
            let path = self.dir.join(format!("{}-{number}.txt", self.label));
            match OpenOptions::new().write(true).create_new(true).open(path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => return file.ok().map(Trace),
            }
        }
    }
}

impl Trace {
    /// Adds lines with their mark.
    pub(super) fn add(&mut self, mark: char, lines: &[u8]) {
        let mut text = Vec::new();
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            text.extend_from_slice(format!("{mark} ").as_bytes());
            text.extend_from_slice(line.trim_ascii_end());
            text.push(b'\n');
        }
        let _ = self.0.write_all(&text);
    }
}
