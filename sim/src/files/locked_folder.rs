//! A folder that is locked for one run, and the files in it that are written whole.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::dir::{Dir, PART};
use super::error::FolderError;
use super::lock::Lock;
pub use super::lock::keep_still;
use crate::io::atomic_write::folder_of;
use crate::terminal::failure::Failure;

/// What was run, and what came out.
pub const MANIFEST: &str = "manifest.json";

/// The settings that repeat the run.
pub const CONFIG: &str = "config.toml";

/// The file of the game, if it was read from one.
pub const GAME: &str = "game.toml";

/// The note of how far a run has got. The note is there only while the run is unfinished.
pub const PROGRESS: &str = "progress.json";

/// A shard's sums, from which the tables of the whole run are made.
pub const TALLY: &str = "tally.json";

/// The sums of a finished run that is no shard, from which its summary is printed again. No part of the
/// results: these sums are held against the tables.
pub const SUMS: &str = "sums.json.zst";

/// Where bots forfeited because a limit was passed.
pub const FORFEITS: &str = "forfeits.json";

/// The page of a finished run, which is no part of its results.
pub const REPORT: &str = "report.html";

/// Records of the hands in which two variants or bots diverge most. No part of the results.
pub const CONTRAST: &str = "contrast.jsonl";

/// What programs that play have written to standard error, which is no part of a run's results.
pub const EXTERNAL_LOG: &str = "external.log";

/// The files that a run of any kind may write besides its results.
const COMMON: [&str; 9] =
    [MANIFEST, PROGRESS, CONFIG, GAME, FORFEITS, SUMS, REPORT, CONTRAST, EXTERNAL_LOG];

/// The files that may hold the results of a run, kind by kind.
pub const RESULTS: [&str; 22] = [
    "matches.csv",
    "matches.csv.zst",
    "hands.csv",
    "hands.csv.zst",
    "records.jsonl",
    "records.jsonl.zst",
    "summary.csv",
    "crosstable.csv",
    "ratings.csv",
    "fit.csv",
    "who_pays.csv",
    "block_values.csv",
    "characters.csv",
    "distributions.csv",
    "differences.csv",
    "verdicts.csv",
    "blocks.csv",
    "test.csv",
    "runs.csv",
    "calibration.csv",
    "coverage.csv",
    TALLY,
];

/// The files that a run of any kind may write.
fn all_files() -> impl Iterator<Item = &'static str> {
    COMMON.into_iter().chain(RESULTS)
}

/// A folder that is locked for a run to write into. A run that is to be replaced stays until the folder is cleared.
pub struct LockedFolder {
    pub(super) dir: Dir,
    /// Held for as long as the run is being written.
    pub(super) lock: Lock,
}

impl LockedFolder {
    /// Makes the folder, if there is none, and locks the folder. A folder that holds a file of a run is taken,
    /// unless `force` says that the run may be replaced.
    pub fn take(path: &Path, force: bool) -> Result<Self, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::io(path)(io::ErrorKind::NotADirectory.into()));
        }
        fs::create_dir_all(path).map_err(FolderError::io(path))?;
        let place = Self::locked(path)?;
        match place.may_be_written(force).and_then(|()| place.remove_part()) {
            Ok(()) => Ok(place),
            Err(error) => {
                place.leave();
                Err(error)
            }
        }
    }

    /// Locks a folder that a run was begun in.
    pub(super) fn left(path: &Path) -> Result<Self, FolderError> {
        let place = Self::locked(path)?;
        place.remove_part()?;
        Ok(place)
    }

    fn locked(path: &Path) -> Result<Self, FolderError> {
        let dir = Dir::open(path)?;
        let lock = Lock::take(&dir)?;
        Ok(Self { dir, lock })
    }

    /// Gives the folder up, unchanged.
    pub fn leave(self) {
        self.lock.leave(&self.dir);
    }

    /// Whether the lock only names this process, since the file system has no locks.
    pub fn is_held_by_name(&self) -> bool {
        self.lock.is_by_name
    }

    /// Lets other processes take the folder before this process ends.
    pub fn let_go(&self) {
        self.lock.let_go();
    }

    /// Removes all files of a run.
    pub(super) fn clear(&self) -> Result<(), FolderError> {
        all_files().try_for_each(|name| self.dir.remove(name))
    }

    /// Checks that the folder holds no run, or one that may be replaced and can be. What a killed run or merger wrote without a
    /// manifest is of no use.
    fn may_be_written(&self, force: bool) -> Result<(), FolderError> {
        let force = force || self.lock.was_left && !self.dir.holds(MANIFEST)?;
        for file in all_files() {
            if self.dir.holds(file)? && !force {
                return Err(FolderError::Refused(format!(
                    "{} holds {file} of another run: choose another folder, or --force to replace it",
                    self.dir.path().display()
                )));
            }
        }
        Ok(())
    }

    /// Removes a file that a killed run was writing whole; such a file without a trace of a run is of others.
    fn remove_part(&self) -> Result<(), FolderError> {
        if self.lock.was_left {
            self.dir.remove(PART)
        } else if self.dir.holds(PART)? {
            Err(self.dir.strange(PART, "no file of a run"))
        } else {
            Ok(())
        }
    }

    /// Removes all that a run may have written.
    pub(super) fn empty(self) -> Result<(), FolderError> {
        self.clear()?;
        self.dir.remove(PART)?;
        self.lock.remove(&self.dir)
    }

    /// Removes what is there only while a run is unfinished.
    pub(super) fn remove_traces(&self) -> Result<(), FolderError> {
        self.dir.remove(PROGRESS)?;
        self.lock.remove(&self.dir)
    }
}

/// Removes what a run left that was killed when all but this was done.
pub fn tidy(path: &Path) -> Result<(), FolderError> {
    let is_left = Lock::is_in(&Dir::open(path)?)?;
    if is_left { LockedFolder::left(path)?.remove_traces() } else { Ok(()) }
}

/// Whether a folder holds files of a run, as far as it can be looked into.
pub fn holds_run(path: &Path) -> bool {
    Dir::open(path).is_ok_and(|dir| all_files().any(|name| dir.holds(name).is_ok_and(|is| is)))
}

/// Refuses a file under the name of one of a run in the run's folder, but for this name.
///
/// # Errors
/// That a run has such a file.
pub fn leave_to_run(file: &Path, but: &str) -> Result<(), Failure> {
    let is = |name: &str| file.file_name().is_some_and(|of_file| of_file == name);
    if is(but) || !all_files().any(is) || !holds_run(folder_of(file)) {
        return Ok(());
    }
    let why = "the run in this folder has a file of this name; choose another";
    Err(Failure::setting("out", format!("{}: {why}", file.display())))
}

/// A value as a file of indented JSON.
pub fn to_json<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("plain values can be written as JSON");
    bytes.push(b'\n');
    bytes
}
