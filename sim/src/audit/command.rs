//! `verify DIR`: an audit as typed.

use std::path::Path;

use threehand_play::Catalog;

use super::course::Audit;
use super::documents::try_out;
use crate::experiment::life::{Begin, live, settings_of};
use crate::folder::manifest::Written;
use crate::folder::place::{MANIFEST, keep_still};
use crate::runs::kinds::{kind, results};
use crate::runs::resume::no_run;
use crate::settings::how::How;
use crate::terminal::failure::Failure;

/// Audits the folder of a run, told as `how` says; with `again`, by playing it again.
///
/// # Errors
/// The first thing that is wrong with the folder; that a live run holds the folder.
pub fn run(catalog: &Catalog<'_>, dir: &Path, how: How, again: bool) -> Result<(), Failure> {
    let _still = keep_still(dir)?;
    if dir.join(MANIFEST).exists() {
        try_out(dir)?;
    }
    let written = Written::read(dir)?;
    let kind = kind(written.run()).ok_or_else(|| no_run(&written))?;
    let audit = Audit { written: &written, again };
    let how = How { out: Some(dir.to_owned()), ..how };
    let settings = settings_of(kind, &written)?;
    let done = live(catalog, &*settings, &how, Begin::Audited(&audit), &results());
    done.map_err(|failure| failure.of_file(&written.place()))
}
