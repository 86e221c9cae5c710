//! Where the files of an experiment are while blocks are played.

use crate::files::audit::held::Held;
use crate::files::error::FolderError;
use crate::files::note::Checkpoint;
use crate::files::place::Place;
use crate::files::run_folder::RunFolder;

/// Where the files of an experiment are while blocks are played.
pub(super) enum Files {
    /// Nothing is to be written.
    None,
    /// The folder is locked, and begun only when the first blocks have shown that the experiment can be done. No file
    /// of such an experiment grows.
    Promised(Place),
    /// In a folder.
    Begun(RunFolder),
    /// In a folder that is audited: what would be written has to be there.
    Held(Held),
}

impl Files {
    /// Adds the lines of a block, which the sums already count. A promised folder is begun once the
    /// blocks are `tried`.
    pub(super) fn add(
        &mut self,
        lines: &[Vec<u8>],
        sums: &dyn Checkpoint,
        tried: bool,
        begin: impl FnOnce(Place) -> Result<RunFolder, FolderError>,
    ) -> anyhow::Result<()> {
        match self {
            Self::None => Ok(()),
            Self::Held(held) => Ok(held.same(lines)?),
            Self::Begun(folder) => Ok(folder.add(lines, sums)?),
            Self::Promised(_) => {
                if tried && let Self::Promised(place) = std::mem::replace(self, Self::None) {
                    let mut folder = begin(place)?;
                    let noted = folder.add(lines, sums);
                    *self = Self::Begun(folder);
                    noted?;
                }
                Ok(())
            }
        }
    }

    /// The folder, if there is one to write; a promised one is begun.
    pub(super) fn folder(
        self,
        begin: impl FnOnce(Place) -> Result<RunFolder, FolderError>,
    ) -> Result<Option<RunFolder>, FolderError> {
        match self {
            Self::None | Self::Held(_) => Ok(None),
            Self::Promised(place) => begin(place).map(Some),
            Self::Begun(folder) => Ok(Some(folder)),
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
        if let Self::Begun(folder) = self {
            return folder.note_progress(sums);
        }
        std::mem::replace(self, Self::None).leave();
        Ok(())
    }
}
