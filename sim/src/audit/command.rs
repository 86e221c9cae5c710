//! `verify DIR`: an audit as typed.

use std::path::Path;

use threehand_bots::Registry;

use super::course::Audit;
use super::documents::try_out;
use crate::experiment::contract::Design;
use crate::experiment::life::{Begin, live};
use crate::folder::manifest::Written;
use crate::folder::place::{MANIFEST, keep_still};
use crate::runs::kinds::{KindVisitor, results, with_kind};
use crate::runs::resume::no_run;
use crate::settings::how::{Asked, How};
use crate::terminal::failure::Failure;

/// Audits the folder of a run, told as `how` says; with `again`, by playing it again.
///
/// # Errors
/// The first thing that is wrong with the folder; that a live run holds the folder.
pub fn run(lab: &impl Registry, dir: &Path, how: How, again: bool) -> Result<(), Failure> {
    let _still = keep_still(dir)?;
    if dir.join(MANIFEST).exists() {
        try_out(dir)?;
    }
    let written = Written::read(dir)?;
    let audit = Audit { written: &written, again };
    let visit = Visit { lab, audit: &audit, how };
    with_kind(written.run(), visit).ok_or_else(|| no_run(&written))?
}

struct Visit<'a, R> {
    lab: &'a R,
    audit: &'a Audit<'a>,
    how: How,
}

impl<R: Registry> KindVisitor for Visit<'_, R> {
    type Output = Result<(), Failure>;

    fn visit<D: Design>(self) -> Result<(), Failure> {
        let Self { lab, audit, how } = self;
        let settings: D = audit.written.settings()?;
        let how = How { out: Some(audit.written.dir.clone()), ..how };
        let done = live(lab, &Asked { settings, how }, Begin::Audited(audit), &results());
        done.map_err(|failure| failure.of_file(&audit.written.place()))
    }
}
