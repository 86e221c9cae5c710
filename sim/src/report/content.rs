//! What a page is made of, by kind of run.

use super::charts::Chart;
use super::folder::{Folder, Kind};
use super::kinds::{calibrate, compare, coverage, sprt, tournament};
use super::names::Measure;
use super::table::Table;
use crate::terminal::number::plural;
use serde_json::Value;

/// What the pages of all kinds are made from.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) folder: &'a Folder,
    /// The measures of the game.
    pub(super) measures: &'a [Measure],
    /// The summary of the run, where it is known.
    pub(super) summary: Option<&'a Value>,
}

/// What a page shows of the results.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    /// What the run is, or asks.
    pub(super) title: String,
    /// How much was played, and the like.
    pub(super) facts: Vec<String>,
    pub(super) tables: Vec<Table>,
    pub(super) charts: Vec<Chart>,
    /// How it was played and counted, a paragraph each.
    pub(super) method: Vec<String>,
    /// The terms that the page uses.
    pub(super) terms: Vec<&'static str>,
}

impl Content {
    /// What the folder of a run shows.
    ///
    /// # Errors
    /// If a table of the folder can't be read.
    pub(super) fn of(source: &Source<'_>) -> anyhow::Result<Self> {
        match source.folder.kind {
            Kind::Tournament => tournament::content(source),
            Kind::Compare => compare::content(source),
            Kind::Sprt => sprt::content(source),
            Kind::Calibrate => calibrate::content(source),
            Kind::Coverage => coverage::content(source),
        }
    }
}

/// How many blocks a run has, or of which run it is a part.
pub(super) fn of_run(blocks: u64, shard: &str) -> String {
    let blocks = plural(blocks, "block");
    if shard.is_empty() { blocks } else { format!("part {shard} of a run of {blocks}") }
}

/// What is said of a chart that has no room for all: a sentence, or nothing.
pub(super) fn first_of(most: usize, all: usize, what: &str) -> String {
    if all > most { format!(" These are the first {most} of {all} {what}.") } else { String::new() }
}

/// Names in a row: `a`, `a and b`, `a, b and c`; of many the first, and how many more.
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
