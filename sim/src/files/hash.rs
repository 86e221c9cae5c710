//! The hash of a run's results.

use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::error::FolderError;
use super::locked_folder::{FORFEITS, RESULTS, SUMS};
use crate::io::bounded_read::plain_file;

/// The hash of the results that a folder holds; `read` has the hashes of the files that were read already.
pub fn hash_of_folder(dir: &Path, read: &[(String, String)]) -> Result<String, FolderError> {
    Ok(results_hash(digests_of(dir, RESULTS, read)?))
}

/// The hashes of the files in a folder that are no results, but that results are read by; `read` is as in
/// [`hash_of_folder`].
pub fn hashes_beside(dir: &Path, read: &[(String, String)]) -> Result<Value, FolderError> {
    let digests = digests_of(dir, [FORFEITS, SUMS], read)?.into_iter();
    Ok(digests.map(|(name, digest)| (name, Value::from(digest))).collect())
}

/// The hashes of those files that a folder holds; `read` has some of them.
fn digests_of(
    dir: &Path,
    names: impl IntoIterator<Item = &'static str>,
    read: &[(String, String)],
) -> Result<Vec<(String, String)>, FolderError> {
    let mut digests = Vec::new();
    for name in names {
        if let Some(known) = read.iter().find(|(other, _)| other == name) {
            digests.push(known.clone());
            continue;
        }
        let path = dir.join(name);
        match sha256_of_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(FolderError::Io { path, error }),
            Ok(digest) => digests.push((name.to_owned(), digest)),
        }
    }
    Ok(digests)
}

/// The hash of a run's results: SHA-256 of the lines that `sha256sum` prints for its files, in
/// the order of their names.
pub fn results_hash(mut digests: Vec<(String, String)>) -> String {
    digests.sort();
    let lines: String =
        digests.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect();
    sha256(lines.as_bytes())
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of a plain file.
///
/// # Errors
/// If the file can't be read.
pub fn sha256_of_file(path: &Path) -> io::Result<String> {
    Ok(length_and_sha256(path)?.1)
}

/// The length of a plain file in bytes, and its SHA-256.
pub(super) fn length_and_sha256(path: &Path) -> io::Result<(u64, String)> {
    let (mut hasher, mut length) = (Sha256::new(), 0);
    read_through(plain_file(path)?, |bytes| {
        hasher.update(bytes);
        length += bytes.len() as u64;
    })?;
    Ok((length, hex(&hasher.finalize())))
}

/// Reads to the end, piece by piece.
pub(super) fn read_through(from: impl Read, mut piece: impl FnMut(&[u8])) -> io::Result<()> {
    let mut from = BufReader::with_capacity(1 << 16, from);
    loop {
        let bytes = from.fill_buf()?;
        if bytes.is_empty() {
            return Ok(());
        }
        piece(bytes);
        let read = bytes.len();
        from.consume(read);
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
