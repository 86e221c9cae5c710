//! The page of a study of coverage.

use maud::html;

use super::calibrate::{share, shares};
use crate::calibrate::coverage::told;
use crate::report::charts::{Chart, Group};
use crate::report::content::{Content, Source, listed};
use crate::report::sheet::{Row, Sheet};
use crate::report::table::{Table, numbers, words};
use crate::report::unit::Unit;
use crate::terminal::number::plural;

/// As many figures are drawn.
const DRAWN: usize = 40;
/// As many rows the table has at most.
const ROWS: usize = 2_000;

/// What the page of a study of coverage shows.
pub(in crate::report) fn content(source: &Source<'_>) -> anyhow::Result<Content> {
    let folder = source.folder;
    let sheet = folder.expect("coverage.csv")?;
    let first = sheet.rows().next().ok_or_else(|| folder.lacks("coverage.csv"))?;
    let row = |row: Row<'_>| {
        vec![
            html! { (promise(&row)) },
            html! { (row.text("figure")) },
            Unit::Whole.maybe(row.figure("blocks").as_ref()),
            Unit::Share.estimate(row.estimated(["missed_share", "lo", "hi"]).as_ref()),
            Unit::Share.maybe(row.figure("due").as_ref()),
            html! { (row.text("kept")) },
        ]
    };
    let table = Table {
        title: "All promises".to_owned(),
        note: "How often an interval missed the truth, or something wrong was said, of all runs."
            .to_owned(),
        heads: vec![
            words("about"),
            words("figure"),
            numbers("blocks"),
            numbers("missed"),
            numbers("due"),
            words("kept"),
        ],
        rows: sheet.rows().take(ROWS).map(row).collect(),
        folded: true,
    };
    let bots = folder.texts("bots");
    let runs = first.value("runs").map_or_else(String::new, |runs| plural(runs as u64, "run"));
    Ok(Content {
        title: format!("Do the intervals hold the truth? {} at {}", listed(&bots), first.text("variant")),
        facts: vec![runs],
        tables: vec![table],
        charts: drawn(&sheet).into_iter().collect(),
        method: vec![
            "A pool of blocks was played once, and what the whole pool comes to is the truth. Each run drew blocks \
             from the pool, with repeats, and made of them what the command would print. The page shows how often \
             an interval missed the truth."
                .to_owned(),
        ],
        terms: vec!["Block", "Coverage", "Interval"],
    })
}

fn promise<'r>(row: &Row<'r>) -> &'r str {
    let word = row.text("promise");
    told(word).unwrap_or(word)
}

/// The figures that miss most after the most blocks.
fn drawn(sheet: &Sheet) -> Option<Chart> {
    let most = sheet.rows().filter_map(|row| row.value("blocks")).fold(0.0, f64::max);
    let missed = |row: &Row<'_>| row.value("missed_share").unwrap_or_default();
    let mut rows: Vec<_> = sheet
        .rows()
        .filter(|row| row.value("blocks") == Some(most) && row.value("missed_share").is_some())
        .collect();
    let all = rows.len();
    rows.sort_by(|a, b| missed(b).total_cmp(&missed(a)));
    rows.truncate(DRAWN);
    let mut groups: Vec<Group> = Vec::new();
    for row in &rows {
        let Some(dot) = share(row, row.text("figure"), "missed_share") else { continue };
        let heading = promise(row);
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.rows.push(dot),
            None => groups.push(Group { heading: heading.to_owned(), rows: vec![dot] }),
        }
    }
    let which = if all > rows.len() {
        format!("The {} of {all} figures that miss most", rows.len())
    } else {
        "Every figure".to_owned()
    };
    let title =
        format!("How often intervals miss the truth after {}", plural(most as u64, "block"));
    let note = format!("{which}, with 95 % intervals; the upright stroke is what is due.");
    shares(groups, title, note)
}
