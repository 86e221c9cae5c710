//! `report`: the folder of a run as one page with charts.

mod charts;
pub mod contrast;
mod folder;
mod glossary;
pub(crate) mod hands;
mod page;
mod rows;
mod table;

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args;
use maud::{Markup, html};
use threehand_play::Catalog;

use self::charts::is_chart;
use self::folder::Folder;
use self::page::{Page, is_page};
use crate::experiment::finished::sums_so_far;
use crate::files::locked_folder::{REPORT, leave_to_run};
use crate::io::atomic_write::write_whole;
use crate::io::bounded_read::plain_file;
use crate::runs::kinds::experiment_of;
use crate::tables::page::Chart;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::screen;
use crate::terminal::shown::lines;
use crate::terminal::stream::say;

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand report runs/a
  threehand report runs/a --out a.html
  threehand report runs/a --charts charts
  threehand report runs/a --so-far

The page is one file: it needs no network and nothing beside it.";

/// A longer word may be broken.
const UNBROKEN: usize = 24;

pub(crate) use self::hands::CARDS;
pub(crate) use self::page::document;

/// The style of cards, with the colours of the page around them.
pub(crate) fn card_style() -> String {
    [charts::COLOURS, hands::CARD_STYLE].concat()
}

/// The arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder of a run
    pub dir: PathBuf,
    /// Report the blocks that an unfinished run has so far, also while it goes on; without hands
    #[arg(long)]
    pub so_far: bool,
    /// The file to write [default: report.html in the folder]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A folder for the charts, an SVG file each
    #[arg(long, value_name = "DIR")]
    pub charts: Option<PathBuf>,
    /// A bot whose choice stands beside each decision of the hands, such as pimc:worlds=256
    #[arg(long, value_name = "SPEC")]
    pub annotate: Option<String>,
    /// No messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Writes the page of a run, and its charts where they are asked for.
///
/// # Errors
/// If the folder holds no finished run, or if a file can't be written.
pub fn run(catalog: &Catalog<'_>, args: &ReportArgs) -> Result<(), Failure> {
    // A page has room for all rows and all columns.
    screen::ask(true, true);
    args.out.as_deref().map_or(Ok(()), |out| leave_to_run(out, REPORT))?;
    let folder =
        if args.so_far { Folder::open_so_far(&args.dir) } else { Folder::open(&args.dir) }?;
    let experiment = experiment_of(catalog, &folder.written)?;
    let (fold, so_far) = sums_so_far(&experiment, &folder.written)?;
    let outcome = fold.outcome();
    let content = &outcome.page(folder.path())?;
    let hands = match so_far {
        Some(_) => None,
        None => {
            let of = (&experiment, fold.blocks());
            hands::section(catalog, of, &folder, args.annotate.as_deref())?
        }
    };
    if let Some(dir) = args.charts.as_ref().filter(|dir| dir.exists() && !dir.is_dir()) {
        return Err(Failure::setting("charts", format!("{}: not a folder", dir.display())));
    }
    let (answer, notes) = (&lines(&outcome.answer()), &lines(&outcome.notes()));
    let reached = so_far.as_ref().map_or_else(String::new, |so_far| format!(" (so far {so_far})"));
    let page = Page { folder: &folder, so_far, answer, notes, content, hands };
    let to = args.out.clone().unwrap_or_else(|| folder.path().join(REPORT));
    write_own(&to, &page.show().into_string(), is_page)?;
    let mut written = format!("written to {}{reached}", to.display());
    if let Some(dir) = &args.charts {
        write_charts(dir, &content.charts)?;
        let count = plural(content.charts.len() as u64, "chart");
        written += &format!(", {count} to {}", dir.display());
    }
    if !args.quiet {
        say(&written);
    }
    Ok(())
}

/// A text in which a number is never parted from its error or its unit.
fn glued(text: &str) -> String {
    text.replace(" ± ", "\u{a0}±\u{a0}").replace(" %", "\u{a0}%")
}

/// A text whose names with hyphens are not broken, with what stands between backticks as code.
fn prose(text: &str) -> Markup {
    let glued = glued(text);
    html! {
        @for (number, part) in glued.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } }
            @else {
                @for (number, word) in part.split(' ').enumerate() {
                    @if number > 0 { " " }
                    @if word.contains('-') && word.chars().count() <= UNBROKEN { span.unbroken { (word) } }
                    @else { (word) }
                }
            }
        }
    }
}

/// Writes each chart to a file of its own. Charts of the same name are numbered.
fn write_charts(dir: &Path, charts: &[Chart]) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    for (place, chart) in charts.iter().enumerate() {
        let name = &chart.name;
        let file = match charts[..place].iter().filter(|before| before.name == *name).count() {
            0 => format!("{name}.svg"),
            same => format!("{name}-{}.svg", same + 1),
        };
        write_own(&dir.join(file), &charts::file(chart), is_chart)?;
    }
    Ok(())
}

/// Replaces a file of our own kind, as its first bytes say, or writes a new one.
fn write_own(to: &Path, text: &str, is_own: fn(&str) -> bool) -> Result<(), Failure> {
    const HEAD: u64 = 1 << 12;
    let at = || to.display().to_string();
    let mut head = Vec::new();
    let is_own = match plain_file(to) {
        Err(error) if error.kind() == ErrorKind::NotFound => true,
        file => {
            file.and_then(|file| file.take(HEAD).read_to_end(&mut head)).with_context(at)?;
            is_own(&String::from_utf8_lossy(&head))
        }
    };
    if !is_own {
        let error = "exists and is not of a report: remove it or choose another name";
        return Err(anyhow!("{} {error}", at()).into());
    }
    Ok(write_whole(to, text.as_bytes()).with_context(at)?)
}
