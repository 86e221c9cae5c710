//! The files of a run that are written whole, compared with what is due.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::audited_files::AuditedFile;
use super::difference::of_json;
use super::file_fault::FileFault;
use crate::io::bounded_read::read_file;

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 1 << 28;

/// Compares a table or another file with what is due.
///
/// # Errors
/// The first difference.
pub fn compare_file(dir: &Path, (name, due): (&str, &[u8]), by: &str) -> Result<(), FileFault> {
    let mut file = AuditedFile::open(dir, name, None)?;
    let mut header = 0;
    if name.ends_with(".csv") {
        header = due.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.header(&due[..header])?;
    }
    file.same(&due[header..], by)?;
    file.end()
}

/// Compares the JSON of a file with what is due, but for keys that are `unknown`.
///
/// # Errors
/// The first difference.
pub fn compare_json(
    (path, found): (PathBuf, &str),
    due: &str,
    unknown: &[&str],
    by: &str,
) -> Result<(), FileFault> {
    let read = |json| serde_json::from_str(json).map_err(|error| FileFault::of(&path, error));
    let (found, due): (Value, Value) = (read(found)?, read(due)?);
    let is_known = |key: &str| !unknown.contains(&key);
    let difference = of_json("", Some(&found), Some(&due), by, &is_known);
    difference.map_or(Ok(()), |difference| Err(FileFault::of(&path, difference)))
}

/// Reads a file of JSON, if it is no longer than any that a run writes.
///
/// # Errors
/// If it is, or can't be read as such.
pub fn parse<T: DeserializeOwned>(path: &Path) -> Result<T, FileFault> {
    let bytes = read_file(path, "file of a run", LONGEST);
    let bytes = bytes.map_err(|error| FileFault::of(path, error))?;
    serde_json::from_slice(&bytes).map_err(|error| FileFault::of(path, error))
}
