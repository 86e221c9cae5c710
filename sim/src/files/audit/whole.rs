//! The files of a run that are written whole, compared with what is due.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::difference::of_json;
use super::fault::Fault;
use super::held::HeldFile;
use crate::io::bounded_read::{self, plain_file};

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 1 << 28;

/// The key of sums that folders of an earlier version lack.
const LATER: &str = "cubes";

/// Compares a table with what is due.
///
/// # Errors
/// The first difference.
pub fn compare_table(dir: &Path, (name, due): (&str, &[u8]), by: &str) -> Result<(), Fault> {
    let mut file = HeldFile::open(dir, name, None)?;
    let header = due.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    file.header(&due[..header])?;
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
) -> Result<(), Fault> {
    let read = |json| serde_json::from_str(json).map_err(|error| Fault::of(&path, error));
    let (found, due): (Value, Value) = (read(found)?, read(due)?);
    let is_older = !holds_key(&found, LATER);
    let is_known = |key: &str| !(unknown.contains(&key) || is_older && key == LATER);
    let difference = of_json("", Some(&found), Some(&due), by, &is_known);
    difference.map_or(Ok(()), |difference| Err(Fault::of(&path, difference)))
}

/// Whether there is such a key anywhere.
fn holds_key(value: &Value, key: &str) -> bool {
    match value {
        Value::Object(map) => {
            map.contains_key(key) || map.values().any(|value| holds_key(value, key))
        }
        Value::Array(items) => items.iter().any(|value| holds_key(value, key)),
        _ => false,
    }
}

/// Reads a file of JSON.
///
/// # Errors
/// If it can't be read as such.
pub fn parse<T: DeserializeOwned>(path: &Path) -> Result<T, Fault> {
    serde_json::from_slice(&read(path)?).map_err(|error| Fault::of(path, error))
}

/// Reads a file whole, if it is no longer than any that a run writes.
///
/// # Errors
/// If it is, or can't be read.
pub fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let bytes =
        plain_file(path).and_then(|file| bounded_read::read(file, "file of a run", LONGEST));
    bytes.map_err(|error| Fault::of(path, error))
}
