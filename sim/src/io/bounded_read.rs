//! Bounded reading of input that may be endless.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::Context as _;
use rustix::fs::OFlags;

/// Whether there surely is no such file: what can't be looked at is not missing.
pub fn is_missing(path: &Path) -> bool {
    use ErrorKind::{NotADirectory, NotFound};
    path.metadata().is_err_and(|error| [NotFound, NotADirectory].contains(&error.kind()))
}

/// Whether there is something at a path.
///
/// # Errors
/// If it can't be looked at.
pub fn is_there(path: &Path) -> anyhow::Result<bool> {
    path.try_exists().with_context(|| path.display().to_string())
}

/// Whether a path leads to a folder; a missing one does not.
///
/// # Errors
/// If it can't be looked at.
pub fn is_folder(path: &Path) -> anyhow::Result<bool> {
    match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        about => Ok(about.with_context(|| path.display().to_string())?.is_dir()),
    }
}

/// Opens a plain file for reading; never waits for the other end of a pipe.
///
/// # Errors
/// If the file can't be opened, or is no plain file.
pub fn plain_file(path: &Path) -> io::Result<File> {
    let wait_for_nobody = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(wait_for_nobody).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no plain file")) }
}

/// Reads all bytes, up to a limit.
///
/// # Errors
/// If the bytes can't be read, or are more than `most`.
pub fn read(from: impl Read, kind: &str, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it is longer than any {kind} can be")));
    }
    Ok(bytes)
}

/// Reads all bytes of a plain file, up to a limit.
///
/// # Errors
/// As [`plain_file`] and [`read`].
pub fn read_file(path: &Path, kind: &str, most: u64) -> io::Result<Vec<u8>> {
    read(plain_file(path)?, kind, most)
}

/// Unpacks what is compressed in so many bytes.
///
/// # Errors
/// If it is not compressed. Its bytes fail where they are more than what a run writes can be compressed to as few. Of no
/// bytes there are none.
pub fn unpacked(packed: impl Read, bytes: u64) -> io::Result<impl Read> {
    let plain = (bytes > 0).then(|| zstd::Decoder::new(packed)).transpose()?;
    Ok(Unpacked { plain, left: (1 << 29) + 1000 * bytes })
}

struct Unpacked<R> {
    plain: Option<R>,
    left: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Some(plain) = &mut self.plain else { return Ok(0) };
        let read = plain.read(to)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            io::Error::other("it unpacks to more than any run writes in so few bytes")
        })?;
        Ok(read)
    }
}

/// The lines of a reader, each with a length limit.
pub struct Lines<R> {
    reader: R,
    kind: &'static str,
    most: u64,
    /// Whether a byte order mark is to be left out, which editors write before the first line.
    skips_mark: bool,
}

/// The byte order mark.
pub const MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: BufRead> Lines<R> {
    /// The lines of a reader, each of `most` bytes at most.
    pub const fn new(reader: R, kind: &'static str, most: u64) -> Self {
        Self { reader, kind, most, skips_mark: false }
    }

    /// The lines of a reader that people write, without a byte order mark.
    pub fn by_hand(reader: R, kind: &'static str, most: u64) -> Self {
        Self { skips_mark: true, ..Self::new(reader, kind, most) }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Vec<u8>>;

    /// The next line with its end.
    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        match self.reader.by_ref().take(self.most + 1).read_until(b'\n', &mut line) {
            Err(error) => Some(Err(error)),
            Ok(0) => None,
            Ok(read) if read as u64 > self.most => {
                let reason = format!("the line is longer than any {} can be", self.kind);
                Some(Err(io::Error::other(reason)))
            }
            Ok(_) => {
                if std::mem::take(&mut self.skips_mark) && line.starts_with(MARK) {
                    line.drain(..MARK.len());
                }
                Some(Ok(line))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_far_as_it_can_be_long() {
        let mut lines = Lines::new(io::BufReader::new(&b"12345\n1234567\n"[..]), "number", 6);
        assert_eq!(lines.next().unwrap().unwrap(), b"12345\n");
        let error = lines.next().unwrap().unwrap_err().to_string();
        assert_eq!(error, "the line is longer than any number can be");
        assert!(Lines::new(&b""[..], "number", 6).next().is_none());
        let marked = "\u{feff}1\n\u{feff}2\n".as_bytes();
        let lines: Vec<_> = Lines::by_hand(marked, "number", 6).map(Result::unwrap).collect();
        assert_eq!(lines, ["1\n".as_bytes(), "\u{feff}2\n".as_bytes()]);
        let endless = Lines::new(io::BufReader::new(io::repeat(b'0')), "number", 1 << 16).next();
        assert!(endless.unwrap().is_err());
    }

    #[test]
    fn what_unpacks_to_gigabytes_is_read_only_as_far_as_a_run_could_write_it() {
        let packed = |bytes: u64| {
            let mut packed = Vec::new();
            zstd::stream::copy_encode(io::repeat(b'0').take(bytes), &mut packed, 1).unwrap();
            packed
        };
        let unpack = |packed: &[u8]| {
            let mut plain = unpacked(packed, packed.len() as u64).unwrap();
            io::copy(&mut plain, &mut io::sink())
        };
        assert_eq!(unpack(&packed(1 << 28)).unwrap(), 1 << 28);
        assert_eq!(unpack(&[]).unwrap(), 0);
        let error = unpack(&packed(1 << 30)).unwrap_err().to_string();
        assert_eq!(error, "it unpacks to more than any run writes in so few bytes");
    }
}
