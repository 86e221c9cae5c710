//! The tables of a finished run, and the other files that are written whole.

use std::path::Path;

use serde_json::Value;

use super::difference::of_json;
use super::fault::Fault;
use super::held::HeldFile;
use super::recount::Unknown;
use crate::bounded_read::{self, plain_file};
use crate::folder::place::TALLY;

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 1 << 28;

/// What sums of earlier versions lack.
const LATER: &str = "cubes";

/// Holds a table, or the sums of a shard, against what is due; says whether anything is known of it.
///
/// # Errors
/// The first difference.
pub fn hold(
    dir: &Path,
    (name, due): (&str, &[u8]),
    unknown: &Unknown,
    by: &str,
) -> Result<bool, Fault> {
    if unknown.tables.contains(&name) {
        return Ok(false);
    }
    if name == TALLY {
        let path = dir.join(name);
        let found: Value = parse(&path)?;
        if !unknown.keys.is_empty() || !holds_key(&found, LATER) {
            return hold_json(&path, &found, due, unknown, by).map(|()| true);
        }
    }
    let mut file = HeldFile::open(dir, name, None)?;
    let header = due.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let header = if name == TALLY { 0 } else { header };
    if header > 0 {
        file.header(&due[..header])?;
    }
    let is_known = |column: &str| !unknown.columns.iter().any(|unknown| unknown == column);
    file.same_but(&due[header..], by, is_known)?;
    file.end()?;
    Ok(true)
}

/// Holds noted sums against those that are due.
pub(super) fn hold_json(
    path: &Path,
    found: &Value,
    due: &[u8],
    unknown: &Unknown,
    by: &str,
) -> Result<(), Fault> {
    let due: Value = serde_json::from_slice(due).map_err(|error| Fault::of(path, error))?;
    let is_older = !holds_key(found, LATER);
    let is_known = |key: &str| !(unknown.keys.contains(&key) || is_older && key == LATER);
    let told = of_json("", found, &due, by, &is_known);
    told.map_or(Ok(()), |told| Err(Fault::of(path, told)))
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

/// Reads a compressed file of JSON.
///
/// # Errors
/// If it can't be read as such.
pub(super) fn parse_compressed(path: &Path) -> Result<Value, Fault> {
    let plain = plain_file(path).and_then(zstd::Decoder::new);
    let bytes = plain.and_then(|plain| bounded_read::read(plain, "file of a run", LONGEST));
    let bytes = bytes.map_err(|error| Fault::of(path, error))?;
    serde_json::from_slice(&bytes).map_err(|error| Fault::of(path, error))
}

/// Reads a file whole, if it is no longer than any that a run writes.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let bytes =
        plain_file(path).and_then(|file| bounded_read::read(file, "file of a run", LONGEST));
    bytes.map_err(|error| Fault::of(path, error))
}
