//! `report`: the folder of a run as one page to read, with charts.

mod answer;
mod charts;
mod content;
pub(crate) mod folder;
mod glossary;
pub(crate) mod hands;
mod kinds;
mod names;
mod page;
mod sheet;
mod table;
mod unit;

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args;
use threehand_play::Catalog;

use self::answer::Answer;
use self::charts::is_chart;
use self::content::{Content, Source};
use self::folder::Folder;
use self::page::{Page, is_page};
use crate::atomic_write::write_whole;
use crate::bounded_read::plain_file;
use crate::folder::place::REPORT;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::screen;
use crate::terminal::stream::say;

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand report runs/a
  threehand report runs/a --out a.html
  threehand report runs/a --charts charts

The page is one file: it needs no network and nothing beside it.";

pub(crate) use self::hands::CARDS;

/// How a table of cards looks, with the colours of the page around it.
pub(crate) fn table_style() -> String {
    [charts::COLOURS, page::STYLE, hands::STYLE].concat()
}

/// A report as typed.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder of a finished run
    pub dir: PathBuf,
    /// The file to write [default: report.html in the folder]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A folder to write the charts to, an SVG file each
    #[arg(long, value_name = "DIR")]
    pub charts: Option<PathBuf>,
    /// A bot that says beside each decision of the hands what it would have chosen, such as
    /// pimc:worlds=256
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
    let folder = Folder::open(&args.dir)?;
    let measures = names::measures(catalog, folder.written.text("game"));
    let answer = Answer::of(catalog, &folder);
    let summary = answer.as_ref().map(|answer| &answer.summary);
    let content = Content::of(&Source { folder: &folder, measures: &measures, summary })?;
    let hands = hands::section(catalog, &folder, args.annotate.as_deref())?;
    let page =
        Page { folder: &folder, answer: answer.as_ref(), content: &content, hands: hands.as_ref() };
    let to = args.out.clone().unwrap_or_else(|| folder.path().join(REPORT));
    if let Some(dir) = args.charts.as_ref().filter(|dir| dir.exists() && !dir.is_dir()) {
        return Err(Failure::setting("charts", format!("{}: it is no folder", dir.display())));
    }
    write_ours(&to, &page.show().into_string(), is_page)?;
    let mut told = format!("written to {}", to.display());
    if let Some(dir) = &args.charts {
        std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
        let mut names: Vec<String> = Vec::new();
        for chart in &content.charts {
            let same = names.iter().filter(|name| **name == chart.name).count();
            let name =
                if same > 0 { format!("{}-{}", chart.name, same + 1) } else { chart.name.clone() };
            write_ours(&dir.join(format!("{name}.svg")), &chart.file(), is_chart)?;
            names.push(chart.name.clone());
        }
        let count = plural(content.charts.len() as u64, "chart");
        told += &format!(", {count} to {}", dir.display());
    }
    if !args.quiet {
        say(&told);
    }
    Ok(())
}

/// Writes a file whole or not at all; what stands there already is replaced only if it is of the same sort.
fn write_ours(to: &Path, text: &str, is_ours: fn(&str) -> bool) -> Result<(), Failure> {
    /// What says of which sort a file is stands in its first bytes.
    const HEAD: u64 = 1 << 12;
    let said = || to.display().to_string();
    let head = match plain_file(to) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        file => {
            let mut head = Vec::new();
            file.and_then(|file| file.take(HEAD).read_to_end(&mut head)).with_context(said)?;
            Some(String::from_utf8_lossy(&head).into_owned())
        }
    };
    if head.is_some_and(|head| !is_ours(&head)) {
        let told =
            "another file stands there, which no report has made: remove it or choose another name";
        return Err(anyhow!("{}: {told}", said()).into());
    }
    Ok(write_whole(to, text.as_bytes()).with_context(said)?)
}
