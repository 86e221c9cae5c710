//! Recorded hands of the run, to step through on its page.

use maud::Markup;
use threehand_bots::Registry;

use super::folder::Folder;

/// What the section adds to the style of the page.
pub(super) const STYLE: &str = "";

/// What the section runs in the page.
pub(super) const SCRIPT: &str = "";

/// The hands that the folder has records of, as an element with the id `hands`; `None` where the folder has none.
pub(super) fn section<R: Registry>(
    lab: &R,
    folder: &Folder,
    annotate: Option<&str>,
) -> anyhow::Result<Option<Markup>> {
    let _ = (lab, folder, annotate);
    Ok(None)
}
