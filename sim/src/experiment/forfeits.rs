//! `forfeits.json`: where a referee has ruled that a bot forfeits its match.

use std::io;
use std::path::Path;

use anyhow::Context as _;

use crate::files::error::FolderError;
use crate::files::locked_folder::{FORFEITS, to_json};
use crate::files::run_folder::RunFolder;
use crate::io::bounded_read::read_file;
use threehand_play::referee::Ruling;

/// The longest list that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The rulings that a folder holds.
pub(crate) fn read_rulings(dir: &Path) -> anyhow::Result<Vec<Ruling>> {
    let path = dir.join(FORFEITS);
    let said = || path.display().to_string();
    match read_file(&path, "list of forfeits", LONGEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => serde_json::from_slice(&read.with_context(said)?).with_context(said),
    }
}

/// Writes rulings into a folder.
pub(super) fn write_rulings(folder: &RunFolder, rulings: &[Ruling]) -> Result<(), FolderError> {
    folder.write(FORFEITS, &to_json(&rulings))
}
