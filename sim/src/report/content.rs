//! The content of a page, by kind of run.

use serde_json::Value;

use super::charts::Chart;
use super::folder::Folder;
use super::kinds::{calibrate, compare, sprt, tournament};
use super::table::Table;
use crate::kinds::compare::figures::Figure;
use crate::terminal::number::plural;

/// The sources of a page.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) folder: &'a Folder,
    /// The measures of the game in their order; none if this program does not know the game.
    pub(super) measures: &'a [Figure],
    /// The summary of the run as `--json` prints it, where it is known.
    pub(super) summary: Option<&'a Value>,
}

/// What a page shows of the results.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    pub(super) title: String,
    /// The size of the run and the like, a few words each.
    pub(super) facts: Vec<String>,
    pub(super) tables: Vec<Table>,
    pub(super) charts: Vec<Chart>,
    /// How the run was played and counted, a paragraph each.
    pub(super) method: Vec<String>,
    /// The terms that the page explains.
    pub(super) terms: Vec<&'static str>,
}

/// Makes the content of a page.
pub(super) type Make = fn(&Source<'_>) -> anyhow::Result<Content>;

/// The pages by the kind of run.
const PAGES: [(&str, Make); 5] = [
    ("tournament", tournament::content),
    ("compare", compare::content),
    ("sprt", sprt::content),
    ("calibrate", calibrate::content),
    ("coverage", calibrate::content),
];

/// What makes the page of a kind of run; `None` if there is no page for the kind.
pub(super) fn page(run: &str) -> Option<Make> {
    PAGES.iter().find(|(kind, _)| *kind == run).map(|(_, make)| *make)
}

/// The number of blocks of a run, or the run that a shard is a part of.
pub(super) fn of_run(blocks: u64, shard: &str) -> String {
    let blocks = plural(blocks, "block");
    if shard.is_empty() { blocks } else { format!("part {shard} of a run of {blocks}") }
}

/// The sentence on a chart that has room for `most` of `all`; empty if it shows all.
pub(super) fn first_of(most: usize, all: usize, what: &str) -> String {
    if all > most { format!(" These are the first {most} of {all} {what}.") } else { String::new() }
}

/// Names in a row: `a`, `a and b`, `a, b and c`; of many the first four and the number of the others.
pub(super) fn listed(names: &[impl AsRef<str>]) -> String {
    const MOST: usize = 5;
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        many if many.len() > MOST => {
            format!("{} and {} more", many[..MOST - 1].join(", "), many.len() + 1 - MOST)
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
