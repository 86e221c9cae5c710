//! The files of a folder, read line by line and held against the lines that are due.

use std::io::{BufRead, BufReader, Read as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::difference::{of_records, of_rows};
use super::file_fault::FileFault;
use crate::files::growing::GrowingFile;
use crate::files::progress::ProgressNote;
use crate::io::bounded_read::{Lines, MARK, plain_file, unpacked};

/// The longest line of any file, in bytes; what runs write is far shorter.
const LONGEST: u64 = 1 << 20;

/// A line of a file, with what ends it.
pub struct Line {
    /// The number, from 1.
    pub number: u64,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A file that is held against what is due in it.
pub struct AuditedFile {
    path: PathBuf,
    /// The columns of a table; none of a file of another form.
    columns: Vec<String>,
    content: Lines<Box<dyn BufRead + Send>>,
    lines: u64,
}

impl AuditedFile {
    /// Opens a file of a folder, or the first `bytes` of it.
    pub(super) fn open(dir: &Path, name: &str, bytes: Option<u64>) -> Result<Self, FileFault> {
        let path = dir.join(name);
        let io = |error: std::io::Error| FileFault::of(&path, error);
        let file = plain_file(&path).map_err(io)?;
        let long = file.metadata().map_err(io)?.len();
        if let Some(bytes) = bytes.filter(|&bytes| long < bytes) {
            let reason = format!("{long} bytes, where progress.json has noted {bytes}");
            return Err(FileFault::of(&path, reason));
        }
        let file = file.take(bytes.unwrap_or(u64::MAX));
        let reader: Box<dyn BufRead + Send> = if name.ends_with(".zst") {
            Box::new(BufReader::new(unpacked(file, long).map_err(io)?))
        } else {
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        Ok(Self::of(&path, reader))
    }

    /// A file of this path with this content.
    pub(crate) fn of(path: &Path, content: Box<dyn BufRead + Send>) -> Self {
        let content = Lines::new(content, "line of a run", LONGEST);
        Self { path: path.to_owned(), columns: Vec::new(), content, lines: 0 }
    }

    /// Reads the header, which has to be this one.
    pub(super) fn header(&mut self, due: &[u8]) -> Result<(), FileFault> {
        self.same(due, "in this version")?;
        let due = String::from_utf8_lossy(due);
        self.columns = due.trim_end().split(',').map(str::to_owned).collect();
        Ok(())
    }

    /// The next line; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file can't be read, or a line is longer than any line of a run.
    pub fn next_line(&mut self) -> Result<Option<Line>, FileFault> {
        let number = self.lines + 1;
        let bytes = self.content.next().transpose();
        let bytes = bytes.map_err(|error| FileFault::at(&self.path, number, error))?;
        self.lines = number;
        if number == 1 && bytes.as_ref().is_some_and(|bytes| bytes.starts_with(MARK)) {
            return Err(self.fault(1, "a byte order mark comes first, which no run writes"));
        }
        Ok(bytes.map(|bytes| Line { number, bytes }))
    }

    /// The next line, which has to be there: it is that of `due`.
    ///
    /// # Errors
    /// That the file ends, or what keeps the line from being read.
    pub fn due_line(&mut self, due: impl FnOnce() -> String) -> Result<Line, FileFault> {
        let line = self.next_line()?;
        line.ok_or_else(|| self.fault(self.lines, format!("the file ends before {}", due())))
    }

    /// Holds the next lines against those that are due, which were made from what `by` says.
    ///
    /// # Errors
    /// The first difference.
    pub fn same(&mut self, due: &[u8], by: &str) -> Result<(), FileFault> {
        for due in due.split_inclusive(|&byte| byte == b'\n') {
            let line = self.due_line(|| String::from_utf8_lossy(due.trim_ascii()).into_owned())?;
            self.compare_line(&line, due, by)?;
        }
        Ok(())
    }

    /// Holds lines that were read against those that are due.
    ///
    /// # Errors
    /// The first difference.
    pub fn compare(&self, found: &[Line], due: &[u8], by: &str) -> Result<(), FileFault> {
        let due = due.split_inclusive(|&byte| byte == b'\n');
        found.iter().zip(due).try_for_each(|(line, due)| self.compare_line(line, due, by))
    }

    fn compare_line(&self, line: &Line, due: &[u8], by: &str) -> Result<(), FileFault> {
        let reason = if self.columns.is_empty() {
            of_records(&line.bytes, due, by)
        } else {
            of_rows(&self.columns, &line.bytes, due, by)
        };
        reason.map_or(Ok(()), |reason| Err(self.fault(line.number, reason)))
    }

    /// What is wrong with a line.
    pub fn fault(&self, line: u64, reason: impl std::fmt::Display) -> FileFault {
        FileFault::at(&self.path, line, reason)
    }

    /// Checks that the file ends here.
    pub fn end(&mut self) -> Result<(), FileFault> {
        match self.next_line()? {
            Some(line) => Err(self.fault(line.number, "the file goes on after all that is due")),
            None => Ok(()),
        }
    }
}

/// The files of a folder that grew by the lines of each block.
pub struct AuditedFiles {
    /// The folder.
    pub dir: PathBuf,
    /// The files, in the order in which blocks have their lines; a place may be left empty.
    pub files: Vec<Option<AuditedFile>>,
    compressed: Vec<bool>,
    /// How many blocks the files hold at most.
    pub blocks: u64,
    /// Whether the run is finished.
    pub is_finished: bool,
    /// The note of an unfinished run, if a block is noted.
    pub note: Option<ProgressNote>,
}

impl AuditedFiles {
    /// Opens the files of a folder: all of them, or of an unfinished run as much of each as is noted.
    /// Where no block is noted, no file need be there.
    ///
    /// # Errors
    /// If a file can't be read, is shorter than noted, or starts otherwise than it should.
    pub fn open(
        dir: &Path,
        growing: Vec<Option<GrowingFile>>,
        blocks: u64,
        is_finished: bool,
        note: Option<ProgressNote>,
    ) -> Result<Self, FileFault> {
        let is_compressed = |file: &Option<GrowingFile>| {
            file.as_ref().is_some_and(|file| file.name.ends_with(".zst"))
        };
        let compressed = growing.iter().map(is_compressed).collect();
        let open = |file: Option<GrowingFile>| -> Result<Option<AuditedFile>, FileFault> {
            let Some(file) = file.filter(|_| is_finished || blocks > 0) else { return Ok(None) };
            let noted = note.as_ref().and_then(|note| note.reach(&file.name));
            let bytes = (!is_finished).then(|| noted.map_or(0, |(bytes, _)| bytes));
            let mut held = AuditedFile::open(dir, &file.name, bytes)?;
            if !file.header.is_empty() {
                held.header(file.header.as_bytes())?;
            }
            Ok(Some(held))
        };
        let files = growing.into_iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { dir: dir.to_owned(), files, compressed, blocks, is_finished, note })
    }

    /// The blocks that the files hold, of those that are to be played.
    pub fn numbers(&self, all: &Range<u64>) -> Range<u64> {
        all.start..all.end.min(all.start.saturating_add(self.blocks))
    }

    /// Holds the lines of the next block against those of a block that was played again.
    ///
    /// # Errors
    /// The first difference.
    pub fn same(&mut self, lines: &[Vec<u8>]) -> Result<(), FileFault> {
        for ((file, lines), compressed) in self.files.iter_mut().zip(lines).zip(&self.compressed) {
            let Some(file) = file else { continue };
            if *compressed && !lines.is_empty() {
                let lines = zstd::decode_all(&lines[..]).map_err(|error| file.fault(0, error))?;
                file.same(&lines, AGAIN)?;
            } else {
                file.same(lines, AGAIN)?;
            }
        }
        Ok(())
    }

    /// Checks that no file holds more.
    pub fn end(&mut self) -> Result<(), FileFault> {
        self.files.iter_mut().flatten().try_for_each(AuditedFile::end)
    }
}

/// Made by playing again.
pub const AGAIN: &str = "played again";
