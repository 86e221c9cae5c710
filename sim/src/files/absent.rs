//! What is said of a run or a file that is not there.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use threehand_engine::options::nearest;

use super::locked_folder::MANIFEST;
use crate::io::atomic_write::folder_of;
use crate::terminal::shown::shown;

/// What is said of a folder that is missing or has no manifest.
pub fn no_manifest(dir: &Path) -> anyhow::Error {
    let said = dir.display();
    if dir.exists() {
        let reason = format!("{said}: no manifest.json in it, so no run has begun here");
        return with_run_in(reason, dir, dir);
    }
    missing(dir, "no such folder: it has to be that of a run")
}

/// What is said of a file or folder that is missing, with the folder of a run that is there.
pub fn missing(path: &Path, reason: &str) -> anyhow::Error {
    with_run_in(format!("{}: {reason}", path.display()), path, folder_of(path))
}

/// A reason, with the run in the folder `around` whose name is nearest to that of `dir`, or else the first.
fn with_run_in(reason: String, dir: &Path, around: &Path) -> anyhow::Error {
    let inside = around.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let inside = inside.map(|path| path.strip_prefix(".").map(Path::to_owned).unwrap_or(path));
    let runs: Vec<_> = inside.filter(|path| path.join(MANIFEST).exists()).collect();
    let names = runs.iter().filter_map(|path| path.to_str());
    let like = nearest(&dir.to_string_lossy(), names).map(PathBuf::from);
    match like.or_else(|| runs.into_iter().min()) {
        Some(run) => {
            let run = shown(run.strip_prefix(".").unwrap_or(&run).display());
            anyhow!("{reason}; {run} is the folder of a run")
        }
        None => anyhow!(reason),
    }
}
