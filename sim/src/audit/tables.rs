//! The tables of a finished run, and the other files that are written whole.

use std::path::Path;

use serde_json::Value;

use super::difference::of_json;
use super::fault::Fault;
use super::held::HeldFile;
use crate::bounded_read::{self, plain_file};

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 1 << 28;

/// The key of sums that folders of an earlier version lack.
const LATER: &str = "cubes";

/// Compares a table with what is due.
///
/// # Errors
/// The first difference.
pub fn hold(dir: &Path, (name, due): (&str, &[u8]), by: &str) -> Result<(), Fault> {
    let mut file = HeldFile::open(dir, name, None)?;
    let header = due.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    file.header(&due[..header])?;
    file.same(&due[header..], by)?;
    file.end()
}

/// Compares sums with those that are due, but for keys that are `unknown`.
pub(super) fn hold_json(
    path: &Path,
    found: &Value,
    due: &[u8],
    unknown: &[&str],
    by: &str,
) -> Result<(), Fault> {
    let due: Value = serde_json::from_slice(due).map_err(|error| Fault::of(path, error))?;
    let is_older = !holds_key(found, LATER);
    let is_known = |key: &str| !(unknown.contains(&key) || is_older && key == LATER);
    let difference = of_json("", found, &due, by, &is_known);
    difference.map_or(Ok(()), |difference| Err(Fault::of(path, difference)))
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
pub fn parse<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Fault> {
    let bytes = read(path)?;
    serde_json::from_slice(&bytes).map_err(|error| Fault::of(path, error))
}

/// Reads a file whole, if it is no longer than any that a run writes.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let bytes =
        plain_file(path).and_then(|file| bounded_read::read(file, "file of a run", LONGEST));
    bytes.map_err(|error| Fault::of(path, error))
}
