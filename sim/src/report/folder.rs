//! The folder of a finished run, as a report reads it.

use std::path::Path;

use anyhow::anyhow;

use crate::files::locked_folder::keep_still;
use crate::files::manifest::SavedManifest;
use crate::runs::kinds::settings_of;
use crate::terminal::failure::Failure;
use crate::terminal::shown::lines;

/// The folder of a finished run, whose results are those that the run wrote.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The manifest, with the path of the folder.
    pub(crate) written: SavedManifest,
}

impl Folder {
    /// Opens the folder of a run that need not be finished, and that may go on.
    ///
    /// # Errors
    /// If it holds no run of this version, or a finished one with files that the run did not write.
    pub(crate) fn open_so_far(dir: &Path) -> Result<Self, Failure> {
        let written = SavedManifest::of_any_version(dir)?;
        if written.finished().is_some() {
            return Self::open(dir);
        }
        let written = SavedManifest::read(dir)?;
        settings_of(&written)?;
        Ok(Self { written })
    }

    /// Opens the folder of a run, of whichever version.
    ///
    /// # Errors
    /// If it holds no finished run, or files that the run did not write.
    pub(crate) fn open(dir: &Path) -> Result<Self, Failure> {
        if !dir.is_dir() && dir.exists() {
            return Err(anyhow!("{}: not the folder of a run", dir.display()).into());
        }
        let _lock = keep_still(dir)?;
        let written = SavedManifest::of_any_version(dir)?;
        settings_of(&written)?;
        if written.finished().is_none() {
            let told = anyhow!(
                "{}: the run is not finished (threehand report --so-far reports the blocks that it has)",
                dir.display()
            );
            return Err(Failure::from(told).resumable(dir, &[]));
        }
        written.expect_results(&[])?;
        Ok(Self { written })
    }

    /// The folder's path.
    pub(crate) fn path(&self) -> &Path {
        &self.written.dir
    }

    /// The text of a key of the manifest, safe to show; empty where there is none.
    pub(super) fn text(&self, key: &str) -> String {
        lines(self.written.text(key))
    }

    /// The texts of a list in the manifest, safe to show.
    pub(super) fn texts(&self, key: &str) -> Vec<String> {
        self.written.texts(key).iter().map(|text| lines(text)).collect()
    }

    /// A count in the manifest.
    pub(super) fn count(&self, key: &str) -> Option<u64> {
        self.written.value(key)?.as_u64()
    }
}
