//! `report`: the folder of a run as one page to read, with charts.

mod folder;
mod hands;
mod page;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use threehand_bots::Registry;

use self::folder::Folder;
use crate::folder::place::REPORT;
use crate::terminal::failure::Failure;
use crate::terminal::stream::say;

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand report runs/a
  threehand report runs/a --out a.html";

/// A report as typed.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder of a finished run
    pub dir: PathBuf,
    /// The file to write [default: report.html in the folder]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// No messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Writes the page of a run.
///
/// # Errors
/// If the folder holds no finished run, or if the page can't be written.
pub fn run(lab: &impl Registry, args: &ReportArgs) -> Result<(), Failure> {
    let folder = Folder::open(&args.dir)?;
    let page = page::page(lab, &folder)?.into_string();
    let to = args.out.clone().unwrap_or_else(|| folder.path().join(REPORT));
    write_whole(&to, page.as_bytes())?;
    if !args.quiet {
        say(&format!("written to {}", to.display()));
    }
    Ok(())
}

/// Writes a file whole or not at all.
fn write_whole(to: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, to));
    written.with_context(|| to.display().to_string())
}
