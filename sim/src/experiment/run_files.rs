//! Where the files of an experiment are while blocks are played.

use crate::files::audit::audited_files::AuditedFiles;
use crate::files::error::FolderError;
use crate::files::locked_folder::LockedFolder;
use crate::files::progress::Checkpoint;
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
    /// Adds the lines of a block, which the sums already count. A promised folder is begun once the
    /// blocks are `tried`.
    pub(super) fn add(
        &mut self,
        lines: &[Vec<u8>],
        sums: &dyn Checkpoint,
        tried: bool,
        begin: impl FnOnce(LockedFolder) -> Result<RunFolder, FolderError>,
    ) -> anyhow::Result<()> {
        match self {
            Self::None => Ok(()),
            Self::Audited(held) => Ok(held.same(lines)?),
            Self::Folder(folder) => Ok(folder.add(lines, sums)?),
            Self::Promised(_) => {
                if tried && let Self::Promised(place) = std::mem::replace(self, Self::None) {
                    let mut folder = begin(place)?;
                    let noted = folder.add(lines, sums);
                    *self = Self::Folder(folder);
                    noted?;
                }
                Ok(())
            }
        }
    }

    /// The folder, if there is one to write; a promised one is begun.
    pub(super) fn folder(
        self,
        begin: impl FnOnce(LockedFolder) -> Result<RunFolder, FolderError>,
    ) -> Result<Option<RunFolder>, FolderError> {
        match self {
            Self::None | Self::Audited(_) => Ok(None),
            Self::Promised(place) => begin(place).map(Some),
            Self::Folder(folder) => Ok(Some(folder)),
        }
    }

    /// Gives a promised folder up, unchanged.
    pub(super) fn leave(self) {
        if let Self::Promised(place) = self {
            place.leave();
        }
    }

    /// Notes how far the experiment has got; a promised folder is given up.
    pub(super) fn note(&mut self, sums: &dyn Checkpoint) -> Result<(), FolderError> {
        if let Self::Folder(folder) = self {
            return folder.note_progress(sums);
        }
        std::mem::replace(self, Self::None).leave();
        Ok(())
    }
}
