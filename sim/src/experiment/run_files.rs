//! Where the files of an experiment are while blocks are played.

use super::contract::Fold;
use crate::files::audit::audited_files::AuditedFiles;
use crate::files::error::FolderError;
use crate::files::locked_folder::LockedFolder;
use crate::files::run_folder::RunFolder;

/// Where the files of an experiment are while blocks are played.
pub(super) enum RunFiles {
    /// Nothing is to be written.
    None,
    /// The folder is locked, and begun only when the first blocks have shown that the experiment can be done. No file
    /// of such an experiment grows.
    Promised(LockedFolder),
    /// In a folder.
    Folder(RunFolder),
    /// In a folder that is audited: what would be written has to be there.
    Audited(AuditedFiles),
}

impl RunFiles {
    /// Begins a promised folder.
    pub(super) fn begin(
        &mut self,
        begin: impl FnOnce(LockedFolder) -> Result<RunFolder, FolderError>,
    ) -> Result<(), FolderError> {
        if let Self::Promised(_) = self
            && let Self::Promised(place) = std::mem::replace(self, Self::None)
        {
            *self = Self::Folder(begin(place)?);
        }
        Ok(())
    }

    /// Adds the lines of a block, which the sums already count.
    pub(super) fn add(&mut self, lines: &[Vec<u8>], fold: &dyn Fold) -> anyhow::Result<()> {
        match self {
            Self::None | Self::Promised(_) => {}
            Self::Audited(held) => held.same(lines)?,
            Self::Folder(folder) => {
                folder.add(lines)?;
                if folder.is_due() {
                    folder.note_progress(fold.blocks(), fold.to_json(false))?;
                }
            }
        }
        Ok(())
    }

    /// Gives a promised folder up, unchanged.
    pub(super) fn leave(self) {
        if let Self::Promised(place) = self {
            place.leave();
        }
    }

    /// Whether the lock of the folder only names this process.
    pub(super) fn are_held_by_name(&self) -> bool {
        match self {
            Self::None | Self::Audited(_) => false,
            Self::Promised(place) => place.is_held_by_name(),
            Self::Folder(folder) => folder.is_held_by_name(),
        }
    }

    /// Lets other processes take the folder before this process ends.
    pub(super) fn let_go(&self) {
        match self {
            Self::None | Self::Audited(_) => {}
            Self::Promised(place) => place.let_go(),
            Self::Folder(folder) => folder.let_go(),
        }
    }

    /// Notes how far the experiment has got; a promised folder is given up.
    pub(super) fn note(&mut self, fold: &dyn Fold) -> Result<(), FolderError> {
        if let Self::Folder(folder) = self {
            return folder.note_progress(fold.blocks(), fold.to_json(false));
        }
        std::mem::replace(self, Self::None).leave();
        Ok(())
    }
}
